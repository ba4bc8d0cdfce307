#include "io/folder_entries.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <map>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

using support::TempFolder;

namespace fs = std::filesystem;

TEST(FolderEntries, tells_files_folders_and_links_apart) {
  const TempFolder folder;
  folder.write("in/file", "x");
  folder.write("in/below/file", "x");
  fs::create_directory_symlink("below", folder.path("in/link"));
  ASSERT_EQ(mkfifo(folder.path("in/pipe").c_str(), 0600), 0);
  auto entries = folder_entries(folder.path("in"));
  ASSERT_TRUE(entries);
  std::map<std::string, fs::file_type> types;
  for (const FolderEntry& entry : *entries) types[entry.name] = entry.type;
  const std::map<std::string, fs::file_type> truth = {{"below", fs::file_type::directory},
                                                      {"file", fs::file_type::regular},
                                                      {"link", fs::file_type::symlink},
                                                      {"pipe", fs::file_type::unknown}};
  EXPECT_EQ(types, truth);
}

TEST(FolderEntries, says_what_cannot_be_read) {
  const TempFolder folder;
  folder.write("file", "x");
  EXPECT_EQ(folder_entries(folder.path("absent")).error().code(), StatusCode::kNotFound);
  EXPECT_EQ(folder_entries(folder.path("file")).error().code(), StatusCode::kIo);
}

TEST(RemoveTree, removes_all_below_and_nothing_behind_a_link) {
  const TempFolder folder;
  folder.write("in/a/b/c", "x");
  folder.write("in/a/d", "x");
  folder.write("kept/file", "x");
  fs::create_directory_symlink(folder.path("kept"), folder.path("in/a/link"));
  EXPECT_EQ(remove_tree(folder.path("in")), 0);
  EXPECT_FALSE(fs::exists(folder.path("in")));
  EXPECT_TRUE(fs::exists(folder.path("kept/file")));
  EXPECT_EQ(remove_tree(folder.path("in")), 0);
  EXPECT_EQ(remove_tree(folder.path("kept/file/below")), ENOTDIR);
  EXPECT_EQ(remove_tree(folder.path("kept/file")), 0);
  EXPECT_FALSE(fs::exists(folder.path("kept/file")));
}

}  // namespace
}  // namespace doppel::io
