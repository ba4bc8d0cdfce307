// One pass answers everything: for each row the bits it shares with all rows before it are counted
// in one call, and each count is looked at once, for similarity and for containment.
//
// Union-find keeps the smallest row as the root of its component, so that the root is the anchor.
//
// Tested by grouping_test.cc; refine_laws_test.cc holds it against a slow closure.
#include "refine/grouping.h"

#include <algorithm>
#include <numeric>

#include "base/union_find.h"

namespace doppel::refine {
namespace {

constexpr uint64_t kMillion = 1'000'000;
constexpr uint64_t kFewestElements = 4 * kElement;
// part / whole >= 9/10, without a division.
constexpr bool nearly_all(uint64_t part, uint64_t whole) { return 10 * part >= 9 * whole; }

// Decides on overlaps; a threshold of floor(1e6 part / whole) is the same in products.
class Decision {
 public:
  explicit Decision(const RefineRules& rules) : rules_(rules), least_(rules.degree * 10'000) {}

  bool similar(const FilterOverlap& o) const {
    const uint64_t part = rules_.raw ? o.common_bits : o.common;
    const uint64_t whole =
        rules_.raw ? std::max(o.left_bits, o.right_bits) : std::max(o.left, o.right);
    return part * kMillion >= least_ * whole && part > 0;
  }
  bool similar(uint32_t mixed) const { return mixed >= least_; }

  uint32_t of(const FilterOverlap& o) const { return rules_.raw ? o.raw() : o.resemblance(); }
  uint32_t mixed(uint32_t page, uint32_t links) const {
    const uint64_t weight = rules_.link_weight;
    return static_cast<uint32_t>(((100 - weight) * page + weight * links) / 100);
  }

 private:
  const RefineRules& rules_;
  uint64_t least_;
};

bool contains(uint64_t inner, uint64_t outer, uint64_t common) {
  return inner >= kFewestElements && nearly_all(common, inner) && !nearly_all(common, outer);
}

class Grouper {
 public:
  Grouper(const FilterTable& pages, bool strict) : strict_(strict), components_(pages.size()) {
    out_.anchor.resize(pages.size());
    std::iota(out_.anchor.begin(), out_.anchor.end(), size_t{0});
    out_.contained_in.resize(pages.size());
  }

  // REQUIRES: rows come in order, each with all of its similar rows.
  void join(size_t row, size_t j) {
    if (strict_) {
      if (out_.anchor[row] > j && out_.anchor[j] == j) out_.anchor[row] = j;
      return;
    }
    components_.join(static_cast<uint32_t>(row), static_cast<uint32_t>(j));
  }

  void look_for_containment(size_t row, size_t j, const FilterOverlap& o) {
    if (contains(o.left, o.right, o.common)) {
      keep_better(out_.contained_in[row], j);
    } else if (contains(o.right, o.left, o.common)) {
      keep_better(out_.contained_in[j], row);
    }
  }

  Grouping finish() {
    if (!strict_) {
      for (uint32_t row = 0; row < out_.anchor.size(); ++row) {
        out_.anchor[row] = components_.root(row);
      }
    }
    return std::move(out_);
  }

 private:
  static void keep_better(std::optional<size_t>& best, size_t row) {
    if (!best || row < *best) best = row;
  }

  bool strict_;
  UnionFind components_;  // unless strict
  Grouping out_;
};

// What the links of `row` say about every row before it; nothing where one of the two has none.
void link_similarities(const FilterTable& links, size_t row, const Decision& decision,
                       std::vector<uint32_t>& buffer, std::vector<std::optional<uint32_t>>& out) {
  out.assign(row, std::nullopt);
  links.for_each_before<false>(row, buffer, [&](size_t j, const FilterOverlap& o) {
    if (o.left_bits > 0 && o.right_bits > 0) out[j] = decision.of(o);
  });
}

}  // namespace

uint32_t similarity(const FilterTable& pages, const FilterTable* links, size_t left, size_t right,
                    const RefineRules& rules) {
  const Decision decision(rules);
  const uint32_t page = decision.of(pages.overlap(left, right));
  if (!links) return page;
  const FilterOverlap o = links->overlap(left, right);
  if (o.left_bits == 0 || o.right_bits == 0) return page;
  return decision.mixed(page, decision.of(o));
}

Grouping group_rows(const FilterTable& pages, const FilterTable* links, const RefineRules& rules) {
  const Decision decision(rules);
  Grouper grouper(pages, rules.strict);
  std::vector<uint32_t> counts;
  std::vector<std::optional<uint32_t>> by_links;
  for (size_t row = 0; row < pages.size(); ++row) {
    if (links) link_similarities(*links, row, decision, counts, by_links);
    auto look = [&](size_t j, const FilterOverlap& o) {
      if (o.left_bits == 0 || o.right_bits == 0) return;
      const bool joins = links && by_links[j]
                             ? decision.similar(decision.mixed(decision.of(o), *by_links[j]))
                             : decision.similar(o);
      if (joins) grouper.join(row, j);
      grouper.look_for_containment(row, j, o);
    };
    // Neither similarity nor containment is below a half, unless bits or links have a say.
    if (links || rules.raw) {
      pages.for_each_before<false>(row, counts, look);
    } else {
      pages.for_each_before<true>(row, counts, look);
    }
  }
  return grouper.finish();
}

}  // namespace doppel::refine
