#include "output/revisit_targets.h"

#include <gtest/gtest.h>

#include <deque>

namespace doppel::output {
namespace {

using End = RevisitTargets::Target::End;

// Pages in order; the time of each is its number in seconds.
class Pages {
 public:
  void page(std::string_view url, std::string_view id, int64_t second, bool removed = false) {
    corpus::ArchivePage stored;
    stored.kind = Kind::kHtml;
    stored.url = url;
    stored.id = id;
    stored.fetched_ms = 1000 * second;
    add(stored, removed);
  }
  void revisit(std::string_view url, std::string_view id, corpus::RefersTo other) {
    references_.push_back(other);
    corpus::ArchivePage stored;
    stored.kind = Kind::kRevisit;
    stored.url = url;
    stored.id = id;
    stored.fetched_ms = 0;
    stored.fields.refers_to = &references_.back();
    add(stored, false);
  }
  RevisitTargets::Target target_of(size_t page) const { return RevisitTargets(pages_).of(page); }

 private:
  void add(const corpus::ArchivePage& stored, bool removed) {
    stored_.push_back(stored);
    pages_.push_back({&stored_.back(), removed});
  }

  std::deque<corpus::ArchivePage> stored_;
  std::deque<corpus::RefersTo> references_;
  std::vector<RevisitPage> pages_;
};

constexpr std::string_view kSecond1 = "1970-01-01T00:00:01Z";

TEST(RevisitTargets, a_record_is_named_by_its_id_or_by_url_and_date) {
  Pages pages;
  pages.page("http://e.org/a", "\"<urn:1>\"", 1);
  pages.page("http://e.org/b", "\"<urn:2>\"", 1);
  pages.revisit("http://e.org/r", "null", {.id = "<urn:2>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "null", {.id = {}, .url = "http://e.org/a", .date = kSecond1});
  pages.revisit("http://e.org/r", "null",
                {.id = "<urn:2>", .url = "http://e.org/a", .date = kSecond1});
  pages.revisit("http://e.org/r", "null",
                {.id = "<urn:unknown>", .url = "http://e.org/a", .date = kSecond1});
  for (auto [revisit, page] : {std::pair(2, 1), {3, 0}, {4, 1}, {5, 0}}) {
    auto target = pages.target_of(static_cast<size_t>(revisit));
    EXPECT_EQ(target.end, End::kPage);
    EXPECT_EQ(target.page, static_cast<size_t>(page)) << revisit;
    EXPECT_EQ(target.last, static_cast<size_t>(revisit));
  }
}

TEST(RevisitTargets, a_chain_ends_at_the_page_that_holds_the_payload) {
  Pages pages;
  pages.revisit("http://e.org/r", "\"<urn:r0>\"", {.id = "<urn:r1>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r1>\"", {.id = "<urn:r2>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r2>\"", {.id = "<urn:p>", .url = {}, .date = {}});
  pages.page("http://e.org/a", "\"<urn:p>\"", 1);
  for (size_t revisit : {0, 1, 2}) {
    EXPECT_EQ(pages.target_of(revisit).end, End::kPage);
    EXPECT_EQ(pages.target_of(revisit).page, 3u);
    EXPECT_EQ(pages.target_of(revisit).last, 2u);
  }
}

TEST(RevisitTargets, a_chain_that_leaves_the_inputs_is_known_by_its_last_revisit) {
  Pages pages;
  pages.revisit("http://e.org/r", "\"<urn:r0>\"", {.id = "<urn:r1>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r1>\"", {.id = "<urn:earlier>", .url = {}, .date = {}});
  EXPECT_EQ(pages.target_of(0).end, End::kOutside);
  EXPECT_EQ(pages.target_of(0).last, 1u);
  EXPECT_EQ(pages.target_of(1).last, 1u);
}

TEST(RevisitTargets, a_circle_leads_nowhere) {
  Pages pages;
  pages.revisit("http://e.org/r", "\"<urn:r0>\"", {.id = "<urn:r1>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r1>\"", {.id = "<urn:r2>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r2>\"", {.id = "<urn:r1>", .url = {}, .date = {}});
  pages.revisit("http://e.org/r", "\"<urn:r3>\"", {.id = "<urn:r3>", .url = {}, .date = {}});
  for (size_t revisit : {0, 1, 2, 3}) EXPECT_EQ(pages.target_of(revisit).end, End::kNowhere);
}

TEST(RevisitTargets, of_several_pages_of_one_name_the_kept_one_is_meant) {
  Pages pages;
  pages.revisit("http://e.org/a", "\"<urn:1>\"", {.id = "<urn:1>", .url = {}, .date = {}});
  pages.page("http://e.org/a", "\"<urn:1>\"", 1, true);
  pages.page("http://e.org/a", "\"<urn:1>\"", 1, true);
  EXPECT_EQ(pages.target_of(0).page, 1u);
  pages.page("http://e.org/a", "\"<urn:1>\"", 1);
  EXPECT_EQ(pages.target_of(0).page, 3u);
}

TEST(RevisitTargets, a_long_chain_is_walked_once) {
  constexpr size_t kLong = 100'000;
  std::deque<std::string> ids;
  for (size_t i = 0; i <= kLong; ++i) ids.push_back("<urn:" + std::to_string(i) + ">");
  std::deque<std::string> quoted;
  for (const std::string& id : ids) quoted.push_back("\"" + id + "\"");
  Pages pages;
  for (size_t i = 0; i < kLong; ++i) {
    pages.revisit("http://e.org/r", quoted[i], {.id = ids[i + 1], .url = {}, .date = {}});
  }
  pages.page("http://e.org/a", quoted[kLong], 1);
  EXPECT_EQ(pages.target_of(0).page, kLong);
}

}  // namespace
}  // namespace doppel::output
