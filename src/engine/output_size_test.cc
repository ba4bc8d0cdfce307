// How much does a run write? At most what docs/design/output.md promises, whatever the records
// contain. Each shape would repeat something long in every certificate if it were not shortened.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "archive/warc_writer.h"
#include "doppel/check.h"
#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::TempFolder;

namespace fs = std::filesystem;

constexpr uint64_t kForEachRecord = 64 << 10;
constexpr size_t kCopies = 150;

// A record with a long value, preferred to its copies, which have no such value.
struct Shape {
  const char* name;
  std::function<std::string(const std::string& value)> winner;
};

const Shape kShapes[] = {
    {"a_long_string_as_id",
     [](const std::string& value) { return R"("score": 9, "id": ")" + value + R"(")"; }},
    {"a_long_array_as_id",
     [](const std::string& value) {
       return R"("score": 9, "id": ["\"", "\u00e9)" + value + R"("])";
     }},
    {"a_long_number_as_id",
     [](const std::string& value) {
       return R"("score": 9, "id": )" + std::string(value.size(), '7');
     }},
    {"a_long_url",
     [](const std::string& value) {
       return R"("score": 9, "url": "http://a.org/)" + value + R"(")";
     }},
    {"a_long_url_that_needs_escapes",
     [](const std::string& value) {
       std::string url;
       for (size_t i = 0; i < value.size(); i += 6) url += "\\u0001";
       return R"("score": 9, "url": "http://a.org/)" + url + R"(")";
     }},
};

class OutputSize : public testing::TestWithParam<Shape> {
 protected:
  struct Sizes {
    uint64_t input = 0, written = 0, lists = 0;
  };

  Sizes run(size_t value_bytes) {
    const std::string value(value_bytes, 'v');
    std::string crawl = "{" + GetParam().winner(value) +
                        R"(, "text": "one two three four"})"
                        "\n";
    for (size_t i = 0; i < kCopies; ++i) {
      crawl += R"({"id": )" + std::to_string(i) +
               R"(, "text": "one two three four"})"
               "\n";
    }
    TempFolder folder;
    const std::string out = folder.path("out" + std::to_string(value_bytes));
    const std::string input = folder.write("crawl.jsonl", crawl);
    auto summary = dedup({input}, out);
    EXPECT_TRUE(summary && summary->records.removed == kCopies);
    auto checked = check(out);
    EXPECT_TRUE(checked && checked->faults.empty());
    Sizes sizes{.input = crawl.size()};
    for (const auto& entry : fs::recursive_directory_iterator(out)) {
      sizes.written += entry.file_size();
      if (entry.path().filename() != "crawl.jsonl") sizes.lists += entry.file_size();
    }
    EXPECT_LE(sizes.written, sizes.input + (kForEachRecord + 4 * input.size()) * (kCopies + 1));
    return sizes;
  }
};

TEST_P(OutputSize, lists_do_not_grow_with_what_they_cut) {
  const Sizes small = run(200'000), large = run(800'000);
  EXPECT_GT(large.input, 3 * small.input);
  // Offsets have more digits.
  EXPECT_LE(large.lists, small.lists + 8 * (kCopies + 1));
}

INSTANTIATE_TEST_SUITE_P(Shapes, OutputSize, testing::ValuesIn(kShapes),
                         [](const auto& test) { return std::string(test.param.name); });

// One capture with a long URL, and copies of it that would become longer if they were written as
// revisits.
TEST(OutputSizeOfArchives, a_long_url_is_not_written_for_every_copy) {
  auto written = [](size_t url_bytes) {
    const std::string page = archive::http_response(
        200, "OK", "text/html", "<p>one two three four " + std::string(300, '.') + "</p>");
    std::string crawl;
    for (size_t i = 0; i <= kCopies; ++i) {
      std::string name = i == 0 ? "https://a.org/" + std::string(url_bytes, 'u')
                                : "http://a.org/" + std::to_string(i);
      archive::append_warc_record({.type = "response",
                                   .record_id = "<urn:uuid:" + std::to_string(i) + ">",
                                   .date = "2026-01-01T00:00:00Z",
                                   .target_uri = name,
                                   .content_type = "application/http"},
                                  page, crawl);
    }
    TempFolder folder;
    auto summary = dedup({folder.write("crawl.warc", crawl)}, folder.path("out"));
    EXPECT_TRUE(summary && summary->records.removed == kCopies);
    auto checked = check(folder.path("out"));
    EXPECT_TRUE(checked && checked->faults.empty());
    return fs::file_size(folder.path("out/crawl.warc"));
  };
  const uint64_t small = written(15'000), large = written(60'000);
  EXPECT_LT(large, small + 45'000 + 100 * (kCopies + 1));
}

}  // namespace
}  // namespace doppel
