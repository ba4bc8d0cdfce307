// A synthetic crawl of any size, with a known answer, the same on every machine for the same seed.
//
// Every page can be made from its number alone: nothing is stored, and to make a copy of a page,
// that page is made again. The first page is always an original; the others are originals, exact
// copies, near copies and pages of a template, in the shares of the options. The numbers of
// originals are regular (every second page at a share of one half), so that a copy can refer to any
// original before it without a table.
//
// Later rounds fetch pages again and find new ones: recrawl.h.
//
// What is known about a page (kind, source, edits, windows in common) comes from how it was made,
// never from comparing texts. docs/guide/gen.md describes every field.
//
// Stored: the same options give the same crawl, always. Immutable; safe to share. Cost: about 6 ns
// a word, twice that for a copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"
#include "doppel/types.h"
#include "generate/edits.h"
#include "generate/recrawl.h"
#include "generate/vocabulary.h"

namespace doppel::generate {

struct CrawlOptions {
  uint64_t pages = 1000;  // of the first round
  uint64_t seed = 1;
  uint64_t words = 0;  // of every original and template; 0: as in lengths.h
  Ratio exact{1, 5};   // shares of the pages
  Ratio near{1, 5};
  Ratio templated{1, 20};
  Ratio boilerplate{1, 10};  // share of the originals that end in a paragraph many pages have
  uint32_t templates = 16;
  uint32_t rounds = 1;
  RecrawlShares recrawl = {};  // of later rounds

  // All pages of all rounds are at most kMostPages.
  static constexpr uint64_t kMostPages = uint64_t{1} << 31, kMostWords = 100'000'000;
  static constexpr uint32_t kMostTemplates = 1'000'000;

  // kInvalidArgument, with the flag's name, when a value is out of range or the shares of copies
  // are more than 1 together.
  Status check() const;
};

// How a page came about. Stored as its name: never rename.
enum class Kind : uint8_t {
  kOriginal,    // original: words of its own
  kBytes,       // bytes: the text of another page
  kWords,       // words: the words of another page, in another layout
  kEdited,      // edited: another page, some words changed
  kBanner,      // banner: another page, with words before it
  kTrimmed,     // trimmed: another page without its end
  kTemplated,   // template: a template, its gaps filled with the page's number
  kUnchanged,   // unchanged: fetched again, the same text
  kUpdated,     // updated: fetched again, some words changed
  kRewritten,   // rewritten: fetched again, words of its own
  kDead,        // dead: fetched again, it is gone
  kRedirected,  // redirected: fetched again, it leads to another page
  kCopied,      // copied: fetched again, the words of an article that other pages copy, too
};
std::string_view name(Kind kind);

struct Page {
  uint64_t number = 0;
  uint32_t round = 0;
  uint32_t version = 1;   // how often it was fetched
  uint16_t status = 200;  // of HTTP: 200, 301, 302, 404 or 410
  Kind kind = Kind::kOriginal;
  // The number of the page, template or article it was made from; its own number when it is fetched
  // again; of a redirect, the page it leads to.
  uint64_t source = 0;
  // Of its words against those of the source, of a page of the same template, or those it had
  // before it was fetched again; nothing if it has none now.
  Change change;
  Words words;  // of a page that is dead or redirects, the last it had
  uint64_t layout = 0;

  std::string id() const;  // "p17"; "p17v2" when it was fetched again
  // The source as text: "p3", "t3" for a template, "a3" for an article, "p17v1" for an earlier
  // version. Empty for an original.
  std::string source_id() const;
  bool has_text() const { return status == 200; }
};

class Crawl {
 public:
  // REQUIRES: options.check() is ok.
  explicit Crawl(const CrawlOptions& options);

  const CrawlOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  const Recrawl& recrawl() const { return recrawl_; }

  // Replaces `out` by the page as it was fetched in this round.
  // REQUIRES: recrawl().fetched(page, round).
  void make(uint64_t page, uint32_t round, Page& out) const;
  // "https://rina12.example/teata/17", the same for all versions of a page.
  std::string url(uint64_t page) const;

 private:
  uint64_t originals_before(uint64_t page) const;
  uint64_t nth_original(uint64_t n) const;
  void make_first(uint64_t page, Page& out) const;
  void make_original(uint64_t page, Page& out) const;
  void make_copy(Page& out, bool near) const;
  void make_templated(Page& out) const;
  void fetch_again(uint32_t round, Page& page) const;
  void rewrite(Random& random, Page& page) const;
  void copy_article(Random& random, Page& page) const;
  void draw_words(uint64_t count, Random& random, Words& out) const;
  uint64_t layout_of(uint64_t page) const;

  CrawlOptions options_;
  uint64_t exact_ = 0, near_ = 0, original_ = 0;  // shares, of 2^32
  Recrawl recrawl_;
  uint64_t articles_ = 0;  // of each later round
  Vocabulary vocabulary_;
};

}  // namespace doppel::generate
