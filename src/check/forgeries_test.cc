// Many small forgeries, each in exactly the format of dedup, each with the fault that reports it.
#include <algorithm>

#include "check/forged_folder.h"
#include "support/packed.h"

namespace doppel::checks {
namespace {

namespace fs = std::filesystem;

using support::TempFolder;

// Two inputs, one of them compressed; every level of JSONL, a chain with two kept pages, and
// rejected records.
//
//   plain.jsonl   0 a   1 a again   2 a with other punctuation   3 a with one word changed
//                 4 rejected   5 alone   6 and 7 rejected
//   packed.jsonl.gz   0, 1, 2 a chain: 1 is near 0 and 2, which are not near each other
//                     3 b   4 b again
class Forgeries : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    temp_ = new TempFolder;
    const std::string a = words(0, 40), b = words(1000, 1040);
    temp_->write("plain.jsonl",
                 text_of({json_page("http://a.example/1", a), json_page("http://a.example/22", a),
                          json_page("http://b.example/333", words(0, 39) + "w39."),
                          json_page("http://a.example/4444", words(0, 39) + "other"), "broken",
                          json_page("http://c.example/", words(500, 520)), "{}", "[1]"}));
    temp_->write("packed.jsonl.gz",
                 support::gzip(text_of({json_page("http://chain.example/1", words(100, 160)),
                                        json_page("http://chain.example/22", words(105, 165)),
                                        json_page("http://chain.example/333", words(110, 170)),
                                        json_page("http://d.example/1", b),
                                        json_page("http://d.example/22", b)})));
    ASSERT_TRUE(dedup({temp_->path("plain.jsonl"), temp_->path("packed.jsonl.gz")}, truth()));
  }
  static void TearDownTestSuite() { delete temp_; }

  static std::string truth() { return temp_->path("truth"); }
  static std::string plain() { return temp_->path("plain.jsonl"); }
  static std::string packed() { return temp_->path("packed.jsonl.gz"); }
  static std::string record(const std::string& input, uint64_t number) {
    return "{\"input\": \"" + input + "\", \"record\": " + std::to_string(number);
  }

  static inline TempFolder* temp_ = nullptr;
};

TEST_F(Forgeries, are_not_seen_in_an_untouched_folder) {
  ForgedFolder folder(*temp_, "untouched", truth());
  EXPECT_EQ(folder.faults(), std::vector<std::string>{});
  EXPECT_EQ(folder.faults({.deep = true, .rerun = true}), std::vector<std::string>{});
}

struct Replacement {
  const char* file;
  std::string from, to;
  std::string fault;
};

