#include "io/spool.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

using support::read_whole;
using support::TempFolder;

Status go_on(uint64_t) { return {}; }

TEST(Spool, stops_when_told_although_nothing_comes) {
  TempFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);  // nobody will ever write to it
  auto bytes =
      spool(folder.path("pipe"), folder.path("spool"), [](uint64_t) { return cancelled(); });
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code(), StatusCode::kCancelled);
}

TEST(Spool, makes_a_file_of_a_pipe) {
  TempFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  std::string bytes = "a\nb\n" + std::string(1'000'000, 'x');
  std::thread writer([&] { std::ofstream(folder.path("pipe"), std::ios::binary) << bytes; });
  auto copied = spool(folder.path("pipe"), folder.path("spool"), go_on);
  writer.join();
  ASSERT_TRUE(copied) << copied.error().message();
  EXPECT_EQ(*copied, bytes.size());
  EXPECT_TRUE(read_whole(folder.path("spool")) == bytes);
}

TEST(Spool, copies_standard_input) {
  TempFolder folder;
  folder.write("in", "{\"text\": \"a\"}\n");
  int before = dup(STDIN_FILENO);
  ASSERT_NE(freopen(folder.path("in").c_str(), "r", stdin), nullptr);
  auto copied = spool("-", folder.path("spool"), go_on);
  dup2(before, STDIN_FILENO);
  close(before);
  ASSERT_TRUE(copied) << copied.error().message();
  EXPECT_EQ(read_whole(folder.path("spool")), "{\"text\": \"a\"}\n");
}

TEST(Spool, names_the_file_that_failed) {
  TempFolder folder;
  const std::string in = folder.write("in", "bytes");
  EXPECT_EQ(spool(in, "/dev/full", go_on).error().message(), "/dev/full: no space left on device");
  EXPECT_EQ(spool(in, folder.path("in/spool"), go_on).error().message(), in + ": not a directory");
}

}  // namespace
}  // namespace doppel::io
