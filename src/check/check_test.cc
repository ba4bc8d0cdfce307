#include "doppel/check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::read_whole;
using support::TempFolder;

// An output folder whose files are falsified, one change at a time.
class CheckTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string text = "one two three four five six seven eight nine ten eleven twelve";
    input_ = temp_.write("in.jsonl",
                         "{\"url\": \"http://a\", \"text\": \"" + text + "\"}\n" +
                             "{\"url\": \"http://b/\", \"text\": \"" + text + "\"}\n" +
                             "{\"url\": \"http://c/\", \"text\": \"" + text + "!\"}\n" +
                             "{\"url\": \"http://d/\", \"text\": \"" + text + " thirteen\"}\n" +
                             "{\"url\": \"http://e/\", \"text\": \"quite another text\"}\n" +
                             "broken\n");
    ASSERT_TRUE(dedup({input_}, out_));
    ASSERT_EQ(faults(), std::vector<std::string>{});
  }

  std::vector<std::string> faults() {
    auto report = check(out_);
    if (!report) return {"error: " + report.error().message()};
    return report->faults;
  }

  // Replaces `from` by `to` in one file of the folder, checks, and restores the file.
  std::vector<std::string> faults_with(const std::string& file, const std::string& from,
                                       const std::string& to) {
    std::string path = out_ + "/" + file, truth = read_whole(path), lie = truth;
    size_t at = lie.find(from);
    EXPECT_NE(at, lie.npos) << from;
    lie.replace(at, from.size(), to);
    temp_.write("out/" + file, lie);
    auto found = faults();
    temp_.write("out/" + file, truth);
    return found;
  }

  // Expects a fault that contains this part.
  static void expect_fault(const std::vector<std::string>& found, const std::string& part) {
    for (const std::string& fault : found) {
      if (fault.find(part) != fault.npos) return;
    }
    ADD_FAILURE() << "no fault says: " << part << (found.empty() ? "" : "; first: " + found[0]);
  }

  TempFolder temp_;
  std::string input_, out_ = temp_.path("out");
};

TEST_F(CheckTest, a_wrong_similarity_is_a_fault) {
  expect_fault(faults_with("duplicates.jsonl", "\"common\": 8", "\"common\": 7"),
               "the similarity is");
}

TEST_F(CheckTest, a_wrong_level_is_a_fault) {
  expect_fault(faults_with("duplicates.jsonl", "\"words\"", "\"bytes\""),
               "level bytes does not hold");
  expect_fault(faults_with("duplicates.jsonl", "\"near\"", "\"words\""),
               "level words does not hold");
  expect_fault(faults_with("duplicates.jsonl", "\"near\"", "\"same\""), "level same does not hold");
}

TEST_F(CheckTest, a_weaker_level_than_the_true_one_is_a_fault) {
  expect_fault(faults_with("duplicates.jsonl", "\"bytes\"", "\"words\""), "which is bytes");
  expect_fault(faults_with("duplicates.jsonl", "\"words\"", "\"near\""), "which is words");
}

TEST_F(CheckTest, a_loser_kept_instead_of_the_winner_is_a_fault) {
  // All files are consistent with the two pages exchanged; only the winner order is wrong.
  temp_.write("two.jsonl",
              "{\"url\": \"http://a\", \"text\": \"same\"}\n"
              "{\"url\": \"http://bb\", \"text\": \"same\"}\n");
  ASSERT_TRUE(dedup({temp_.path("two.jsonl")}, temp_.path("two")));
  auto swap_in = [&](const std::string& file) {
    std::string bytes = read_whole(temp_.path("two/" + file));
    auto exchange = [&](const std::string& a, const std::string& b) {
      for (size_t at = 0; at < bytes.size(); ++at) {
        bool first = bytes.compare(at, a.size(), a) == 0;
        if (!first && bytes.compare(at, b.size(), b) != 0) continue;
        bytes.replace(at, first ? a.size() : b.size(), first ? b : a);
        at += (first ? b.size() : a.size()) - 1;
      }
    };
    exchange("\"record\": 0, \"offset\": 0", "\"record\": 1, \"offset\": 36");
    exchange("\"http://a\"", "\"http://bb\"");
    temp_.write("two/" + file, bytes);
  };
  for (const char* file : {"duplicates.jsonl", "groups.jsonl", "two.jsonl"}) swap_in(file);
  auto report = check(temp_.path("two"));
  ASSERT_TRUE(report);
  expect_fault(report->faults, "comes before the page kept instead");
  expect_fault(report->faults, "not in winner order");
}