TEST_F(Forgeries, in_numbers_and_names_are_faults) {
  const std::string two32 = "4294967296";
  const Replacement rows[] = {
      // Certificates.
      {"duplicates.jsonl", "\"common\": 36", "\"common\": 4294967332", "the similarity is 36"},
      {"duplicates.jsonl", "\"left_only\": 0", "\"left_only\": " + two32, "0 left only"},
      {"duplicates.jsonl", "\"right_only\": 0", "\"right_only\": " + two32, "0 right only"},
      {"duplicates.jsonl", "1.000000", "1.0", "is not what the counts give"},
      {"duplicates.jsonl", "\"near\"", "\"words\"", "level words does not hold"},
      {"duplicates.jsonl", "\"words\"", "\"near\"", "which is words"},
      {"duplicates.jsonl", "4/5", "3/5", "the predicate differs from that of the run"},
      {"duplicates.jsonl", "4/5", "8/10", "the predicate differs from that of the run"},
      {"duplicates.jsonl", "\"group\": 1}", "\"group\": 2}", "not in group 2"},
      {"duplicates.jsonl", "\"group\": 1}", "\"group\": 4294967297}", "not in group 4294967297"},
      {"duplicates.jsonl", "\"kept\": " + record(plain(), 0), "\"kept\": " + record(plain(), 5),
       "does not hold with"},
      {"duplicates.jsonl", "\"kept\": " + record(plain(), 0), "\"kept\": " + record(plain(), 4),
       "the page kept instead does not exist"},
      {"duplicates.jsonl", "\"kept\": " + record(plain(), 0), "\"kept\": " + record(plain(), 99),
       "the page kept instead does not exist"},
      {"duplicates.jsonl", record(plain(), 1), record(plain(), 4294967297), "no such page"},
      {"duplicates.jsonl", "\"offset\": 0", "\"offset\": 4294967296", "differ between the lists"},
      {"duplicates.jsonl", "a.example/22", "a.example/2", "differ between the lists"},
      // Groups.
      {"groups.jsonl", "\"size\": 4", "\"size\": 4294967300", "size is not"},
      {"groups.jsonl", "\"group\": 2", "\"group\": 7", "group 7: should have number 2"},
      {"groups.jsonl", "\"winner\": " + record(plain(), 0), "\"winner\": " + record(plain(), 1),
       "the winner is not first"},
      {"groups.jsonl", "\"id\": \"http://d", "\"id\": \"http://e", "differ between the lists"},
      // Rejected records.
      {"rejected.jsonl", "invalid_json", "no_text", "but it is not rejected for that"},
      {"rejected.jsonl", "\"record\": 6", "\"record\": 5", "but it is not rejected for that"},
      {"rejected.jsonl", "\"record\": 6", "\"record\": 4294967302",
       "but it is not rejected for that"},
      {"rejected.jsonl", "\"offset\": ", "\"offset\": 1", "wrong offset"},
      {"rejected.jsonl", "\"detail\": \"", "\"detail\": \"evil ", "the detail should be"},
      // The summary.
      {"summary.json", "\"texts\": ", "\"texts\": 1", "wrong value of \"texts\""},
      {"summary.json", "\"groups\": ", "\"groups\": 1", "wrong value of \"groups\""},
      {"summary.json", "\"thin\": 0", "\"thin\": 1", "wrong value of \"thin\""},
      {"summary.json", ", \"seconds\": ", "0, \"seconds\": ", "wrong value of \"bytes\""},
      {"summary.json", "\"near\": 2", "\"near\": 4294967298", "removed_by_level"},
      {"summary.json", "\"no_text\": 1", "\"no_text\": 2", "rejected_by_reason"},
      {"summary.json", "\"no_text\": 1", "\"corrupt\": 1", "rejected_by_reason"},
      {"summary.json", "\"source\": \"a.example\"", "\"source\": \"aa.example\"",
       "entry 2 should be \"a.example\""},
      {"summary.json", "\"source\": \"c.example\", \"read\": 1, \"kept\": 1",
       "\"source\": \"c.example\", \"read\": 2, \"kept\": 2", "source c.example: read 1"},
      {"summary.json", "\"text_rules\": ", "\"text_rules\": 9", "made under text rules 9"},
      {"summary.json", "\"unicode\": \"", "\"unicode\": \"9", "and Unicode 9"},
      {"summary.json", "\"hash\": \"", "\"hash\": \"9", "made with the public suffix list of "},
      {"summary.json", ">= 4/5", ">= 19/20", "level near does not hold"},
      {"summary.json", "jaccard(word,5)", "jaccard(word,4)", "the similarity is"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"other.jsonl\"",
       "other.jsonl: no such file"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"../plain.jsonl\"",
       "no such file"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"" + plain() + "\"",
       "no such file"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"./plain.jsonl\"",
       "no such file"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"packed.jsonl.gz\"",
       "two files of the run have this name"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"groups.jsonl\"",
       "two files of the run have this name"},
      {"summary.json", "\"output\": \"plain.jsonl\"", "\"output\": \"\"", "no such file"},
  };
  for (const Replacement& row : rows) {
    SCOPED_TRACE(std::string(row.file) + ": " + row.from + " -> " + row.to);
    ForgedFolder folder(*temp_, "forged", truth());
    folder.replace(row.file, row.from, row.to, false);
    expect_fault(folder.faults(), row.fault);
  }
}

