#include "generate/crawl.h"

#include <algorithm>
#include <utility>

#include "generate/lengths.h"

// Where the originals are. Let s be their share. Before page p there are ceil(p s) of them, so page
// p is one when that number grows with it, and the n-th is page floor(n / s):
//
//   s = 2/5     page      0  1  2  3  4  5  6  7
//               before    0  1  1  2  2  2  3  3
//               original  *     *        *     *
//
// All in integers, s as a fraction of 2^32. With s = 0 the first page is the only original.
// Tested by crawl_test.cc.

namespace doppel::generate {
namespace {

constexpr uint64_t kBoilerplates = 8, kBoilerplateWords = 64;

Status range(const char* flag, uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high) return {};
  return invalid_argument(std::string(flag) + " must be between " + std::to_string(low) + " and " +
                          std::to_string(high) + " (got " + std::to_string(value) + ")");
}

// The gaps of a template are this many words apart. At 45 and more, two pages of a template are
// duplicates at a threshold of 4/5.
uint64_t gap_of(Random& random) { return random.between(16, 63); }

// Many edits in a row may leave less of a text than an edit needs; then it is rewritten.
constexpr size_t kFewestWordsToEdit = 8;

// About as many pages copy the same article in a round.
constexpr uint64_t kCopiesOfAnArticle = 4;

}  // namespace

std::string_view name(Kind kind) {
  constexpr std::string_view kNames[] = {
      "original",  "bytes",   "words",     "edited", "banner",     "trimmed", "template",
      "unchanged", "updated", "rewritten", "dead",   "redirected", "copied"};
  return kNames[static_cast<size_t>(kind)];
}

Status CrawlOptions::check() const {
  if (Status s = range("--pages", pages, 1, kMostPages); !s.ok()) return s;
  if (words != 0) {
    if (Status s = range("--words", words, kShortestPage, kMostWords); !s.ok()) return s;
  }
  if (Status s = range("--templates", templates, 1, kMostTemplates); !s.ok()) return s;
  if (Status s = range("--rounds", rounds, 1, Recrawl::kMostRounds); !s.ok()) return s;
  if (Status s = recrawl.check(); !s.ok()) return s;
  for (auto [flag, ratio] : {std::pair{"--exact", exact},
                             {"--near", near},
                             {"--template", templated},
                             {"--boilerplate", boilerplate}}) {
    if (ratio.num > ratio.den) {
      return invalid_argument(std::string(flag) + " must be between 0 and 1 (got " +
                              ratio.to_string() + ")");
    }
  }
  if (share(exact) + share(near) + share(templated) > kWhole) {
    return invalid_argument("--exact, --near and --template add up to more than 1");
  }
  const uint64_t all = Recrawl(recrawl, seed, pages).known(rounds - 1);
  if (all > kMostPages) {
    return invalid_argument("all rounds together may have at most " + std::to_string(kMostPages) +
                            " pages (got " + std::to_string(all) +
                            "): use fewer --pages or --rounds, or a smaller share of --new pages");
  }
  if (recrawl.redirected.num > 0 && pages == 1) {
    return invalid_argument("--redirected needs at least 2 --pages");
  }
  return {};
}

std::string Page::id() const {
  return "p" + std::to_string(number) + (version > 1 ? "v" + std::to_string(version) : "");
}

std::string Page::source_id() const {
  if (kind == Kind::kOriginal) return {};
  if (kind == Kind::kCopied) return "a" + std::to_string(source);
  if (version > 1 && kind != Kind::kRedirected) {
    Page before;
    before.number = number;
    before.version = version - 1;
    return before.id();
  }
  return (kind == Kind::kTemplated ? "t" : "p") + std::to_string(source);
}

Crawl::Crawl(const CrawlOptions& options)
    : options_(options),
      exact_(share(options.exact)),
      near_(share(options.near)),
      recrawl_(options.recrawl, options.seed, options.pages) {
  original_ = kWhole - exact_ - near_ - share(options.templated);
  if (!options.recrawl.has_more_than_texts()) return;
  articles_ = recrawl_.rewrites() * (exact_ + near_) / kWhole / kCopiesOfAnArticle + 1;
}

