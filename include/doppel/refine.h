// Refining search results: each content once. Ranked results in, groups of near-identical results
// out (J: Jain, Dahlin, Tewari, Using Bloom Filters to Refine Web Search Results).
//
// A result is known by its filter: 256 bytes of bits over the chunks of its page, made once
// (text_filter, html_filter), stored anywhere (encode, filter_text) and compared without the page.
// A result that brings its text or its HTML instead gets its filter on the way.
//
//   doppel::RefineRequest request;
//   request.results.push_back({.rank = 1, .url = "http://a.org/x", .text = "..."});
//   request.results.push_back({.rank = 2, .url = "http://b.org/y", .text = "..."});
//   auto refined = doppel::refine_results(request, {.degree = 80});
//   for (const doppel::RefinedGroup& group : refined->groups) show(group.anchor);
//
// When not to use it: to delete pages. A filter estimates; dedup.h proves.
//
// Cost: a filter some 4 ns a byte of text; a comparison some 10 ns, every two results are compared.
// Thread safety: values and pure functions. docs/design/refine.md has every rule and the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// What the elements of a filter are. Stored: never renumber.
enum class FilterKind : uint8_t {
  kText = 0,   // chunks of the canonical text
  kLinks = 1,  // the addresses a page links to
};
std::string_view name(FilterKind kind);  // "text", "links"

struct FilterRules {
  FilterKind kind = FilterKind::kText;
  uint32_t bits = 2048;  // a multiple of 64, up to 2^20; a power of two can be folded
  uint32_t hashes = 2;   // 1 to 32

  Status check() const;
  friend bool operator==(const FilterRules&, const FilterRules&) = default;
};

// A Bloom filter over the chunks or the links of a page.
struct PageFilter {
  FilterRules rules;
  std::vector<uint64_t> words;  // rules.bits / 64; bit i is bit i % 64 of word i / 64

  friend bool operator==(const PageFilter&, const PageFilter&) = default;
};

// J's canonical form: small letters; bullets such as "a.1", colons and extra white space removed;
// dashes and quotes to a space. One line. Canonical text stays as it is.
std::string canonical_text(std::string_view utf8);

// The filter of a text in its canonical form. REQUIRES: rules.check() is ok, the kind is kText.
PageFilter text_filter(std::string_view utf8, const FilterRules& rules = {});
// The filter of the main content of an HTML page in UTF-8; it has no bits when the page is thin.
PageFilter html_filter(std::string_view html, const FilterRules& rules = {});
// The filter of the addresses a page links to, as they are written; repeats count once.
PageFilter link_filter(std::span<const std::string> links);

// The stored bytes, 8 before the bits; one filter has one record.
std::string encode(const PageFilter& filter);
// kCorrupt when the bytes are not exactly such a record.
Result<PageFilter> decode_filter(std::string_view record);
// The record in base64, 352 characters for 2048 bits.
std::string filter_text(const PageFilter& filter);
// Reads base64 (either alphabet, padded or not) or hexadecimal. kCorrupt as above.
Result<PageFilter> parse_filter(std::string_view text);

// How many chunks two pages have, and how many in common, by estimate from the bits set. In
// 65536ths of a chunk, so that decisions are made in integers.
struct FilterOverlap {
  uint64_t left = 0, right = 0, common = 0;
  uint32_t left_bits = 0, right_bits = 0, common_bits = 0, bits = 0;  // at the smaller size

  // In millionths. common / larger and common / smaller, corrected; J's: common bits / bits of the
  // fuller filter.
  uint32_t resemblance() const;
  uint32_t containment() const;
  uint32_t raw() const;
};
// Folds the larger filter first. kInvalidArgument names both when the filters cannot be compared:
// other kinds, other numbers of hashes, or different sizes of which one is no power of two.
// When more than 127/128 of the bits are set in their union, the filters tell nothing: nothing is
// common then.
Result<FilterOverlap> compare_filters(const PageFilter& left, const PageFilter& right);

// One result of one engine.
struct SearchResult {
  std::optional<uint64_t> rank;  // up to kMaxRank; without one it stands behind all that have one
  std::string url, title;
  std::string engine;  // results of several engines are merged by reciprocal rank
  // What the page says: the filter if there is one, else the text, else the HTML.
  std::optional<PageFilter> filter;
  std::string text;
  std::string html;                 // UTF-8, whatever the page says about itself
  std::optional<PageFilter> links;  // else those of the HTML
};
inline constexpr uint64_t kMaxRank = uint64_t{1} << 53;

struct RefineRequest {
  std::vector<SearchResult> results;
  std::string query;
};

enum class Presentation : uint8_t {
  kCollapse,  // anchors alone are shown
  kGroup,     // each anchor with its members behind it
  kMark,      // every result where it stood; members name their anchor
};
std::string_view name(Presentation presentation);  // "collapse", "group", "mark"

struct RefineRules {
  uint32_t degree = 70;      // of similarity that joins two results, 50 to 100 percent
  bool raw = false;          // J's ratio of common bits instead of the corrected estimate
  bool strict = false;       // every member matches its anchor; else whatever is connected (J 3.2)
  bool fragments = false;    // compare the blocks that hold the words of the query
  uint32_t link_weight = 0;  // percent of the similarity that links decide, where both have links
  Presentation presentation = Presentation::kCollapse;

  Status check() const;
};

// What of a result was compared.
enum class Basis : uint8_t {
  kPage,      // its whole text
  kFragment,  // the blocks with all words of the query
  kNothing,   // it has no text: similar to nothing
  kThin,      // its HTML has too little text to stand for it: similar to nothing
  kFull,      // its filter is too full to tell anything: similar to nothing
};
std::string_view name(Basis basis);  // "page", "fragment", "nothing", "thin", "full"

struct RefinedResult {
  size_t index = 0;   // in the request
  uint64_t rank = 0;  // distinct, ascending: as given where that is possible
  Basis basis = Basis::kPage;
  uint32_t similarity = 1'000'000;  // to its anchor, in millionths
  std::optional<uint64_t>
      contained_in;            // rank of the best result that has nearly all of it and more
  std::vector<size_t> merged;  // the same address in other engines' lists
};

struct RefinedGroup {
  RefinedResult anchor;                // the best rank
  std::vector<RefinedResult> members;  // by rank
};

struct RefineTotals {
  uint64_t shown = 0, hidden = 0, groups = 0;  // shown + hidden: results after merging
  friend bool operator==(const RefineTotals&, const RefineTotals&) = default;
};

struct Refined {
  std::vector<RefinedGroup> groups;  // by the rank of the anchor
  RefineTotals totals;               // of everything, whatever page is looked at

  // The groups of one page, pages counted from 1; empty behind the last. All pages in order are
  // all groups. REQUIRES: number > 0, groups_a_page > 0.
  std::span<const RefinedGroup> page(size_t number, size_t groups_a_page) const;
};

// Every two results are compared, so their number is limited. Counted after engines are merged.
inline constexpr size_t kMostResults = 20'000;

// kInvalidArgument names a rule outside its limits, two filters that cannot be compared, or the
// number of results when there are too many.
Result<Refined> refine_results(const RefineRequest& request, const RefineRules& rules = {});

}  // namespace doppel
