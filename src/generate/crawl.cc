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

constexpr uint64_t kOne = uint64_t{1} << 32;  // a share of all

constexpr uint64_t kBoilerplates = 8, kBoilerplateWords = 64;

uint64_t share(Ratio ratio) { return ratio.num * kOne / ratio.den; }

Status range(const char* flag, uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high) return {};
  return invalid_argument(std::string(flag) + " must be between " + std::to_string(low) + " and " +
                          std::to_string(high) + " (got " + std::to_string(value) + ")");
}

// The gaps of a template are this many words apart. At 45 and more, two pages of a template are
// duplicates at a threshold of 4/5.
uint64_t gap_of(Random& random) { return random.between(16, 63); }

}  // namespace

std::string_view name(Kind kind) {
  constexpr std::string_view kNames[] = {"original", "bytes",    "words",    "edited",
                                         "banner",   "trimmed",  "template", "unchanged",
                                         "updated",  "rewritten"};
  return kNames[static_cast<size_t>(kind)];
}

Status CrawlOptions::check() const {
  if (Status s = range("--pages", pages, 1, kMostPages); !s.ok()) return s;
  if (words != 0) {
    if (Status s = range("--words", words, kShortestPage, kMostWords); !s.ok()) return s;
  }
  if (Status s = range("--templates", templates, 1, kMostTemplates); !s.ok()) return s;
  if (Status s = range("--rounds", rounds, 1, kMostRounds); !s.ok()) return s;
  for (auto [flag, ratio] : {std::pair{"--exact", exact},
                             {"--near", near},
                             {"--template", templated},
                             {"--boilerplate", boilerplate}}) {
    if (ratio.num > ratio.den) {
      return invalid_argument(std::string(flag) + " must be between 0 and 1 (got " +
                              ratio.to_string() + ")");
    }
  }
  if (share(exact) + share(near) + share(templated) > kOne) {
    return invalid_argument("--exact, --near and --template add up to more than 1");
  }
  return {};
}

std::string Page::id() const {
  return "p" + std::to_string(number) + (version > 1 ? "v" + std::to_string(version) : "");
}

std::string Page::source_id() const {
  if (kind == Kind::kOriginal) return {};
  if (version > 1) {
    Page before;
    before.number = number;
    before.version = version - 1;
    return before.id();
  }
  return (kind == Kind::kTemplated ? "t" : "p") + std::to_string(source);
}

Crawl::Crawl(const CrawlOptions& options)
    : options_(options), exact_(share(options.exact)), near_(share(options.near)) {
  original_ = kOne - exact_ - near_ - share(options.templated);
}

uint64_t Crawl::originals_before(uint64_t page) const {
  const uint64_t count = (page * original_ + kOne - 1) / kOne;
  return std::max<uint64_t>(count, page > 0);
}

uint64_t Crawl::nth_original(uint64_t n) const { return n == 0 ? 0 : n * kOne / original_; }

uint64_t Crawl::layout_of(uint64_t page) const {
  return scrambled(options_.seed ^ scrambled(page + 1)) << 1;  // odd ones are for other layouts
}

bool Crawl::fetched(uint64_t page, uint32_t round) const {
  if (round == 0) return true;
  Random random(options_.seed, Purpose::kRecrawl, page * CrawlOptions::kMostRounds + round);
  return random.below(2) == 0;
}

void Crawl::make(uint64_t page, uint32_t round, Page& out) const {
  make_first(page, out);
  for (uint32_t r = 1; r <= round; ++r) {
    if (fetched(page, r)) fetch_again(r, out);
  }
}

void Crawl::make_first(uint64_t page, Page& out) const {
  out.number = page;
  out.round = 0;
  out.version = 1;
  if (originals_before(page + 1) > originals_before(page)) {
    out.kind = Kind::kOriginal;
    out.source = page;
    make_original(page, out);
    out.change = no_change(out.words);
    return;
  }
  Random random(options_.seed, Purpose::kKind, page);
  const uint64_t draw = random.below(kOne - original_);
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
  if (random.below(kOne) >= share(options_.boilerplate)) return;
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
  Random random(options_.seed, Purpose::kEdits, page.number * CrawlOptions::kMostRounds + round);
  page.round = round;
  ++page.version;
  page.source = page.number;
  const uint64_t of_20 = random.below(20);
  if (of_20 < 8) {
    page.kind = Kind::kUnchanged;
    page.change = no_change(page.words);
    return;
  }
  const Words before = std::exchange(page.words, {});
  if (of_20 < 15) {
    page.kind = Kind::kUpdated;
    page.change = edit_words(before, vocabulary_, random, page.words);
    return;
  }
  page.kind = Kind::kRewritten;
  const uint64_t length = draw_length(random);
  draw_words(options_.words > 0 ? options_.words : length, random, page.words);
  page.change = {.inserted = page.words.size(),
                 .deleted = before.size(),
                 .left_only = windows(page.words.size()),
                 .right_only = windows(before.size())};
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
