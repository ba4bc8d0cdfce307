#include "generate/crawl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

#include "archive/http_message.h"
#include "archive/warc_header.h"
#include "base/hash.h"
#include "generate/layout.h"
#include "generate/lengths.h"
#include "generate/write_crawl.h"

namespace doppel::generate {
namespace {

std::string text_of(const Crawl& crawl, const Page& page) {
  std::string out;
  append_text(out, page.words, crawl.vocabulary(), page.layout, "\n");
  return out;
}

// The windows of a text, from its bytes: words are what stands between blanks and marks, capitals
// are small letters. Slow, and independent of everything that made the text.
std::set<std::string> window_set(std::string text) {
  for (char& c : text) {
    if (c == '.' || c == '!') c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::set<std::string> out;
  for (size_t i = 0; i + 5 <= words.size(); ++i) {
    std::string window;
    for (size_t j = 0; j < 5; ++j) window += words[i + j] + " ";
    out.insert(window);
  }
  return out;
}

void expect_true(const Crawl& crawl, const Page& page, const Page& source) {
  const auto left = window_set(text_of(crawl, page)), right = window_set(text_of(crawl, source));
  uint64_t common = 0;
  for (const std::string& window : left) common += right.count(window);
  EXPECT_EQ(page.change.common, common) << page.id() << " of " << source.id();
  EXPECT_EQ(page.change.left_only, left.size() - common) << page.id();
  EXPECT_EQ(page.change.right_only, right.size() - common) << page.id();
}

struct Written {
  std::string pages, truth;
};

Written written(const CrawlOptions& options, const Format& format = {}) {
  Written out;
  const Status status = write_crawl(
      Crawl(options), format, [&](std::string_view bytes) { return out.pages += bytes, Status(); },
      [&](std::string_view bytes) { return out.truth += bytes, Status(); });
  EXPECT_TRUE(status.ok());
  return out;
}

TEST(Crawl, tells_the_truth_about_every_copy) {
  const Crawl crawl({.pages = 2000, .seed = 3});
  std::array<int, 10> kinds{};
  Page page, source;
  for (uint64_t number = 0; number < crawl.options().pages; ++number) {
    crawl.make(number, 0, page);
    ++kinds[static_cast<size_t>(page.kind)];
    if (page.kind == Kind::kTemplated || page.kind == Kind::kOriginal) continue;
    crawl.make(page.source, 0, source);
    ASSERT_EQ(source.kind, Kind::kOriginal);
    ASSERT_LT(page.source, number);
    expect_true(crawl, page, source);
    const bool same_bytes = text_of(crawl, page) == text_of(crawl, source);
    EXPECT_EQ(same_bytes, page.kind == Kind::kBytes) << page.id();
  }
  for (Kind kind : {Kind::kOriginal, Kind::kBytes, Kind::kWords, Kind::kEdited, Kind::kBanner,
                    Kind::kTrimmed, Kind::kTemplated}) {
    EXPECT_GT(kinds[static_cast<size_t>(kind)], 30) << name(kind);
  }
}

TEST(Crawl, tells_the_truth_about_pages_of_a_template) {
  const Crawl crawl({.pages = 300, .templated = {3, 5}, .templates = 7});
  std::map<uint64_t, Page> first;  // of each template
  Page page;
  int compared = 0;
  for (uint64_t number = 0; number < crawl.options().pages; ++number) {
    crawl.make(number, 0, page);
    if (page.kind != Kind::kTemplated) continue;
    auto [other, fresh] = first.try_emplace(page.source, page);
    if (fresh) continue;
    expect_true(crawl, page, other->second);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(Crawl, tells_the_truth_about_versions) {
  const Crawl crawl({.pages = 100, .rounds = 8});
  std::array<int, 10> kinds{};
  for (uint64_t number = 0; number < crawl.options().pages; ++number) {
    Page before, page;
    crawl.make(number, 0, before);
    for (uint32_t round = 1; round < crawl.options().rounds; ++round) {
      if (!crawl.recrawl().fetched(number, round)) continue;
      crawl.make(number, round, page);
      EXPECT_EQ(page.version, before.version + 1);
      EXPECT_EQ(page.source_id(), before.id());
      expect_true(crawl, page, before);
      ++kinds[static_cast<size_t>(page.kind)];
      before = page;
    }
  }
  for (Kind kind : {Kind::kUnchanged, Kind::kUpdated, Kind::kRewritten}) {
    EXPECT_GT(kinds[static_cast<size_t>(kind)], 50) << name(kind);
  }
}

constexpr RecrawlShares kMixture{
    .fetched = {2, 3}, .changed = {3, 10}, .redirected = {1, 5}, .dead = {1, 5}, .fresh = {1, 10}};

// Follows one page: what a fetch finds must fit what was known of the page, and its last text.
void expect_true_life(const Crawl& crawl, uint64_t number, std::array<int, 13>& kinds) {
  Page before, last_text, page;
  for (uint32_t round = 0; round < crawl.options().rounds; ++round) {
    if (!crawl.recrawl().fetched(number, round)) continue;
    crawl.make(number, round, page);
    EXPECT_EQ(page.round, round);
    ++kinds[static_cast<size_t>(page.kind)];
    if (round == crawl.recrawl().first_round(number)) {
      EXPECT_EQ(page.version, 1u);
      EXPECT_TRUE(page.has_text());
      before = last_text = page;
      continue;
    }
    EXPECT_EQ(page.version, before.version + 1);
    if (page.kind == Kind::kCopied) {
      EXPECT_EQ(page.source_id(), "a" + std::to_string(page.source));
    } else if (page.kind == Kind::kRedirected) {
      EXPECT_TRUE(page.status == 301 || page.status == 302);
      EXPECT_NE(page.source, number);
      EXPECT_LT(page.source, crawl.recrawl().known(round));
      EXPECT_EQ(page.source_id(), "p" + std::to_string(page.source));
    } else {
      EXPECT_EQ(page.source_id(), before.id());
    }
    EXPECT_EQ(page.kind == Kind::kDead, page.status == 404 || page.status == 410);
    EXPECT_TRUE(page.kind != Kind::kUnchanged || before.has_text());
    if (page.kind == Kind::kCopied) {
      last_text = page;
    } else if (page.has_text()) {
      expect_true(crawl, page, last_text);
      last_text = page;
    } else {
      EXPECT_EQ(page.change, Change{});
    }
    before = page;
  }
}

TEST(Crawl, tells_the_truth_about_pages_that_move_die_come_back_and_are_new) {
  const Crawl crawl({.pages = 60, .rounds = 12, .recrawl = kMixture});
  std::array<int, 13> kinds{};
  for (uint64_t number = 0; number < crawl.recrawl().known(11); ++number) {
    expect_true_life(crawl, number, kinds);
  }
  EXPECT_EQ(crawl.recrawl().known(11), 60u + 11 * 4);  // two thirds of 60 are a round
  for (Kind kind :
       {Kind::kUnchanged, Kind::kUpdated, Kind::kRewritten, Kind::kDead, Kind::kRedirected}) {
    EXPECT_GT(kinds[static_cast<size_t>(kind)], 30) << name(kind);
  }
}

TEST(Crawl, has_articles_that_several_pages_of_a_round_copy) {
  const Crawl crawl({.pages = 1000, .rounds = 3, .recrawl = kMixture});
  std::map<uint64_t, Page> first;  // of each article
  Page page;
  int copies = 0;
  for (uint32_t round = 1; round < 3; ++round) {
    for (uint64_t number = 0; number < crawl.recrawl().known(round); ++number) {
      if (!crawl.recrawl().fetched(number, round)) continue;
      crawl.make(number, round, page);
      if (page.kind != Kind::kCopied) continue;
      auto [other, fresh] = first.try_emplace(page.source, page);
      EXPECT_EQ(other->second.round, round);
      expect_true(crawl, page, other->second);
      copies += !fresh;
    }
  }
  EXPECT_GT(first.size(), 10u);
  EXPECT_NEAR(copies, 3 * static_cast<int>(first.size()), 2 * static_cast<int>(first.size()));
}

// An original has no line in the first round, and one in a later round: there it is an event.
TEST(Crawl, has_a_line_of_truth_for_every_record_of_later_rounds) {
  const CrawlOptions options{.pages = 100, .rounds = 2, .recrawl = kMixture};
  std::string pages, truth;
  const Status status = write_crawl(
      Crawl(options), {.only_round = 1},
      [&](std::string_view bytes) { return pages += bytes, Status(); },
      [&](std::string_view bytes) { return truth += bytes, Status(); });
  ASSERT_TRUE(status.ok());
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(truth), lines(pages) + 1);  // the names of the columns
  EXPECT_NE(truth.find("\t\toriginal\t"), truth.npos);
}

TEST(Crawl, can_be_written_round_by_round) {
  const CrawlOptions options{.pages = 200, .rounds = 4, .recrawl = kMixture};
  std::string together;
  for (uint32_t round = 0; round < options.rounds; ++round) {
    together += written(options, {.only_round = round}).pages;
  }
  EXPECT_EQ(together, written(options).pages);
}

TEST(Crawl, has_the_shares_it_was_asked_for) {
  const Crawl crawl(
      {.pages = 20000, .words = 20, .exact = {1, 4}, .near = {1, 10}, .templated = {1, 20}});
  int exact = 0, near = 0, templated = 0, original = 0;
  Page page;
  for (uint64_t number = 0; number < crawl.options().pages; ++number) {
    crawl.make(number, 0, page);
    original += page.kind == Kind::kOriginal;
    templated += page.kind == Kind::kTemplated;
    exact += page.kind == Kind::kBytes || page.kind == Kind::kWords;
    near += page.kind == Kind::kEdited || page.kind == Kind::kBanner || page.kind == Kind::kTrimmed;
  }
  EXPECT_NEAR(original, 12000, 1);
  EXPECT_NEAR(exact, 5000, 250);
  EXPECT_NEAR(near, 2000, 200);
  EXPECT_NEAR(templated, 1000, 150);
}

TEST(Crawl, can_be_one_page_many_times) {
  const Crawl crawl({.pages = 500, .exact = {1, 1}, .near = {0, 1}, .templated = {0, 1}});
  std::set<std::string> sources;
  Page page;
  for (uint64_t number = 1; number < crawl.options().pages; ++number) {
    crawl.make(number, 0, page);
    sources.insert(page.source_id());
  }
  EXPECT_EQ(sources, std::set<std::string>{"p0"});
}

TEST(Crawl, has_pages_as_long_as_those_of_the_web) {
  Random random(1, Purpose::kWords);
  constexpr int kPages = 100000;
  std::vector<int> pages(kLongestPage + 1);
  for (int i = 0; i < kPages; ++i) ++pages.at(draw_length(random));
  int around_237 = 0, spike = 0, shorter = 0;
  for (size_t size = 0; size < pages.size(); ++size) {
    EXPECT_TRUE(size >= kShortestPage || pages[size] == 0);
    if (size >= 231 && size <= 243) around_237 += pages[size];
    if (size < 237) shorter += pages[size];
    spike = std::max(spike, pages[size]);
  }
  EXPECT_GT(around_237, kPages / 8);
  EXPECT_GT(spike, kPages / 40);
  EXPECT_NEAR(shorter, kPages * 43 / 100, kPages / 20);
  EXPECT_GT(pages[404], 10 * pages[405]);
}

TEST(Crawl, has_words_as_many_as_asked) {
  const Crawl crawl({.pages = 3, .words = 256, .boilerplate = {0, 1}});
  Page page;
  crawl.make(0, 0, page);
  EXPECT_EQ(page.words.size(), 256u);
}

TEST(Crawl, is_the_same_for_the_same_seed) {
  const Written one = written({.pages = 300, .seed = 5, .rounds = 2});
  const Written same = written({.pages = 300, .seed = 5, .rounds = 2});
  const Written other = written({.pages = 300, .seed = 6, .rounds = 2});
  EXPECT_EQ(one.pages, same.pages);
  EXPECT_EQ(one.truth, same.truth);
  EXPECT_NE(one.pages, other.pages);
}

// Stored: never change these. Whoever published a seed published its pages.
TEST(Crawl, has_golden_bytes) {
  const Written crawl = written({.pages = 1000, .seed = 1, .rounds = 3});
  EXPECT_EQ(hash64(crawl.pages), 7847947644648386094u);
  EXPECT_EQ(hash64(crawl.truth), 16611450785993131767u);
  const CrawlOptions recrawled{.pages = 1000, .seed = 1, .rounds = 3, .recrawl = kMixture};
  const Written events = written(recrawled);
  EXPECT_EQ(hash64(events.pages), 586037801966170700u);
  EXPECT_EQ(hash64(events.truth), 14810055621762718943u);
  EXPECT_EQ(hash64(written(recrawled, {.warc = true}).pages), 9242893017068318764u);
}

TEST(Crawl, can_be_an_archive) {
  const Written crawl = written({.pages = 50, .rounds = 2}, {.warc = true});
  std::string_view rest = crawl.pages;
  size_t records = 0;
  for (; !rest.empty(); ++records) {
    archive::WarcHeader head;
    ASSERT_EQ(archive::parse_warc_header(rest, head), archive::HeaderFault::kNone);
    EXPECT_EQ(head.type, archive::WarcType::kResponse);
    const std::string_view block = rest.substr(head.header_bytes, head.content_length);
    EXPECT_TRUE(block.ends_with("</html>\n"));
    rest.remove_prefix(head.header_bytes + head.content_length + 4);
  }
  const std::string lines = written({.pages = 50, .rounds = 2}).pages;
  EXPECT_EQ(records, static_cast<size_t>(std::count(lines.begin(), lines.end(), '\n')));
}

TEST(Crawl, redirects_and_dies_in_an_archive) {
  const Written crawl = written({.pages = 50, .rounds = 3, .recrawl = kMixture}, {.warc = true});
  std::string_view rest = crawl.pages;
  std::map<int, int> answers;
  while (!rest.empty()) {
    archive::WarcHeader header;
    ASSERT_EQ(archive::parse_warc_header(rest, header), archive::HeaderFault::kNone);
    const std::string_view block = rest.substr(header.header_bytes, header.content_length);
    archive::HttpHeader http;
    ASSERT_TRUE(archive::parse_http_response(block, http));
    ++answers[http.status];
    const bool redirect = http.status == 301 || http.status == 302;
    EXPECT_EQ(http.location.starts_with("http"), redirect);
    EXPECT_EQ(block.size() > http.header_bytes, http.status == 200);
    rest.remove_prefix(header.header_bytes + header.content_length + 4);
  }
  for (int status : {200, 301, 302, 404, 410}) EXPECT_GT(answers[status], 0) << status;
  EXPECT_EQ(answers.size(), 5u);
}

TEST(Crawl, ends_when_its_file_cannot_be_written) {
  const Status status = write_crawl(Crawl({.pages = 100000}), {},
                                    [](std::string_view) { return io_error("full"); }, {});
  EXPECT_EQ(status.message(), "full");
}

TEST(CrawlOptions, are_checked) {
  EXPECT_TRUE(CrawlOptions{}.check().ok());
  EXPECT_EQ((CrawlOptions{.pages = 0}).check().message(),
            "--pages must be between 1 and 2147483648 (got 0)");
  EXPECT_EQ((CrawlOptions{.words = 19}).check().message(),
            "--words must be between 20 and 100000000 (got 19)");
  EXPECT_EQ((CrawlOptions{.boilerplate = {3, 2}}).check().message(),
            "--boilerplate must be between 0 and 1 (got 3/2)");
  EXPECT_EQ(
      (CrawlOptions{.exact = {1, 2}, .near = {1, 2}, .templated = {1, 100}}).check().message(),
      "--exact, --near and --template add up to more than 1");
  EXPECT_EQ((CrawlOptions{.recrawl = {.dead = {1, 2}}}).check().message(),
            "--changed, --redirected, --dead and --new add up to more than 1");
  EXPECT_EQ((CrawlOptions{.pages = 1, .recrawl = {.redirected = {1, 10}}}).check().message(),
            "--redirected needs at least 2 --pages");
  EXPECT_EQ((CrawlOptions{.pages = uint64_t{1} << 31, .rounds = 2, .recrawl = {.fresh = {1, 4}}})
                .check()
                .message(),
            "all rounds together may have at most 2147483648 pages (got 2415919104): use fewer "
            "--pages or --rounds, or a smaller share of --new pages");
}

}  // namespace
}  // namespace doppel::generate
