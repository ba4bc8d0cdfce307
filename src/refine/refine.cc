// From results to groups: rank the results, make the missing filters, compare, group, report.
//
// Tested by refine_test.cc and refine_laws_test.cc.
#include "doppel/refine.h"

#include <algorithm>
#include <memory>

#include "base/guard.h"
#include "doppel/extract.h"
#include "refine/filter_table.h"
#include "refine/fragments.h"
#include "refine/grouping.h"
#include "refine/ranking.h"
#include "sketch/bloom.h"

namespace doppel {
namespace refine {
namespace {

using Blocks = std::vector<std::string_view>;

constexpr std::string_view kUtf8 = "utf-8";

// The rule of Jain et al., 8 bits a chunk, for a page that is larger than the 64 KB of the usual
// filter: a new size when the page doubles. Filters of different sizes are folded. Beyond 1 MB a
// filter fills up.
uint32_t bits_for(size_t text_bytes) {
  constexpr size_t kMostBits = 32768, kChunkBytes = 256;
  const size_t wanted = sketch::bloom_bits_for(text_bytes / kChunkBytes);
  return static_cast<uint32_t>(std::clamp<size_t>(wanted, FilterRules().bits, kMostBits));
}

bool has_content(const SearchResult& result) {
  return result.filter || !result.text.empty() || !result.html.empty();
}

// Of the places of one address the best that brings something to compare.
const SearchResult& source_of(const Ranked& ranked, std::span<const SearchResult> results) {
  if (has_content(results[ranked.index])) return results[ranked.index];
  for (size_t index : ranked.merged) {
    if (has_content(results[index])) return results[index];
  }
  return results[ranked.index];
}

// The filters of all results in rank order: those that came with the request, or made here.
class Filters {
 public:
  Filters(const RefineRequest& request, const std::vector<Ranked>& ranked, const RefineRules& rules)
      : query_(rules.fragments ? request.query : ""), with_links_(rules.link_weight > 0) {
    for (const Ranked& r : ranked) add(source_of(r, request.results));
  }

  const std::vector<const PageFilter*>& pages() const { return pages_; }
  const std::vector<const PageFilter*>& links() const { return links_; }
  Basis basis(size_t row) const { return bases_[row]; }

 private:
  void add(const SearchResult& result) {
    bases_.push_back(Basis::kPage);
    pages_.push_back(result.filter ? &*result.filter : nullptr);
    if (with_links_) links_.push_back(result.links ? &*result.links : nullptr);
    const bool needs_page = !result.filter, needs_links = with_links_ && !result.links;
    if (needs_page && !result.text.empty()) {
      make_page(result.text, query_.empty() ? Blocks() : blocks_of(result.text));
    } else if ((needs_page || needs_links) && !result.html.empty()) {
      add_html(result.html, needs_page, needs_links);
    }
  }

  void add_html(std::string_view html, bool needs_page, bool needs_links) {
    const PageText page = extract_html(
        html, {.charset = kUtf8, .blocks = needs_page && !query_.empty(), .links = needs_links});
    if (needs_links) links_.back() = keep(link_filter(page.links));
    if (!needs_page) return;
    if (page.thin) {
      bases_.back() = Basis::kThin;
      return;
    }
    Blocks blocks;
    for (const TextBlock& block : page.blocks) {
      if (block.main || page.fallback) blocks.push_back(block.text);
    }
    make_page(page.main, blocks);
  }

  // The fragment of the query, if the blocks have one, else the text.
  void make_page(std::string_view text, const Blocks& blocks) {
    const std::string fragment = query_.fragment(blocks);
    if (!fragment.empty()) bases_.back() = Basis::kFragment;
    if (!fragment.empty()) text = fragment;
    pages_.back() = keep(text_filter(text, {.bits = bits_for(text.size())}));
  }

  const PageFilter* keep(PageFilter filter) {
    made_.push_back(std::make_unique<PageFilter>(std::move(filter)));
    return made_.back().get();
  }

