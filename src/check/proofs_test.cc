#include "check/proofs.h"

#include <gtest/gtest.h>

#include "check/forged_folder.h"
#include "doppel/check.h"
#include "text/unit_hash.h"

namespace doppel::checks {
namespace {

using support::TempFolder;

// Two words with the same public hash and the same length, so that the positions of records do not
// change.
const std::string kWord = "pnsntpmlqhmjksul", kCollides = "nrfkujhtkpjllnlu";

// Every window of five has the word in it.
std::string text_with(const std::string& word, int seed) {
  std::string out;
  for (int i = 0; i < 12; ++i)
    out += word + " " + words(100 * seed + 4 * i, 100 * seed + 4 * i + 4);
  return out;
}

TEST(Proofs, colliding_words_prove_nothing) {
  ASSERT_EQ(text::unit_hash(kWord), text::unit_hash(kCollides));
  TempFolder temp;
  auto write = [&](const std::string& second) {
    return temp.write("in.jsonl", text_of({json_page("http://a/", text_with(kWord, 1)),
                                           json_page("http://bb/", text_with(second, 1))}));
  };
  ASSERT_TRUE(dedup({write(kWord)}, temp.path("out")));
  write(kCollides);
  ForgedFolder folder(temp, "copy", temp.path("out"));
  for (bool deep : {false, true}) {
    auto found = folder.faults({.deep = deep});
    expect_fault(found, "the similarity is 0 common, 56 left only, 56 right only");
    expect_fault(found, "level bytes does not hold");
    expect_fault(found, "which is not a duplicate");
  }
}

TEST(Proofs, colliding_words_make_two_texts) {
  TempFolder temp;
  temp.write("in.jsonl", text_of({json_page("http://a/", kWord + " one two three four five"),
                                  json_page("http://b/", kCollides + " one two three four five")}));
  auto summary = dedup({temp.path("in.jsonl")}, temp.path("out"));
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->texts, 2u);
  EXPECT_EQ(ForgedFolder(temp, "copy", temp.path("out")).faults(), std::vector<std::string>{});
}

// Of 1,500 certificates, every second one is counted on the words; the others rely on the key.
TEST(Proofs, a_certificate_outside_the_sample_rests_on_the_key) {
  TempFolder temp;
  auto write = [&](const std::string& third) {
    Lines lines;
    for (int i = 0; i <= 1500; ++i) {
      lines.push_back(
          json_page("http://a/" + std::to_string(10000 + i), text_with(i == 2 ? third : kWord, 1)));
    }
    return temp.write("in.jsonl", text_of(lines));
  };
  ASSERT_TRUE(dedup({write(kWord)}, temp.path("out")));
  auto report = check(temp.path("out"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->certificates, 1500u);
  EXPECT_EQ(report->counted_on_words, 750u);
  EXPECT_EQ(report->faults, std::vector<std::string>{});
  auto deep = check(temp.path("out"), {.deep = true});
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->counted_on_words, 1500u);
  write(kCollides);  // certificate 1
  ForgedFolder folder(temp, "copy", temp.path("out"));
  expect_fault(folder.faults(), "record 2: the similarity is 0 common");
}

// A cheap claim must be cheap to refute: here 3,000 pages are looked up in a kept page that is
// 3,000 times as long as each of them.
TEST(Proofs, a_huge_page_kept_for_many_small_ones_is_looked_up) {
  TempFolder temp;
  Lines lines = {json_page("http://a/", words(0, 6000))};
  for (int i = 0; i < 3000; ++i) {
    lines.push_back(json_page("http://a/" + std::to_string(10000 + i), words(10000, 10010)));
  }
  ASSERT_TRUE(dedup({temp.write("in.jsonl", text_of(lines))}, temp.path("out")));
  ForgedFolder folder(temp, "copy", temp.path("out"));
  folder.replace("duplicates.jsonl",
                 "\"kept\": {\"input\": \"" + temp.path("in.jsonl") + "\", \"record\": 1,",
                 "\"kept\": {\"input\": \"" + temp.path("in.jsonl") + "\", \"record\": 0,");
  auto report = check(folder.dir, {.deep = true});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->counted_on_words, 0u);  // no claim holds, so none is counted twice
  expect_fault(report->faults, "the similarity is 0 common, 6 left only, 5996 right only");
}

}  // namespace
}  // namespace doppel::checks
