#include "ingest/mapped_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "doppel/read.h"
#include "ingest/test_files.h"

namespace doppel::ingest {
namespace {

void on_bus_error(int, siginfo_t* info, void*) {
  if (!replace_lost_bytes(info->si_addr)) std::abort();
}

class MappedFileTest : public testing::Test {
 protected:
  void SetUp() override {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &before_);
  }
  void TearDown() override { sigaction(SIGBUS, &before_, nullptr); }

  TempFolder temp_;
  struct sigaction before_ {};
};

TEST_F(MappedFileTest, bytes_that_are_cut_off_meanwhile_read_as_zeros_and_are_told) {
  constexpr size_t kBytes = 100'000, kLeft = 20'000;
  std::string path = temp_.write("file", std::string(kBytes, 'x'));
  auto file = MappedFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->status().ok());
  MappedFile moved = *std::move(file);
  std::filesystem::resize_file(path, kLeft);
  EXPECT_EQ(std::count(moved.bytes().begin(), moved.bytes().end(), 'x'), kLeft);
  EXPECT_EQ(moved.status().code(), StatusCode::kIo);
  EXPECT_EQ(moved.status().message(), path + ": changed while it was read");
}

TEST_F(MappedFileTest, what_was_released_can_be_read_again) {
  constexpr size_t kBytes = size_t{20} << 20;
  auto file = MappedFile::open(temp_.write("file", std::string(kBytes, 'x')));
  ASSERT_TRUE(file);
  size_t released = file->release(0, 100);
  EXPECT_EQ(released, 0u);
  released = file->release(released, size_t{9} << 20);
  EXPECT_EQ(released, size_t{8} << 20);
  released = file->release(released, SIZE_MAX);
  EXPECT_EQ(released, size_t{16} << 20);
  EXPECT_EQ(std::count(file->bytes().begin(), file->bytes().end(), 'x'), kBytes);
}

TEST_F(MappedFileTest, other_files_are_not_concerned) {
  std::string path = temp_.write("file", std::string(50'000, 'x'));
  auto other = MappedFile::open(temp_.write("other", "x"));
  {
    auto file = MappedFile::open(path);
    std::filesystem::resize_file(path, 0);
    EXPECT_EQ(file->bytes()[40'000], '\0');
    EXPECT_FALSE(file->status().ok());
  }
  EXPECT_TRUE(other->status().ok());
  auto again = MappedFile::open(temp_.write("file", "y"));
  EXPECT_TRUE(again->status().ok());
  EXPECT_FALSE(replace_lost_bytes(nullptr));
}

}  // namespace
}  // namespace doppel::ingest
