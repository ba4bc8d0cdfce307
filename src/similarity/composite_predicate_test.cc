#include "similarity/composite_predicate.h"

#include <gtest/gtest.h>

namespace doppel::similarity {
namespace {

// A pair whose Jaccard similarity is 7/10, and that counts how often it is asked.
class SevenTenths : public PairFacts {
 public:
  const Comparison& comparison(const TextRules&) override {
    ++asked;
    return comparison_;
  }
  const SignaturePair& signatures(const SignatureRules& rules) override {
    ++asked;
    pair_.left.rules = pair_.right.rules = rules;
    pair_.left.windows = pair_.right.windows = 10;
    pair_.left.simhash_low = 0b111;
    return pair_;
  }
  int asked = 0;

 private:
  Comparison comparison_{{7, 1, 2}, 7, 8, 9};
  SignaturePair pair_;
};

constexpr const char* kYes = "jaccard(word,5) >= 7/10";
constexpr const char* kNo = "jaccard(word,5) >= 4/5";

bool holds(const std::string& text) {
  SevenTenths pair;
  auto parsed = CompositePredicate::parse(text);
  EXPECT_TRUE(parsed) << parsed.error().message();
  return parsed && parsed->holds(pair);
}

std::string join(const char* how, std::initializer_list<const char*> parts) {
  std::string out = std::string(how) + " (";
  for (const char* part : parts) out += std::string(out.ends_with('(') ? "" : "; ") + part;
  return out + ")";
}

TEST(CompositePredicate, keeps_the_forms_of_single_predicates) {
  for (const char* text : {"jaccard(word,5) >= 4/5", "containment(char,8) >= 9/10",
                           "jaccard(word,5,padded,masked) >= 4/5", "simhash(64,3) <= 3"}) {
    auto parsed = CompositePredicate::parse(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->to_string(), text);
    EXPECT_TRUE(parsed->parts.empty());
  }
}

TEST(CompositePredicate, is_printed_as_it_is_parsed) {
  const std::string text =
      "any of (jaccard(word,5) >= 4/5; all of (cosine(word,1) >= 1/2; bloom(gear,256,2048,2) >= "
      "1/2))";
  auto parsed = CompositePredicate::parse(text);
  ASSERT_TRUE(parsed) << parsed.error().message();
  EXPECT_EQ(parsed->to_string(), text);
  EXPECT_EQ(*CompositePredicate::parse(parsed->to_string()), *parsed);
}

TEST(CompositePredicate, joins) {
  EXPECT_TRUE(holds(kYes));
  EXPECT_FALSE(holds(kNo));
  EXPECT_TRUE(holds(join("all of", {kYes, kYes})));
  EXPECT_FALSE(holds(join("all of", {kYes, kNo})));
  EXPECT_TRUE(holds(join("any of", {kNo, kYes})));
  EXPECT_FALSE(holds(join("any of", {kNo, kNo})));
  EXPECT_TRUE(holds(join("all of", {"simhash(64,3) <= 3", kYes})));
  EXPECT_FALSE(holds(join("all of", {"simhash(64,3) <= 2", kYes})));
  EXPECT_TRUE(
      holds("any of (" + join("all of", {kYes, kNo}) + "; " + join("all of", {kYes}) + ")"));
}

TEST(CompositePredicate, asks_only_as_far_as_needed) {
  SevenTenths pair;
  EXPECT_FALSE(CompositePredicate::parse(join("all of", {kNo, kYes, kYes}))->holds(pair));
  EXPECT_EQ(pair.asked, 1);
  EXPECT_TRUE(CompositePredicate::parse(join("any of", {kYes, kNo}))->holds(pair));
  EXPECT_EQ(pair.asked, 2);
}

TEST(CompositePredicate, refuses_what_has_no_meaning) {
  std::string deep = kYes;
  for (int i = 0; i < 100; ++i) deep = "all of (" + deep + ")";
  for (const std::string& text :
       {std::string(), std::string("all of"), std::string("all of ()"),
        std::string("all of (") + kYes, std::string("all of (") + kYes + ";)",
        std::string("any of ") + kYes, std::string("none of (") + kYes + ")",
        std::string("all of (") + kYes + "))", std::string(") all of ("), deep}) {
    EXPECT_FALSE(CompositePredicate::parse(text)) << text;
  }
}

}  // namespace
}  // namespace doppel::similarity