uint64_t Crawl::originals_before(uint64_t page) const {
  const uint64_t count = (page * original_ + kWhole - 1) / kWhole;
  return std::max<uint64_t>(count, page > 0);
}

uint64_t Crawl::nth_original(uint64_t n) const { return n == 0 ? 0 : n * kWhole / original_; }

uint64_t Crawl::layout_of(uint64_t page) const {
  return scrambled(options_.seed ^ scrambled(page + 1)) << 1;  // odd ones are for other layouts
}

// What happened before the last rewrite counts only as versions, so a page of many rounds costs
// little more than one of few.
void Crawl::make(uint64_t page, uint32_t round, Page& out) const {
  make_first(page, out);
  out.round = recrawl_.first_round(page);
  const uint32_t rewritten = recrawl_.last_rewrite(page, round);
  for (uint32_t r = out.round + 1; r <= round; ++r) {
    if (!recrawl_.fetched(page, r)) continue;
    ++out.version;
    if (r >= rewritten) fetch_again(r, out);
  }
}

void Crawl::make_first(uint64_t page, Page& out) const {
  out.number = page;
  out.version = 1;
  out.status = 200;
  if (originals_before(page + 1) > originals_before(page)) {
    out.kind = Kind::kOriginal;
    out.source = page;
    make_original(page, out);
    out.change = no_change(out.words);
    return;
  }
  Random random(options_.seed, Purpose::kKind, page);
  const uint64_t draw = random.below(kWhole - original_);
  if (draw < exact_ + near_) {
    make_copy(out, draw >= exact_);
  } else {
    make_templated(out);
  }
}

void Crawl::draw_words(uint64_t count, Random& random, Words& out) const {
  const size_t begin = out.size();
  out.resize(begin + count);
  constexpr uint32_t kMask = (uint32_t{1} << Vocabulary::kDrawBits) - 1;
  WordId* at = out.data() + begin;
  for (uint64_t i = 0; i + 1 < count; i += 2) {
    const uint64_t bits = random.next();
    *at++ = vocabulary_.draw(static_cast<uint32_t>(bits) & kMask);
    *at++ = vocabulary_.draw(static_cast<uint32_t>(bits >> 32) & kMask);
  }
  if (count % 2 == 1) *at = vocabulary_.draw(static_cast<uint32_t>(random.next()) & kMask);
}

void Crawl::make_original(uint64_t page, Page& out) const {
  Random random(options_.seed, Purpose::kWords, page);
  out.words.clear();
  out.layout = layout_of(page);
  const uint64_t length = draw_length(random);
  draw_words(options_.words > 0 ? options_.words : length, random, out.words);
  if (random.below(kWhole) >= share(options_.boilerplate)) return;
  Random boilerplate(options_.seed, Purpose::kBoilerplate, random.below(kBoilerplates));
  draw_words(kBoilerplateWords, boilerplate, out.words);
}

void Crawl::make_copy(Page& out, bool near) const {
  Random random(options_.seed, Purpose::kSource, out.number);
  out.source = nth_original(random.below(originals_before(out.number)));
  if (!near) {
    make_original(out.source, out);
    out.change = no_change(out.words);
    out.kind = random.below(4) == 0 ? Kind::kWords : Kind::kBytes;
    if (out.kind == Kind::kWords) out.layout = layout_of(out.number) | 1;
    return;
  }
  Page source;
  make_original(out.source, source);
  out.layout = source.layout;
  const uint64_t way = random.below(5);
  if (way == 0) {
    out.kind = Kind::kBanner;
    out.change = add_banner(source.words, vocabulary_, random, out.words);
  } else if (way == 1) {
    out.kind = Kind::kTrimmed;
    out.change = trim(source.words, random, out.words);
  } else {
    out.kind = Kind::kEdited;
    out.change = edit_words(source.words, vocabulary_, random, out.words);
  }
}

