#include "kept_by_definition.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>

#include "doppel/text.h"

namespace doppel::fuzz {
namespace {

std::vector<std::string> code_points(const std::string& utf8) {
  std::vector<std::string> out;
  for (char c : utf8) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (!continues) out.emplace_back();
    out.back().push_back(c);
  }
  return out;
}

std::vector<std::string> units(const std::vector<std::string>& tokens, Unit unit) {
  if (unit == Unit::kWord || tokens.empty()) return tokens;
  std::string joined = tokens[0];
  for (size_t i = 1; i < tokens.size(); ++i) joined += " " + tokens[i];
  return code_points(joined);
}

// No token holds the byte that ends each unit here, nor is one like the padding.
std::set<std::string> shingles_of(const std::vector<std::string>& tokens, const TextRules& rules) {
  std::vector<std::string> all = units(tokens, rules.unit);
  if (all.empty()) return {};
  if (rules.padding == Padding::kAlways) all.insert(all.end(), rules.k - 1, "\x01");
  const size_t size = std::min<size_t>(rules.k, all.size());
  std::set<std::string> out;
  for (size_t begin = 0; begin + size <= all.size(); ++begin) {
    std::string window;
    for (size_t i = begin; i < begin + size; ++i) window += all[i] + '\x02';
    out.insert(window);
  }
  return out;
}

Similarity compare(const std::set<std::string>& left, const std::set<std::string>& right) {
  Similarity out;
  for (const std::string& shingle : left) ++(right.contains(shingle) ? out.common : out.left_only);
  out.right_only = static_cast<uint32_t>(right.size()) - out.common;
  return out;
}

int score_bucket(double score) {
  return std::isfinite(score) && score >= 0 ? std::ilogb(1 + score) : -1;
}

}  // namespace

KeptByDefinition::KeptByDefinition(const std::vector<Page>& pages, const Predicate& predicate)
    : pages_(pages), predicate_(predicate), order_(pages.size()) {
  for (const Page& page : pages) {
    Words words{.tokens = tokens(page.text, predicate.rules), .shingles = {}};
    words.shingles = shingles_of(words.tokens, predicate.rules);
    words_.push_back(std::move(words));
  }
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return preferred(a, b); });
}

bool KeptByDefinition::named(size_t page) const {
  const Address& at = pages_[page].at;
  return std::any_of(pages_.begin(), pages_.end(), [&](const Page& other) {
    return !at.key.empty() && other.canonical.key == at.key && other.at.site == at.site;
  });
}

bool KeptByDefinition::preferred(size_t a, size_t b) const {
  const Page &left = pages_[a], &right = pages_[b];
  const int left_bucket = score_bucket(left.score), right_bucket = score_bucket(right.score);
  if (left_bucket != right_bucket) return left_bucket > right_bucket;
  if (named(a) != named(b)) return named(a);
  const std::string &u = left.at.url, &v = right.at.url;
  const bool secure = u.starts_with("https:");
  if (secure != v.starts_with("https:")) return secure;
  const bool dynamic = u.find('?') != std::string::npos;
  if (dynamic != (v.find('?') != std::string::npos)) return !dynamic;
  if (u.size() != v.size()) return u.size() < v.size();
  if (left.first_seen_ms != right.first_seen_ms) return left.first_seen_ms < right.first_seen_ms;
  return u != v ? u < v : a < b;
}

bool KeptByDefinition::same_text(size_t a, size_t b) const {
  if (words_[a].tokens.empty()) return pages_[a].text == pages_[b].text;
  return words_[a].tokens == words_[b].tokens;
}

std::optional<Similarity> KeptByDefinition::pair(size_t a, size_t b) const {
  if (words_[a].tokens.empty() || words_[b].tokens.empty() || same_text(a, b)) return {};
  const Similarity found = compare(words_[a].shingles, words_[b].shingles);
  const Ratio least = predicate_.threshold;
  const bool holds = uint64_t{found.common} * least.den >= found.in_union() * least.num;
  return holds ? std::optional(found) : std::nullopt;
}

Certificate KeptByDefinition::equal(size_t removed, size_t kept) const {
  const bool bytes = pages_[removed].text == pages_[kept].text;
  return {.removed = removed,
          .kept = kept,
          .level = bytes ? Level::kBytes : Level::kWords,
          .similarity = {.common = static_cast<uint32_t>(words_[kept].shingles.size())}};
}

// `kept`: the best page of each kept text, in winner order.
std::optional<Certificate> KeptByDefinition::removal(size_t page,
                                                     const std::vector<size_t>& kept) const {
  for (size_t earlier : kept) {
    if (same_text(page, earlier)) return equal(page, earlier);
  }
  for (size_t earlier : kept) {
    if (auto found = pair(page, earlier)) {
      return Certificate{
          .removed = page, .kept = earlier, .level = Level::kNear, .similarity = *found};
    }
  }
  return {};
}

// The smallest page that each is connected with.
std::vector<size_t> KeptByDefinition::components() const {
  std::vector<size_t> out(pages_.size());
  std::iota(out.begin(), out.end(), 0);
  for (size_t a = 0; a < pages_.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      if (!same_text(a, b) && !pair(a, b)) continue;
      const size_t from = std::max(out[a], out[b]), to = std::min(out[a], out[b]);
      std::replace(out.begin(), out.end(), from, to);
    }
  }
  return out;
}

std::vector<Certificate> KeptByDefinition::certificates() const {
  std::vector<size_t> kept;
  std::map<size_t, Certificate> removals;
  for (size_t page : order_) {
    if (auto why = removal(page, kept)) {
      removals[page] = *why;
    } else {
      kept.push_back(page);
    }
  }
  const std::vector<size_t> component = components();
  std::map<size_t, uint64_t> group;  // by component, in order of the first page
  for (size_t first : component) {
    const bool alone = std::count(component.begin(), component.end(), first) < 2;
    if (!alone) group.try_emplace(first, group.size() + 1);
  }
  std::vector<Certificate> out;
  for (const auto& [page, why] : removals) {
    out.push_back(why);
    out.back().group = group.at(component[page]);
  }
  return out;
}

}  // namespace doppel::fuzz