TEST_F(CheckTest, a_wrong_jaccard_offset_id_or_url_is_a_fault) {
  expect_fault(faults_with("duplicates.jsonl", "\"jaccard\": 0.888888", "\"jaccard\": 0.888889"),
               "is not what the counts give");
  expect_fault(faults_with("duplicates.jsonl", "http://d/", "http://x/"),
               "differ between the lists");
  expect_fault(faults_with("groups.jsonl", "\"id\": null", "\"id\": 1"),
               "differ between the lists");
  expect_fault(faults_with("rejected.jsonl", "\"offset\": ", "\"offset\": 9"), "wrong offset");
}

TEST_F(CheckTest, wrong_totals_in_the_summary_are_a_fault) {
  expect_fault(faults_with("summary.json", "\"texts\": 3", "\"texts\": 4"),
               "wrong value of \"texts\"");
  expect_fault(faults_with("summary.json", "\"groups\": 1", "\"groups\": 2"),
               "wrong value of \"groups\"");
  expect_fault(faults_with("summary.json", "\"near\": 1", "\"near\": 2"), "removed_by_level");
  expect_fault(faults_with("summary.json", "\"invalid_json\": 1", "\"invalid_json\": 2"),
               "rejected_by_reason");
  expect_fault(faults_with("summary.json", "\"bytes\": 4", "\"bytes\": 5"),
               "wrong value of \"bytes\"");
  expect_fault(faults_with("summary.json", "\"source\": \"" + input_ + "\", \"read\": 6",
                           "\"source\": \"" + input_ + "\", \"read\": 7"),
               "source " + input_);
}

TEST_F(CheckTest, a_foreign_or_missing_file_is_a_fault) {
  temp_.write("out/sub/stranger", "x");
  expect_fault(faults(), "out/sub/stranger: a file that dedup did not write");
  std::filesystem::remove(out_ + "/in.jsonl");
  expect_fault(faults(), "out/in.jsonl: no such file");
}

TEST_F(CheckTest, a_kept_page_that_is_another_is_a_fault) {
  expect_fault(
      faults_with("duplicates.jsonl", "\"kept\": {\"input\": \"" + input_ + "\", \"record\": 0",
                  "\"kept\": {\"input\": \"" + input_ + "\", \"record\": 2"),
      "itself removed");
  expect_fault(
      faults_with("duplicates.jsonl", "\"kept\": {\"input\": \"" + input_ + "\", \"record\": 0",
                  "\"kept\": {\"input\": \"" + input_ + "\", \"record\": 5"),
      "the page kept instead does not exist");
}

TEST_F(CheckTest, another_predicate_is_a_fault) {
  expect_fault(faults_with("duplicates.jsonl", ">= 4/5", ">= 1/5"),
               "the predicate differs from that of the run");
  // Under a higher threshold the near removal has no proof.
  expect_fault(faults_with("summary.json", ">= 4/5", ">= 19/20"), "level near does not hold");
}

TEST_F(CheckTest, a_missing_or_repeated_certificate_is_a_fault) {
  std::string rows = read_whole(out_ + "/duplicates.jsonl");
  std::string first = rows.substr(0, rows.find('\n') + 1);
  expect_fault(faults_with("duplicates.jsonl", first, ""), "is not what the summary says");
  expect_fault(faults_with("duplicates.jsonl", first, first + first), "removed twice");
}

