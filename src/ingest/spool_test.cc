#include "ingest/spool.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "ingest/record_lines.h"
#include "ingest/test_files.h"

namespace doppel::ingest {
namespace {

Status go_on(uint64_t) { return {}; }

TEST(Spool, stops_when_told_although_nothing_comes) {
  TempFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);  // nobody will ever write to it
  Input input;
  input.path = folder.path("pipe");
  input.read_once = true;
  Status status = spool_input(input, folder.path("spool"), [](uint64_t) { return cancelled(); });
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
}

TEST(Spool, makes_a_file_of_a_pipe_that_can_be_read_twice) {
  TempFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  std::string bytes = gzip("a\nb\n" + std::string(1'000'000, 'x'), 0);
  std::thread writer([&] { std::ofstream(folder.path("pipe"), std::ios::binary) << bytes; });
  Input input;
  input.path = folder.path("pipe");
  input.read_once = true;
  Status status = spool_input(input, folder.path("spool"), go_on);
  writer.join();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(input.path, folder.path("pipe"));
  EXPECT_EQ(input.data_path(), folder.path("spool"));
  EXPECT_EQ(input.size, bytes.size());
  EXPECT_FALSE(input.read_once);
  EXPECT_TRUE(read_whole(input.spool) == bytes);
  for (int pass = 0; pass < 2; ++pass) {
    size_t lines = 0;
    auto count = [&](const RecordLine&) { return ++lines > 0; };
    ASSERT_TRUE(for_each_record_line(input, 2'000'000, count).ok());
    EXPECT_EQ(lines, 3u);
  }
}

TEST(Spool, copies_standard_input) {
  TempFolder folder;
  folder.write("in", "{\"text\": \"a\"}\n");
  int before = dup(STDIN_FILENO);
  ASSERT_NE(freopen(folder.path("in").c_str(), "r", stdin), nullptr);
  Input input;
  input.path = "-";
  input.read_once = true;
  Status status = spool_input(input, folder.path("spool"), go_on);
  dup2(before, STDIN_FILENO);
  close(before);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(read_whole(folder.path("spool")), "{\"text\": \"a\"}\n");
  EXPECT_EQ(input.path, "-");
}

TEST(Spool, names_the_file_that_failed) {
  TempFolder folder;
  Input input;
  input.path = folder.write("in", "bytes");
  input.read_once = true;
  EXPECT_EQ(spool_input(input, "/dev/full", go_on).message(), "/dev/full: no space left on device");
  EXPECT_EQ(spool_input(input, folder.path("in/spool"), go_on).message(),
            folder.path("in") + ": not a directory");
  EXPECT_EQ(input.spool, "");
  EXPECT_TRUE(input.read_once);
}

}  // namespace
}  // namespace doppel::ingest
