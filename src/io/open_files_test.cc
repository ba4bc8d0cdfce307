#include "io/open_files.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

using support::TempFolder;

size_t open_descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

std::string content(const File& file) {
  std::array<char, 64> buffer;
  return {buffer.data(), *file.read_at(buffer, 0)};
}

TEST(OpenFiles, few_of_many_files_are_open) {
  TempFolder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 200; ++i) {
    paths.push_back(folder.write("f" + std::to_string(i), "content " + std::to_string(i)));
  }
  OpenFiles files;
  const size_t before = open_descriptors();
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < paths.size(); ++i) {
      auto file = files.open(i, paths[i]);
      ASSERT_TRUE(file);
      EXPECT_EQ(content(**file), "content " + std::to_string(i));
    }
  }
  EXPECT_LE(open_descriptors(), before + 16);
}

TEST(OpenFiles, a_file_in_use_stays_open_when_others_take_its_place) {
  TempFolder folder;
  OpenFiles files;
  auto held = files.open(0, folder.write("held", "held"));
  ASSERT_TRUE(held);
  const std::string other = folder.write("other", "other");
  for (uint32_t i = 1; i < 100; ++i) ASSERT_TRUE(files.open(i, other));
  EXPECT_EQ(content(**held), "held");
}

TEST(OpenFiles, a_missing_file_is_an_error_each_time) {
  OpenFiles files;
  EXPECT_EQ(files.open(3, "/nowhere/x").error().code(), StatusCode::kNotFound);
  EXPECT_EQ(files.open(3, "/nowhere/x").error().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace doppel::io