TEST_F(CheckTest, a_changed_kept_file_is_a_fault) {
  expect_fault(faults_with("in.jsonl", "another", "Another"),
               "does not contain exactly the kept records");
  expect_fault(faults_with("in.jsonl", read_whole(out_ + "/in.jsonl"), ""),
               "does not contain exactly the kept records");
}

TEST_F(CheckTest, wrong_counts_are_a_fault) {
  expect_fault(faults_with("summary.json", "\"read\": 6", "\"read\": 7"),
               "read is not kept + removed + rejected");
  expect_fault(faults_with("summary.json", "\"kept\": 2", "\"kept\": 3"),
               "is not what the summary says");
}

TEST_F(CheckTest, wrong_rejected_records_are_a_fault) {
  std::string rows = read_whole(out_ + "/rejected.jsonl");
  expect_fault(faults_with("rejected.jsonl", rows, ""), "but not listed");
  expect_fault(faults_with("rejected.jsonl", "invalid_json", "no_text"),
               "but it is not rejected for that");
}

TEST_F(CheckTest, wrong_groups_are_a_fault) {
  std::string rows = read_whole(out_ + "/groups.jsonl");
  expect_fault(faults_with("groups.jsonl", "\"size\": 4", "\"size\": 5"), "size is not");
  expect_fault(faults_with("groups.jsonl", rows, ""), "not in group 1");
  expect_fault(
      faults_with("groups.jsonl", "\"winner\": {\"input\": \"" + input_ + "\", \"record\": 0",
                  "\"winner\": {\"input\": \"" + input_ + "\", \"record\": 1"),
      "the winner is not first");
}

TEST_F(CheckTest, members_out_of_winner_order_are_a_fault) {
  auto member = [&](const char* url) {
    std::string rows = read_whole(out_ + "/groups.jsonl");
    size_t end = rows.find(url), begin = rows.rfind("{\"input\"", end);
    return rows.substr(begin, rows.find('}', end) + 1 - begin);
  };
  std::string b = member("http://b/"), c = member("http://c/");
  expect_fault(faults_with("groups.jsonl", b + ", " + c, c + ", " + b), "not in winner order");
}

TEST_F(CheckTest, the_winner_order_is_that_of_the_options) {
  const std::string key = "\"check_digests\"", keep = "\"keep\": \"longest\", ";
  expect_fault(faults_with("summary.json", key, keep + key), "not in winner order");
  expect_fault(faults_with("summary.json", key, "\"keep\": \"newest\", " + key),
               "unknown choice for --keep \"newest\": use longest");
  expect_fault(faults_with("summary.json", key, "\"keep\": 1, " + key), "error");

  std::filesystem::remove_all(out_);
  DedupOptions options;
  options.keep = Keep::kLongest;
  ASSERT_TRUE(dedup({input_}, out_, options));
  // It has one word more than the others.
  EXPECT_TRUE(read_whole(out_ + "/in.jsonl").starts_with("{\"url\": \"http://d/"));
  EXPECT_EQ(check(out_, {.deep = true, .rerun = true})->faults, std::vector<std::string>{});
  expect_fault(faults_with("summary.json", keep, ""), "not in winner order");
}

TEST_F(CheckTest, a_changed_input_is_a_fault) {
  std::string truth = read_whole(input_);
  temp_.write("in.jsonl", truth.substr(0, truth.find('\n') + 1));
  auto found = faults();
  expect_fault(found, "there is no such page");
  expect_fault(found, "does not contain exactly the kept records");
}

TEST_F(CheckTest, what_cannot_be_read_is_an_error_that_names_it) {
  EXPECT_EQ(faults_with("summary.json", "\"records\"", "\"recordz\"")[0],
            "error: " + out_ + "/summary.json: the key \"records\" is missing");
  EXPECT_EQ(faults_with("duplicates.jsonl", "\"level\"", "\"lever\"")[0],
            "error: " + out_ + "/duplicates.jsonl:1: the key \"level\" is missing");
  std::filesystem::remove(input_);
  EXPECT_EQ(faults()[0], "error: " + input_ + ": no such file");
}

}  // namespace
}  // namespace doppel
