#include "output/output_folder.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>

#include <filesystem>

#include "output/output_paths.h"
#include "support/temp_folder.h"

namespace doppel::output {
namespace {

using support::read_whole;
using support::TempFolder;

namespace fs = std::filesystem;

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
  temp.write("out.partial/.doppel-run/spool-0", "x");
  auto first = OutputFolder::begin(temp.path("out"));
  ASSERT_TRUE(first);
  EXPECT_FALSE(fs::exists(temp.path("out.partial/left-over")));
  EXPECT_FALSE(fs::exists(first->scratch("spool-0")));
  auto second = OutputFolder::begin(temp.path("out"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), StatusCode::kUnavailable);
}

TEST(OutputFolder, leaves_a_folder_alone_that_no_run_left) {
  TempFolder temp;
  temp.write("out.partial/precious", "x");
  auto folder = OutputFolder::begin(temp.path("out"));
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(folder.error().message(), temp.path("out.partial") +
                                          ": was not made by doppel; move it away, or "
                                          "choose another output folder");
  EXPECT_TRUE(fs::exists(temp.path("out.partial/precious")));
  EXPECT_FALSE(fs::exists(temp.path("out.partial/.doppel-run")));
}

TEST(OutputFolder, follows_no_link_in_its_place) {
  TempFolder temp;
  temp.write("target/.doppel-run/x", "x");
  for (const char* link : {"out", "out.partial"}) {
    fs::create_directory_symlink(temp.path("target"), temp.path(link));
    EXPECT_EQ(OutputFolder::begin(temp.path("out")).error().message(),
              temp.path(link) + ": is a symbolic link, not a folder");
    fs::remove(temp.path(link));
  }
  fs::create_directory(temp.path("out.partial"));
  fs::create_directory_symlink(temp.path("target"), temp.path("out.partial/.doppel-run"));
  EXPECT_FALSE(OutputFolder::begin(temp.path("out")));
  EXPECT_TRUE(fs::exists(temp.path("target/.doppel-run/x")));
}

TEST(OutputFolder, temporary_files_are_not_published) {
  TempFolder temp;
  auto folder = OutputFolder::begin(temp.path("out"));
  ASSERT_TRUE(folder);
  temp.write("out.partial/.doppel-run/spool-0", "x");
  EXPECT_EQ(folder->scratch("spool-0"), temp.path("out.partial/.doppel-run/spool-0"));
  ASSERT_TRUE(folder->publish().ok());
  EXPECT_TRUE(fs::is_empty(temp.path("out")));
}

TEST(OutputFolder, removes_nothing_that_took_its_place) {
  TempFolder temp;
  {
    auto folder = OutputFolder::begin(temp.path("out"));
    ASSERT_TRUE(folder);
    fs::rename(temp.path("out.partial"), temp.path("elsewhere"));
    temp.write("out.partial/precious", "x");
  }
  EXPECT_TRUE(fs::exists(temp.path("out.partial/precious")));
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

// A mounted file system for the lifetime of this object.
class Mount {
 public:
  explicit Mount(const std::string& folder) : folder_(folder) {
    fs::create_directory(folder);
    done_ = unshare(CLONE_NEWNS) == 0 &&
            mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
            mount("none", folder.c_str(), "tmpfs", 0, nullptr) == 0;
  }
  ~Mount() {
    if (done_) umount(folder_.c_str());
  }
  bool done() const { return done_; }

 private:
  std::string folder_;
  bool done_;
};

TEST(OutputFolder, writes_inside_a_mount_point) {
  TempFolder temp;
  const std::string dir = temp.path("mnt");
  Mount mount(dir);
  if (!mount.done()) GTEST_SKIP() << "skipped: no right to mount";
  temp.write("mnt/.doppel-run/files/left-over", "x");
  {
    auto folder = OutputFolder::begin(dir);
    ASSERT_TRUE(folder) << folder.error().message();
    EXPECT_FALSE(OutputFolder::begin(dir));
    EXPECT_FALSE(fs::exists(folder->path("left-over")));
    temp.write("mnt/.doppel-run/files/sub/x", "content");
    temp.write("mnt/.doppel-run/files/summary.json", "{}");
    EXPECT_EQ(folder->path("sub/x"), dir + "/.doppel-run/files/sub/x");
    ASSERT_TRUE(folder->publish().ok());
  }
  EXPECT_TRUE(fs::exists(dir + "/sub/x") && fs::exists(dir + "/summary.json"));
  EXPECT_FALSE(fs::exists(dir + "/.doppel-run") || fs::exists(dir + ".partial"));
  EXPECT_EQ(OutputFolder::begin(dir).error().code(), StatusCode::kAlreadyExists);
}

TEST(OutputFolder, leaves_a_mount_point_empty_when_publishing_fails) {
  TempFolder temp;
  const std::string dir = temp.path("mnt");
  Mount mount(dir);
  if (!mount.done()) GTEST_SKIP() << "skipped: no right to mount";
  {
    auto folder = OutputFolder::begin(dir);
    ASSERT_TRUE(folder);
    temp.write("mnt/.doppel-run/files/a", "ours");
    temp.write("mnt/.doppel-run/files/summary.json", "ours");
    temp.write("mnt/summary.json", "precious");
    EXPECT_EQ(folder->publish().code(), StatusCode::kAlreadyExists);
  }
  EXPECT_EQ(read_whole(dir + "/summary.json"), "precious");
  fs::remove(dir + "/summary.json");
  EXPECT_TRUE(fs::is_empty(dir));
}

TEST(OutputFolder, makes_the_folders_above_it) {
  TempFolder temp;
  auto folder = OutputFolder::begin(temp.path("a/b/c"));
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->publish().ok());
  EXPECT_TRUE(fs::is_directory(temp.path("a/b/c")));
}

TEST(OutputPaths, know_what_they_hold) {
  TempFolder temp;
  temp.write("out/x.jsonl", "");
  temp.write("outer.jsonl", "");
  std::string out = temp.path("out");
  EXPECT_EQ(OutputPaths(out).holder_of(temp.path("out/x.jsonl")), out);
  EXPECT_EQ(OutputPaths(out + "/").holder_of(temp.path("out/../out/x.jsonl")), out + "/");
  EXPECT_EQ(OutputPaths(out).holder_of(temp.path("out.partial/x.jsonl")), out + ".partial");
  EXPECT_EQ(OutputPaths(out).holder_of(temp.path("outer.jsonl")), std::nullopt);
  EXPECT_EQ(OutputPaths("no/such/../../x").holder_of("x/y"), "no/such/../../x");
}

}  // namespace
}  // namespace doppel::output
