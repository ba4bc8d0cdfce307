// More inputs than the process may open at the same time.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <map>
#include <string>

#include "doppel/check.h"
#include "doppel/dedup.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::gzip;
using support::read_whole;
using support::TempFolder;

namespace fs = std::filesystem;

constexpr int kFiles = 300;

class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t most) {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit limit{most, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~DescriptorLimit() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_;
};

// Every text is in two files; a third of them have a near duplicate in another file.
std::string text_of(int i) {
  std::string out;
  for (int word = 0; word < 30; ++word) out += "w" + std::to_string(i / 2 * 50 + word) + " ";
  return i % 3 == 0 ? out + "more" : out;
}

std::string jsonl(int i) {
  return "{\"id\": " + std::to_string(i) + ", \"text\": \"" + text_of(i) + "\"}\n";
}

std::string html(int i) {
  return "<html><body><h1>Page</h1><p>" + text_of(i) + "</p></body></html>";
}

std::string archive(int i) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html(i);
  return gzip(
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/" +
      std::to_string(i) +
      "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:" + std::to_string(i) +
      ">\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
      std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n");
}

struct Kind {
  const char* ending;
  std::string (*content)(int);
};

class ManyFiles : public testing::TestWithParam<Kind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, ManyFiles,
                         testing::Values(Kind{".jsonl", jsonl}, Kind{".html", html},
                                         Kind{".warc.gz", archive}));

size_t files_in(const std::string& dir) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(dir)) count += entry.is_regular_file();
  return count;
}

TEST_P(ManyFiles, need_no_more_descriptors_than_a_few) {
  TempFolder temp;
  for (int i = 0; i < kFiles; ++i) {
    temp.write("in/" + std::to_string(i) + GetParam().ending, GetParam().content(i));
  }
  std::map<std::string, std::string> lists;
  for (uint32_t threads : {1U, 4U}) {
    const std::string out = temp.path("out" + std::to_string(threads));
    DescriptorLimit few(40);
    DedupOptions options;
    options.threads = threads;
    auto summary = dedup({temp.path("in")}, out, options);
    ASSERT_TRUE(summary) << summary.error().message();
    EXPECT_EQ(summary->records.read, static_cast<uint64_t>(kFiles));
    EXPECT_GE(summary->records.removed, 100U);
    EXPECT_GE(files_in(out), summary->records.kept);
    for (const char* list : {"duplicates.jsonl", "groups.jsonl"}) {
      auto [at, is_new] = lists.try_emplace(list, read_whole(out + "/" + list));
      EXPECT_TRUE(is_new || at->second == read_whole(out + "/" + list)) << list;
    }
    auto report = check(out);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_TRUE(report->faults.empty());
  }
}

}  // namespace
}  // namespace doppel
