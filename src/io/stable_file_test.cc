#include "io/stable_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

namespace fs = std::filesystem;

TEST(StableFile, is_replaced_as_a_whole_and_leaves_nothing_beside_it) {
  support::TempFolder folder;
  const std::string path = folder.path("a/list");
  ASSERT_TRUE(write_stable(path, "one").ok());
  EXPECT_EQ(*read_small_file(path), "one");
  ASSERT_TRUE(write_stable(path, "").ok());
  EXPECT_EQ(*read_small_file(path), "");
  EXPECT_FALSE(fs::exists(path + ".tmp"));
}

TEST(StableFile, names_what_cannot_be_written_or_read) {
  support::TempFolder folder;
  fs::create_directory(folder.path("taken"));
  fs::create_directory(folder.path("taken/inside"));
  EXPECT_NE(write_stable(folder.path("taken"), "x").message().find("taken"), std::string::npos);
  EXPECT_EQ(read_small_file(folder.path("absent")).error().code(), StatusCode::kNotFound);
  EXPECT_FALSE(sync_folder(folder.path("absent")).ok());
}

TEST(FileLock, belongs_to_one_object_until_it_ends) {
  support::TempFolder folder;
  const std::string path = folder.path("LOCK");
  {
    auto first = FileLock::take(path);
    ASSERT_TRUE(first && *first);
    auto second = FileLock::take(path);
    ASSERT_TRUE(second);
    EXPECT_FALSE(*second);
  }
  auto third = FileLock::take(path);
  EXPECT_TRUE(third && *third);
}

}  // namespace
}  // namespace doppel::io