// A run with that option gives the same folder, so the summary is still true.
TEST_F(Forgeries, of_an_option_without_any_effect_are_none) {
  ForgedFolder folder(*temp_, "forged", truth());
  folder.replace("summary.json", "\"max_record\": 67108864", "\"max_record\": 100000");
  EXPECT_EQ(folder.faults({.rerun = true}), std::vector<std::string>{});
}

TEST_F(Forgeries, in_the_form_of_a_line_are_faults) {
  const Replacement rows[] = {
      {"duplicates.jsonl", "\"level\": ", "\"level\": \"near\", \"level\": ", ""},
      {"duplicates.jsonl", ", \"predicate\"", ", \"evil\": 1, \"predicate\"", ""},
      {"duplicates.jsonl", "\"level\": ", "\"level\":  ", ""},
      {"duplicates.jsonl", "\"level\"", "\"l\\u0065vel\"", ""},
      {"duplicates.jsonl", "\"level\": \"near\"", "\"level\": \"ne\\u0061r\"", ""},
      {"duplicates.jsonl", "\"common\": ", "\"common\": 1, \"common\": ", ""},
      {"duplicates.jsonl", "}\n", "} \n", ""},
      {"duplicates.jsonl", "}\n", "}\r\n", ""},
      {"groups.jsonl", "\"size\": 4", "\"size\": 3, \"size\": 4", ""},
      {"groups.jsonl", "\"members\": [", "\"members\": [ ", ""},
      {"rejected.jsonl", "\"detail\"", "\"note\": 1, \"detail\"", ""},
      {"rejected.jsonl", "\"reason\": \"no", "\"reason\": \"\\u006eo", ""},
      {"summary.json", "\"texts\": ", "\"evil\": 1, \"texts\": ", ""},
      {"summary.json", "\"texts\": ", "\"texts\": 0, \"texts\": ", ""},
      {"summary.json", "\"no_text\": 1", "\"no_text\": 1, \"evil\": 1", ""},
      {"summary.json", "\"no_text\": 1", "\"no_text\": 1, \"truncated\": 0", ""},
      {"summary.json", "4/5", "8/10", ""},
      {"summary.json", "\"seconds\": ", "\"seconds\": 0", ""},
      {"summary.json", "}\n", "}\n\n", ""},
      {"summary.json", "}\n", "}", ""},
  };
  for (const Replacement& row : rows) {
    SCOPED_TRACE(std::string(row.file) + ": " + row.from + " -> " + row.to);
    ForgedFolder folder(*temp_, "forged", truth());
    folder.replace(row.file, row.from, row.to, false);
    auto found = folder.faults();
    // "00.1" is not JSON at all.
    expect_fault(found, found[0].starts_with("error") ? "byte" : "not in the form that dedup");
  }
}

TEST_F(Forgeries, of_a_page_are_faults_when_all_lists_agree_on_them) {
  const Replacement rows[] = {
      {"", "\"url\": \"http://d.example/22\"", "\"url\": \"http://d.example/23\"", ""},
      {"", "\"id\": \"http://d.example/22\"", "\"id\":  \"http://d.example/22\"", ""},
      {"", "\"id\": \"http://d.example/22\"", "\"id\": null", ""},
      {"", "\"url\": \"http://d.example/22\"", "\"url\": \"http:\\/\\/d.example/22\"", ""},
      {"", "\"url\": \"http://d.example/22\"",
       "\"url\": \"http://d.example/22\", \"date\": \"2026-01-01T00:00:00Z\"", ""},
      {"", "\"url\": \"http://d.example/22\"",
       "\"url\": \"http://x/\", \"url\": \"http://d.example/22\"", ""},
  };
  for (const Replacement& row : rows) {
    SCOPED_TRACE(row.from + " -> " + row.to);
    ForgedFolder folder(*temp_, "forged", truth());
    folder.replace("duplicates.jsonl", row.from, row.to);
    folder.replace("groups.jsonl", row.from, row.to);
    expect_fault(folder.faults(), "record 4: offset, id, url or date differ from the record");
  }
}

