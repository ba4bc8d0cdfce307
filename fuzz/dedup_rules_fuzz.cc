// A handful of texts is deduplicated by the library and by its definition (kept_by_definition.h).
//
// `exact` and `scan` must give the very same certificates. `lsh` may miss a pair, so of its
// certificates each must be true, and equal texts must all be found. Before a page is added, the
// library is asked what would become of it; what becomes of the last page must be that.
//
// The first line chooses threshold, k, unit, padding, masking of numbers, and whether each letter
// of a text is a word ("abc" means "a b c"), which makes near-duplicates likely. Every further line
// is a page: a byte for its score, one for its URL, the address that it names as canonical and the
// time it was first seen, then its text.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "doppel/dedup.h"
#include "input_files.h"
#include "kept_by_definition.h"
#include "require.h"

namespace {

using namespace doppel;
using fuzz::Page;

constexpr size_t kMaxPages = 24;
constexpr double kScores[] = {-1, 0,     0.5, 1,        2.99,
                              3,  1e300, NAN, INFINITY, std::numeric_limits<double>::denorm_min()};
const fuzz::Address kAddresses[] = {{""},
                                    {"http://a.b", "http://a.b/", "a.b"},
                                    {"https://a.b", "https://a.b/", "a.b"},
                                    {"http://a.b/?c", "http://a.b/?c", "a.b"},
                                    {"http://c.b", "http://c.b/", "c.b"},
                                    {"https://a/?b", "https://a/?b", "a"},
                                    {"http"},
                                    {"HTTPS://a.b", "https://a.b/", "a.b"}};
constexpr int64_t kTimes[] = {kNeverSeen, 0, -1, 1000};

// The certificate of the last page is what was answered before it was added.
void require_foretold(size_t pages, const std::optional<Removal>& answer,
                      const std::vector<Certificate>& told) {
  std::optional<Removal> truth;
  if (!told.empty() && told.back().removed + 1 == pages) {
    truth = Removal{told.back().kept, told.back().level, told.back().similarity};
  }
  fuzz::require(answer == truth, "a page is removed otherwise than was foretold");
}

Result<std::vector<Certificate>> deduplicate(const std::vector<Page>& pages,
                                             const Predicate& predicate, Strategy strategy) {
  Deduplicator deduplicator({.predicate = predicate, .strategy = strategy});
  Result<std::optional<Removal>> answer =
      std::optional<Removal>();  // before the last page is added
  for (const Page& page : pages) {
    const PageFacts facts{page.at.url, page.score, page.canonical.url, page.first_seen_ms};
    answer = deduplicator.would_remove(page.text, facts);
    deduplicator.add(page.text, facts);
  }
  auto found = deduplicator.finish();
  fuzz::require(answer.has_value() == found.has_value(), "a question fails and the run does not");
  if (found) require_foretold(pages.size(), *answer, *found);
  return found;
}

// Whatever was missed: nothing untrue is told, and equal texts are found.
void require_sound(const std::vector<Page>& pages, const fuzz::KeptByDefinition& definition,
                   const std::vector<Certificate>& told) {
  std::set<uint64_t> removed;
  for (const Certificate& one : told) removed.insert(one.removed);
  for (const Certificate& one : told) {
    fuzz::require(!removed.contains(one.kept), "a page is removed for a removed page");
    fuzz::require(definition.preferred(one.kept, one.removed), "a page is removed for a worse one");
    if (definition.same_text(one.removed, one.kept)) {
      Certificate truth = definition.equal(one.removed, one.kept);
      truth.group = one.group;
      fuzz::require(one == truth, "a certificate of equal texts is wrong");
    } else {
      fuzz::require(
          one.level == Level::kNear && definition.pair(one.removed, one.kept) == one.similarity,
          "a certificate of near texts is wrong");
    }
  }
  for (size_t a = 0; a < pages.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      fuzz::require(!definition.same_text(a, b) || removed.contains(a) || removed.contains(b),
                    "two pages with the same text are kept");
    }
  }
}

Predicate predicate_of(fuzz::Choices& choices) {
  constexpr uint32_t kDenominators = 12;
  Predicate out;
  out.threshold.den = 1 + choices.next(kDenominators);
  out.threshold.num = 1 + choices.next(out.threshold.den);
  const uint32_t common = std::gcd(out.threshold.num, out.threshold.den);
  out.threshold = {out.threshold.num / common, out.threshold.den / common};
  out.rules.k = 1 + choices.next(8);
  out.rules.unit = choices.next(2) == 0 ? Unit::kWord : Unit::kChar;
  out.rules.padding = choices.next(2) == 0 ? Padding::kNone : Padding::kAlways;
  out.rules.mask_numbers = choices.next(2) == 1;
  return out;
}

std::vector<Page> read_pages(std::string_view rest, bool letters) {
  std::vector<Page> out;
  while (!rest.empty() && out.size() < kMaxPages) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    fuzz::Choices choices(rest.substr(0, std::min<size_t>(2, end)));
    Page page;
    page.score = kScores[choices.next(std::size(kScores))];
    const unsigned facts = choices.next(256);
    page.at = kAddresses[facts % 8];
    page.canonical = kAddresses[facts / 8 % 8];
    page.first_seen_ms = kTimes[facts / 64];
    for (char c : rest.substr(std::min<size_t>(2, end), end - std::min<size_t>(2, end))) {
      page.text.push_back(c);
      if (letters) page.text.push_back(' ');
    }
    out.push_back(std::move(page));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(bytes.find('\n'), bytes.size());
  fuzz::Choices choices(bytes.substr(0, line));
  const Predicate predicate = predicate_of(choices);
  const bool letters = choices.next(2) == 0;
  const std::vector<Page> pages =
      read_pages(bytes.substr(std::min(line + 1, bytes.size())), letters);
  const fuzz::KeptByDefinition definition(pages, predicate);
  const std::vector<Certificate> truth = definition.certificates();
  for (Strategy strategy : {Strategy::kExact, Strategy::kScan}) {
    auto told = deduplicate(pages, predicate, strategy);
    fuzz::require(told.has_value() && *told == truth, name(strategy));
  }
  if (auto told = deduplicate(pages, predicate, Strategy::kLsh)) {
    require_sound(pages, definition, *told);
  }
  return 0;
}