void Crawl::make_templated(Page& out) const {
  Random choice(options_.seed, Purpose::kSource, out.number);
  out.kind = Kind::kTemplated;
  out.source = choice.below(options_.templates);
  out.layout = layout_of(out.number);
  Random random(options_.seed, Purpose::kTemplate, out.source);
  const uint64_t gap = gap_of(random), length = draw_length(random);
  out.words.clear();
  draw_words(options_.words > 0 ? options_.words : length, random, out.words);
  out.change = {};
  uint64_t run = 0;
  for (size_t i = 0; i < out.words.size(); ++i, ++run) {
    if (i % gap != gap / 2) continue;
    out.words[i] = number_word(static_cast<uint32_t>(out.number));
    ++out.change.substituted;
    out.change.common += windows(run);
    run = ~uint64_t{0};  // the next word is the first of a new run
  }
  out.change.common += windows(run);
  out.change.left_only = out.change.right_only = windows(out.words.size()) - out.change.common;
}

void Crawl::fetch_again(uint32_t round, Page& page) const {
  Random random = recrawl_.draws(page.number, round);
  page.round = round;
  Recrawl::Finding finding = recrawl_.find(random);
  if (finding == Recrawl::Finding::kUnchanged) {
    if (!page.has_text()) return;  // still dead, or leading to the same page
    page.kind = Kind::kUnchanged;
    page.source = page.number;
    page.change = no_change(page.words);
    return;
  }
  page.change = {};
  page.source = page.number;
  if (finding == Recrawl::Finding::kDead) {
    page.kind = Kind::kDead;
    page.status = random.below(4) == 0 ? 410 : 404;
  } else if (finding == Recrawl::Finding::kRedirected) {
    page.kind = Kind::kRedirected;
    page.status = random.below(4) == 0 ? 302 : 301;
    page.source = random.below(recrawl_.known(round) - 1);
    page.source += page.source >= page.number;  // never itself
  } else if (finding == Recrawl::Finding::kUpdated && page.words.size() >= kFewestWordsToEdit) {
    page.kind = Kind::kUpdated;
    page.status = 200;
    const Words before = std::exchange(page.words, {});
    page.change = edit_words(before, vocabulary_, random, page.words);
  } else {
    rewrite(random, page);
  }
}

// Without new copies a crawl that goes on for long would lose its duplicates one by one.
void Crawl::rewrite(Random& random, Page& page) const {
  page.status = 200;
  if (articles_ > 0 && random.below(kWhole) < exact_ + near_) {
    copy_article(random, page);
    return;
  }
  page.kind = Kind::kRewritten;
  const Words before = std::exchange(page.words, {});
  const uint64_t length = draw_length(random);
  draw_words(options_.words > 0 ? options_.words : length, random, page.words);
  page.change = {.inserted = page.words.size(),
                 .deleted = before.size(),
                 .left_only = windows(page.words.size()),
                 .right_only = windows(before.size())};
}

// Every round has articles of its own, so a page never copies the one it has.
void Crawl::copy_article(Random& random, Page& page) const {
  page.kind = Kind::kCopied;
  page.source = page.round * articles_ + random.below(articles_);
  Random article(options_.seed, Purpose::kArticle, page.source);
  const uint64_t length = draw_length(article);
  page.words.clear();
  draw_words(options_.words > 0 ? options_.words : length, article, page.words);
  page.change = no_change(page.words);
}

// One in four is http, one in eight has a query, so that the winner order has something to prefer.
std::string Crawl::url(uint64_t page) const {
  constexpr uint64_t kPagesAHost = 256, kMostHosts = 4096;
  Random random(options_.seed, Purpose::kAddress, page);
  const uint64_t hosts = std::min(options_.pages / kPagesAHost + 1, kMostHosts);
  const uint64_t host = random.below(random.below(hosts) + 1);  // some are larger
  const bool secure = random.below(4) > 0, query = random.below(8) == 0;
  const auto word = [&](uint64_t n) {  // of the most frequent, which are ASCII
    return std::string(vocabulary_.word(static_cast<WordId>(n % 127)));
  };
  std::string out = secure ? "https://" : "http://";
  out += word(host) + std::to_string(host) + ".example/" + word(random.next()) + "/";
  return out + (query ? "?id=" : "") + std::to_string(page);
}

}  // namespace doppel::generate
