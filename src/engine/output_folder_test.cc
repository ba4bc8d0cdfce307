#include "engine/output_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ingest/test_files.h"

namespace doppel::engine {
namespace {

namespace fs = std::filesystem;
using ingest::TempFolder;

TEST(OutputFolder, appears_only_when_published) {
  TempFolder temp;
  std::string dir = temp.path("out");
  {
    auto folder = OutputFolder::begin(dir);
    ASSERT_TRUE(folder);
    temp.write("out.partial/sub/x", "content");
    EXPECT_FALSE(fs::exists(dir));
    ASSERT_TRUE(folder->publish().ok());
  }
  EXPECT_TRUE(fs::exists(dir + "/sub/x"));
  EXPECT_FALSE(fs::exists(dir + ".partial"));
}

TEST(OutputFolder, leaves_nothing_when_it_is_not_published) {
  TempFolder temp;
  {
    auto folder = OutputFolder::begin(temp.path("out"));
    ASSERT_TRUE(folder);
    temp.write("out.partial/x", "content");
  }
  EXPECT_FALSE(fs::exists(temp.path("out")));
  EXPECT_FALSE(fs::exists(temp.path("out.partial")));
}

TEST(OutputFolder, replaces_a_left_over_but_not_one_that_is_held) {
  TempFolder temp;
  temp.write("out.partial/left-over", "x");
  auto first = OutputFolder::begin(temp.path("out"));
  ASSERT_TRUE(first);
  EXPECT_FALSE(fs::exists(temp.path("out.partial/left-over")));
  auto second = OutputFolder::begin(temp.path("out"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), StatusCode::kUnavailable);
}

TEST(OutputFolder, refuses_what_is_not_an_empty_folder) {
  TempFolder temp;
  temp.write("full/x", "x");
  temp.write("file", "x");
  EXPECT_EQ(OutputFolder::begin(temp.path("full")).error().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(OutputFolder::begin(temp.path("file")).error().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(OutputFolder::begin("").error().code(), StatusCode::kInvalidArgument);
  fs::create_directory(temp.path("empty"));
  auto folder = OutputFolder::begin(temp.path("empty") + "///");
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->publish().ok());
}

TEST(OutputFolder, makes_the_folders_above_it) {
  TempFolder temp;
  auto folder = OutputFolder::begin(temp.path("a/b/c"));
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->publish().ok());
  EXPECT_TRUE(fs::is_directory(temp.path("a/b/c")));
}

TEST(OutputFolder, knows_what_it_holds) {
  TempFolder temp;
  temp.write("out/x.jsonl", "");
  temp.write("outer.jsonl", "");
  std::string out = temp.path("out");
  EXPECT_EQ(folder_that_holds(out, temp.path("out/x.jsonl")), out);
  EXPECT_EQ(folder_that_holds(out + "/", temp.path("out/../out/x.jsonl")), out + "/");
  EXPECT_EQ(folder_that_holds(out, temp.path("out.partial/x.jsonl")), out + ".partial");
  EXPECT_EQ(folder_that_holds(out, temp.path("outer.jsonl")), std::nullopt);
  EXPECT_EQ(folder_that_holds("no/such/../../x", "x/y"), "no/such/../../x");
}

}  // namespace
}  // namespace doppel::engine
