#include "output/sources.h"

#include <gtest/gtest.h>

namespace doppel::output {
namespace {

class Sources : public testing::Test {
 protected:
  Sources() { corpus_.inputs = {{.path = "a.jsonl"}, {.path = "b.jsonl"}}; }

  void page(uint32_t input, std::string_view url, bool removed = false) {
    corpus_.pages.push_back({.at = {.input = input}, .url = url});
    cover_.removals.emplace_back();
    if (removed) cover_.removals.back().emplace();
  }
  void rejected(uint32_t input) { corpus_.rejected.push_back({.at = {.input = input}}); }

  // "source read kept removed rejected", one each.
  std::vector<std::string> counts() {
    std::vector<std::string> out;
    for (const SourceCounts& of : counts_of_sources(corpus_, cover_)) {
      const RecordCounts& b = of.records;
      EXPECT_TRUE(b.balance()) << of.source;
      out.push_back(of.source + " " + std::to_string(b.read) + " " + std::to_string(b.kept) + " " +
                    std::to_string(b.removed) + " " + std::to_string(b.rejected));
    }
    return out;
  }

  corpus::Corpus corpus_{corpus::RunPlan(), std::make_unique<texts::MemoryTexts>()};
  group::Cover cover_;
};

using Lines = std::vector<std::string>;

TEST_F(Sources, are_registrable_domains_across_inputs) {
  page(0, "http://www.example.org/1");
  page(0, "http://www.example.org/2", true);
  page(1, "https://news.example.org/3");
  page(1, "http://shop.example.co.uk/", true);
  EXPECT_EQ(counts(), (Lines{"example.co.uk 1 0 1 0", "example.org 3 2 1 0"}));
}

TEST_F(Sources, are_files_for_what_has_no_domain) {
  page(0, "");
  page(0, "http://127.0.0.1/");
  page(1, "not an address", true);
  rejected(0);
  rejected(1);
  EXPECT_EQ(counts(), (Lines{"a.jsonl 3 2 0 1", "b.jsonl 2 0 1 1"}));
}

TEST_F(Sources, do_not_depend_on_how_an_address_is_written) {
  for (std::string_view url :
       {"http://a.example.org/x", "http:///a.example.org/x", "http:///b.example.net/x",
        "HTTP://A.Example.ORG", "http://\t/a.example.org/x", "http://\t/b.example.net/x",
        "http:\\\\a.example.org\\x", "http://u@a.example.org?x/y", "http://a.example.org#/x"}) {
    page(0, url);
  }
  EXPECT_EQ(counts(), (Lines{"example.net 2 2 0 0", "example.org 7 7 0 0"}));
}

TEST_F(Sources, are_none_without_records) { EXPECT_TRUE(counts().empty()); }

}  // namespace
}  // namespace doppel::output
