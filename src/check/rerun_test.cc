// Folders that are true but are not the result of a run.
#include "check/forged_folder.h"

namespace doppel::checks {
namespace {

using support::TempFolder;

// a and c are near each other, b is near both: b is removed for a, c for a as well.
class Rerun : public testing::Test {
 protected:
  void SetUp() override {
    input_ = temp_.write("in.jsonl", text_of({json_page("http://x.example/1", words(0, 100)),
                                              json_page("http://x.example/22", words(3, 103)),
                                              json_page("http://x.example/333", words(30, 130)),
                                              json_page("http://x.example/4444", words(36, 136)),
                                              json_page("http://x.example/5", words(500, 600))}));
    ASSERT_TRUE(dedup({input_}, temp_.path("out")));
    ASSERT_EQ(lines_of(support::read_whole(temp_.path("out/duplicates.jsonl"))).size(), 2u);
  }
  ForgedFolder forged() const { return {temp_, "forged", temp_.path("out")}; }

  // The folder is true, but a new run gives another one.
  void expect_only_rerun_objects(const ForgedFolder& folder, const std::string& fault) {
    EXPECT_EQ(folder.faults(), std::vector<std::string>{});
    expect_fault(folder.faults({.rerun = true}), fault);
  }

  TempFolder temp_;
  std::string input_;
};

TEST_F(Rerun, an_untouched_folder_is_what_a_run_gives) {
  EXPECT_EQ(forged().faults({.rerun = true}), std::vector<std::string>{});
}

TEST_F(Rerun, nothing_is_left_in_the_folder_for_temporary_files) {
  const TempFolder elsewhere;
  ASSERT_EQ(setenv("TMPDIR", elsewhere.path().c_str(), 1), 0);
  EXPECT_EQ(forged().faults({.rerun = true}), std::vector<std::string>{});
  unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere.path()));
}

// All files are consistent, without the removal.
TEST_F(Rerun, a_removal_undone_is_a_fault) {
  ForgedFolder folder = forged();
  folder.edit_lines("duplicates.jsonl", [](Lines& lines) { lines.pop_back(); });
  folder.edit_lines("groups.jsonl", [](Lines& lines) { lines.pop_back(); });
  folder.write("in.jsonl", "");
  const Lines all = lines_of(support::read_whole(input_));
  folder.edit_lines("in.jsonl", [&](Lines& lines) { lines = {all[0], all[2], all[3], all[4]}; });
  folder.replace("summary.json", "\"kept\": 3, \"removed\": 2", "\"kept\": 4, \"removed\": 1");
  folder.replace("summary.json", "\"near\": 2", "\"near\": 1");
  folder.replace("summary.json", "\"1-9\": 2", "\"1-9\": 1");
  folder.replace("summary.json", "\"groups\": 2", "\"groups\": 1");
  expect_only_rerun_objects(
      folder, "record 3: a new run removes it for " + input_ + ": record 2; the folder keeps it");
}

TEST_F(Rerun, another_threshold_is_a_fault) {
  ForgedFolder folder = forged();
  for (const char* file : {"duplicates.jsonl", "summary.json"}) folder.replace(file, "4/5", "1/3");
  expect_only_rerun_objects(
      folder, "record 2: a new run removes it for " + input_ + ": record 0; the folder keeps it");
}

TEST_F(Rerun, numbers_that_only_a_run_knows_are_faults) {
  const std::pair<const char*, const char*> rows[] = {
      {"\"lsh\"", "\"scan\""},
      {"\"candidates\": ", "\"candidates\": 1"},
      {"\"hot_buckets\": 0", "\"hot_buckets\": 1"},
  };
  for (const auto& [from, to] : rows) {
    ForgedFolder folder = forged();
    folder.replace("summary.json", from, to);
    expect_only_rerun_objects(folder, "a new run gives another value of \"comparisons\"");
  }
}

TEST_F(Rerun, another_version_is_a_fault) {
  ForgedFolder folder = forged();
  folder.replace("summary.json", "\"version\": \"", "\"version\": \"9");
  expect_only_rerun_objects(folder, "a new run gives another value of \"version\"");
}

// Two groups that are not connected become one; this can only be seen from the pairs of a run.
TEST_F(Rerun, groups_joined_are_a_fault) {
  ForgedFolder folder = forged();
  folder.edit_lines("groups.jsonl", [](Lines& lines) {
    auto members = [](const std::string& line) {
      const size_t begin = line.find("\"members\": [") + 12;
      return line.substr(begin, line.find(']', begin) - begin);
    };
    // In winner order: the lengths of the URLs are 1, 2, 3, 4.
    lines[0].insert(lines[0].find("]}"), ", " + members(lines[1]));
    lines[0].replace(lines[0].find("\"size\": 2"), 9, "\"size\": 4");
    lines.pop_back();
  });
  folder.replace("duplicates.jsonl", "\"group\": 2", "\"group\": 1");
  folder.replace("summary.json", "\"groups\": 2", "\"groups\": 1");
  expect_only_rerun_objects(folder, "groups.jsonl: differs from what a new run writes");
}

// Valid, but a run chooses another one: record 3 is near two kept pages.
TEST_F(Rerun, a_certificate_that_is_not_the_runs_choice_is_a_fault) {
  temp_.write("two.jsonl", text_of({json_page("http://x.example/1", words(0, 100)),
                                    json_page("http://x.example/22", words(15, 115)),
                                    json_page("http://x.example/333", words(7, 107))}));
  const std::string input = temp_.path("two.jsonl");
  ASSERT_TRUE(dedup({input}, temp_.path("two")));
  ForgedFolder folder(temp_, "forged", temp_.path("two"));
  folder.edit_lines("duplicates.jsonl", [](Lines& lines) {
    ASSERT_EQ(lines.size(), 1u);
    std::string& line = lines[0];
    const std::string first =
        "\"record\": 0, \"offset\": 0, \"id\": \"http://x.example/1\", "
        "\"url\": \"http://x.example/1\"";
    const size_t at = line.find(first);
    ASSERT_NE(at, line.npos);
    line.replace(at, first.size(), "SECOND");
  });
  const std::string groups = folder.read("groups.jsonl");
  const size_t second = groups.find("\"record\": 1");
  folder.replace("duplicates.jsonl", "SECOND",
                 groups.substr(second, groups.find('}', second) - second));
  folder.replace("duplicates.jsonl", "\"common\": 89, \"left_only\": 7, \"right_only\": 7",
                 "\"common\": 88, \"left_only\": 8, \"right_only\": 8");
  folder.replace("duplicates.jsonl", "0.864077", "0.846153");
  expect_only_rerun_objects(folder, "a new run removes it for " + input +
                                        ": record 0; the folder for " + input + ": record 1");
}

}  // namespace
}  // namespace doppel::checks