struct ListForgery {
  const char* name;
  const char* file;
  std::function<void(Lines&)> edit;
  const char* fault;
};

TEST_F(Forgeries, in_the_lines_of_a_list_are_faults) {
  auto reverse = [](Lines& lines) { std::reverse(lines.begin(), lines.end()); };
  auto drop_first = [](Lines& lines) { lines.erase(lines.begin()); };
  auto repeat_last = [](Lines& lines) { lines.push_back(lines.back()); };
  auto blank = [](Lines& lines) { lines.insert(lines.begin() + 1, " "); };
  const ListForgery rows[] = {
      {"reversed", "duplicates.jsonl", reverse, "duplicates.jsonl is not in input order"},
      {"dropped", "duplicates.jsonl", drop_first, "is not what the summary says"},
      {"repeated", "duplicates.jsonl", repeat_last, "removed twice"},
      {"blank", "duplicates.jsonl", blank, "a blank line"},
      {"reversed", "groups.jsonl", reverse, "should have number 1"},
      {"dropped", "groups.jsonl", drop_first, "not in group 1"},
      {"repeated", "groups.jsonl", repeat_last, "in two groups, or in one twice"},
      {"blank", "groups.jsonl", blank, "a blank line"},
      {"reversed", "rejected.jsonl", reverse, "rejected.jsonl is not in input order"},
      {"dropped", "rejected.jsonl", drop_first, "but not listed"},
      {"repeated", "rejected.jsonl", repeat_last, "but it is not rejected for that"},
      {"blank", "rejected.jsonl", blank, "a blank line"},
      {"dropped", "plain.jsonl", drop_first, "does not contain exactly the kept records"},
      {"repeated", "plain.jsonl", repeat_last, "does not contain exactly the kept records"},
      {"blank", "plain.jsonl", blank, "does not contain exactly the kept records"},
      {"reversed", "plain.jsonl", reverse, "does not contain exactly the kept records"},
      {"another id", "plain.jsonl", [](Lines& lines) { lines[0].insert(1, " "); },
       "does not contain exactly the kept records"},
      {"carriage returns", "plain.jsonl", [](Lines& lines) { lines[0] += '\r'; },
       "does not contain exactly the kept records"},
  };
  for (const ListForgery& row : rows) {
    SCOPED_TRACE(std::string(row.file) + ": " + row.name);
    ForgedFolder folder(*temp_, "forged", truth());
    folder.edit_lines(row.file, row.edit);
    expect_fault(folder.faults(), row.fault);
  }
}

TEST_F(Forgeries, of_group_numbers_are_faults_when_all_lists_agree_on_them) {
  ForgedFolder folder(*temp_, "forged", truth());
  for (const char* file : {"duplicates.jsonl", "groups.jsonl"}) {
    folder.replace(file, "\"group\": ", "\"group\": 10");
  }
  expect_fault(folder.faults(), "group 101: should have number 1");
}

