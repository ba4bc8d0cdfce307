#include "io/temporary_file.h"

#include <gtest/gtest.h>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

using support::TempFolder;

TEST(TemporaryFile, gives_back_what_was_appended) {
  TempFolder folder;
  auto file = TemporaryFile::create(folder.path("x"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("hello ").ok());
  ASSERT_TRUE(file->append("world").ok());
  EXPECT_EQ(file->size(), 11u);
  std::string bytes(7, ' ');
  ASSERT_TRUE(file->read(4, bytes).ok());
  EXPECT_EQ(bytes, "o world");
}

TEST(TemporaryFile, has_no_name) {
  TempFolder folder;
  auto file = TemporaryFile::create(folder.path("x"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("hello").ok());
  EXPECT_TRUE(folder.is_empty());
}

TEST(TemporaryFile, names_the_path_when_it_cannot_be_made) {
  auto file = TemporaryFile::create("/nowhere/x");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message(), "/nowhere/x: no such file");
}

TEST(TemporaryFile, says_when_the_disk_is_full) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  TempFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path("x"));
  auto file = TemporaryFile::create(folder.path("x"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->append("hello").message(), folder.path("x") + ": no space left on device");
}

TEST(TemporaryFile, names_in_the_temporary_folder_differ) {
  const std::string one = temporary_prefix(), other = temporary_prefix();
  EXPECT_NE(one, other);
  EXPECT_EQ(std::filesystem::path(one).parent_path(), std::filesystem::temp_directory_path());
  EXPECT_TRUE(TemporaryFile::create(one + "x"));
}

}  // namespace
}  // namespace doppel::io