  Query query_;
  bool with_links_;
  std::vector<const PageFilter*> pages_, links_;
  std::vector<Basis> bases_;
  std::vector<std::unique_ptr<PageFilter>> made_;
};

RefineTotals totals_of(size_t results, size_t groups, Presentation presentation) {
  const bool collapse = presentation == Presentation::kCollapse;
  return {collapse ? groups : results, collapse ? results - groups : 0, groups};
}

struct Compared {
  const std::vector<Ranked>& ranked;
  const Filters& filters;
  const FilterTable& pages;
  const FilterTable* links;
  const RefineRules& rules;
  const Grouping& grouping;
};

RefinedResult told(const Compared& c, size_t row) {
  RefinedResult out{c.ranked[row].index, c.ranked[row].rank, c.filters.basis(row)};
  if (c.pages.empty(row) && out.basis != Basis::kThin) out.basis = Basis::kNothing;
  if (c.pages.full(row)) out.basis = Basis::kFull;
  out.merged = c.ranked[row].merged;
  const size_t anchor = c.grouping.anchor[row];
  if (anchor != row) out.similarity = similarity(c.pages, c.links, anchor, row, c.rules);
  if (const auto container = c.grouping.contained_in[row]) {
    out.contained_in = c.ranked[*container].rank;
  }
  return out;
}

Refined tell(const Compared& c) {
  Refined out;
  std::vector<size_t> group_of(c.ranked.size());
  for (size_t row = 0; row < c.ranked.size(); ++row) {
    const size_t anchor = c.grouping.anchor[row];
    if (anchor == row) {
      group_of[row] = out.groups.size();
      out.groups.push_back({told(c, row), {}});
    } else {
      out.groups[group_of[anchor]].members.push_back(told(c, row));
    }
  }
  out.totals = totals_of(c.ranked.size(), out.groups.size(), c.rules.presentation);
  return out;
}

}  // namespace
}  // namespace refine

std::string_view name(Presentation presentation) {
  switch (presentation) {
    case Presentation::kCollapse: return "collapse";
    case Presentation::kGroup: return "group";
    case Presentation::kMark: return "mark";
  }
  return "unknown";
}

std::string_view name(Basis basis) {
  switch (basis) {
    case Basis::kPage: return "page";
    case Basis::kFragment: return "fragment";
    case Basis::kNothing: return "nothing";
    case Basis::kThin: return "thin";
    case Basis::kFull: return "full";
  }
  return "unknown";
}

Status RefineRules::check() const try {
  if (degree < 50 || degree > 100) {
    return invalid_argument("the degree must be between 50 and 100 (got " + std::to_string(degree) +
                            ")");
  }
  if (link_weight > 100) {
    return invalid_argument("the link weight must be between 0 and 100 (got " +
                            std::to_string(link_weight) + ")");
  }
  return {};
} catch (...) {
  return status_of_exception();
}

std::span<const RefinedGroup> Refined::page(size_t number, size_t groups_a_page) const {
  const std::span<const RefinedGroup> all(groups);
  const size_t pages_before = number - 1;
  if (pages_before > all.size() / groups_a_page) return {};
  const size_t from = std::min(pages_before * groups_a_page, all.size());
  return all.subspan(from, std::min(groups_a_page, all.size() - from));
}

Result<Refined> refine_results(const RefineRequest& request, const RefineRules& rules) try {
  if (Status status = rules.check(); !status.ok()) return status;
  const auto ranked = refine::rank_results(request.results);
  if (ranked.size() > kMostResults) {
    return invalid_argument("at most " + std::to_string(kMostResults) +
                            " results can be refined at once (got " +
                            std::to_string(ranked.size()) + ")");
  }
  const refine::Filters filters(request, ranked, rules);
  auto pages = refine::FilterTable::make(filters.pages());
  if (!pages) return pages.error();
  auto links = refine::FilterTable::make(filters.links());
  if (!links) return links.error();
  const refine::FilterTable* const used_links = rules.link_weight > 0 ? &*links : nullptr;
  const auto grouping = refine::group_rows(*pages, used_links, rules);
  return refine::tell({ranked, filters, *pages, used_links, rules, grouping});
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