TEST_F(Forgeries, of_a_packed_kept_file_are_faults) {
  const std::string bytes = support::read_whole(truth() + "/packed.jsonl.gz");
  const Lines kept = {json_page("http://chain.example/1", words(100, 160)),
                      json_page("http://chain.example/333", words(110, 170)),
                      json_page("http://d.example/1", words(1000, 1040))};
  const std::string content = text_of(kept);
  ASSERT_EQ(bytes, support::gzip(content));
  std::string named = bytes, flipped = bytes, timed = bytes;
  named[3] = 8;  // a file name follows the head: "a"
  named.insert(10, std::string("a\0", 2));
  timed[4] = 1;
  flipped[flipped.size() - 6] ^= 1;
  const size_t half = content.find('\n') + 1;
  const std::pair<const char*, std::string> rows[] = {
      {"not packed", content},
      {"packed by another packer", support::zstd(content)},
      {"two members", support::gzip(content.substr(0, half)) + support::gzip(content.substr(half))},
      {"an empty member behind", bytes + support::gzip("")},
      {"something behind", bytes + "garbage"},
      {"zeros behind", bytes + std::string(8, '\0')},
      {"cut", bytes.substr(0, bytes.size() - 4)},
      {"a wrong checksum", flipped},
      {"a name in the head", named},
      {"a time in the head", timed},
      {"a blank line", support::gzip(content + "\n")},
      {"a line more", support::gzip(content + kept[0] + "\n")},
      {"a line less", support::gzip(content.substr(half))},
      {"nothing", ""},
  };
  for (const auto& [name, forged] : rows) {
    SCOPED_TRACE(name);
    ForgedFolder folder(*temp_, "forged", truth());
    folder.write("packed.jsonl.gz", forged);
    expect_fault(folder.faults(), "packed.jsonl.gz: does not contain exactly the kept records");
  }
  // Another compression level gives one member with the same records, which is allowed.
  ForgedFolder folder(*temp_, "forged", truth());
  folder.write("packed.jsonl.gz", support::gzip(content, 9));
  EXPECT_EQ(folder.faults(), std::vector<std::string>{});
}

TEST_F(Forgeries, by_files_and_links_are_faults) {
  const std::pair<const char*, std::function<void(const std::string&)>> rows[] = {
      {"evil: a file that dedup", [](auto& dir) { std::ofstream(dir + "/evil") << "x"; }},
      {".evil: a file that dedup", [](auto& dir) { std::ofstream(dir + "/.evil") << "x"; }},
      {"evil: a folder that dedup", [](auto& dir) { fs::create_directory(dir + "/evil"); }},
      {"index.cdxj: a file that dedup", [](auto& dir) { std::ofstream(dir + "/index.cdxj"); }},
      {"evil: a file that dedup", [](auto& dir) { fs::create_symlink("/etc", dir + "/evil"); }},
      {"plain.jsonl: is a symbolic link, not a file",
       [](auto& dir) {
         fs::rename(dir + "/plain.jsonl", dir + ".moved");
         fs::create_symlink(dir + ".moved", dir + "/plain.jsonl");
       }},
      {"plain.jsonl: no such file", [](auto& dir) { fs::remove(dir + "/plain.jsonl"); }},
      {"plain.jsonl: is a folder, not a file",
       [](auto& dir) {
         fs::remove(dir + "/plain.jsonl");
         fs::create_directory(dir + "/plain.jsonl");
       }},
  };
  for (const auto& [fault, forge] : rows) {
    SCOPED_TRACE(fault);
    ForgedFolder folder(*temp_, "forged", truth());
    forge(folder.dir);
    expect_fault(folder.faults(), fault);
  }
}

TEST_F(Forgeries, the_empty_mark_of_a_run_that_was_killed_at_its_end_is_no_fault) {
  ForgedFolder folder(*temp_, "forged", truth());
  fs::create_directory(folder.dir + "/.doppel-run");
  EXPECT_TRUE(folder.faults().empty());
  std::ofstream(folder.dir + "/.doppel-run/x") << "x";
  expect_fault(folder.faults(), ".doppel-run/x: a file that dedup did not write");
}

TEST_F(Forgeries, of_control_characters_do_not_reach_the_terminal) {
  ForgedFolder folder(*temp_, "forged", truth());
  folder.write("\x1b[2J\xff", "x");
  expect_fault(folder.faults(), "\\x1b[2J\xEF\xBF\xBD: a file that dedup did not write");
}

}  // namespace
}  // namespace doppel::checks
