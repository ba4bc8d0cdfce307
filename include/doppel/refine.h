// Refines search results so that each content is shown once: groups near-identical ranked results
// (J: Jain, Dahlin, Tewari, Using Bloom Filters to Refine Web Search Results).
//
// A result is represented by its filter, 256 bytes of bits over the chunks of its page. It is made
// once (text_filter, html_filter), stored anywhere (encode, filter_text) and compared without the
// page. If a result comes with its text or its HTML instead, its filter is made from that.
//
//   doppel::RefineRequest request;
//   request.results.push_back({.rank = 1, .url = "http://a.org/x", .text = "..."});
//   request.results.push_back({.rank = 2, .url = "http://b.org/y", .text = "..."});
//   auto refined = doppel::refine_results(request, {.degree = 80});
//   for (const doppel::RefinedGroup& group : refined->groups) show(group.anchor);
//
// Do not use it to delete pages: a filter gives an estimate, dedup.h gives a proof.
//
// Cost: about 4 ns per byte of text for a filter, and 10 ns for each two results to compare them.
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

// What a filter is made of. Stored: never renumber.
enum class FilterKind : uint8_t {
  kText = 0,   // chunks of the canonical text
  kLinks = 1,  // the URLs that a page links to
};
std::string_view name(FilterKind kind);  // "text", "links"

struct FilterRules {
  FilterKind kind = FilterKind::kText;
  uint32_t bits = 2048;  // a multiple of 64, up to 2^20; powers of two can be folded
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

// The canonical form of J, in one line: lower case; bullets such as "a.1", colons and extra white
// space removed; dashes and quotes replaced by a space. Canonical text stays as it is.
std::string canonical_text(std::string_view utf8);

// The filter of a text in its canonical form. REQUIRES: rules.check() is ok, the kind is kText.
PageFilter text_filter(std::string_view utf8, const FilterRules& rules = {});
// The filter of the main content of an HTML page in UTF-8; it has no bits if the page is thin.
PageFilter html_filter(std::string_view html, const FilterRules& rules = {});
// The filter of the URLs that a page links to, as they are written; repeats count once.
PageFilter link_filter(std::span<const std::string> links);

// The stored bytes: 8 bytes, then the bits. Each filter has exactly one record.
std::string encode(const PageFilter& filter);
// kCorrupt if the bytes are not exactly such a record.
Result<PageFilter> decode_filter(std::string_view record);
// The record in base64, 352 characters for 2048 bits.
std::string filter_text(const PageFilter& filter);
// Reads base64 (either alphabet, padded or not) or hexadecimal. kCorrupt as above.
Result<PageFilter> parse_filter(std::string_view text);

// How many chunks two pages have, and how many in common, estimated from the bits that are set. The
// unit is 1/65536 of a chunk, so that decisions are made in integers.
struct FilterOverlap {
  uint64_t left = 0, right = 0, common = 0;
  uint32_t left_bits = 0, right_bits = 0, common_bits = 0, bits = 0;  // at the smaller size

  // In millionths: common / larger and common / smaller, corrected for chance; and, as in J, common
  // bits / bits of the fuller filter.
  uint32_t resemblance() const;
  uint32_t containment() const;
  uint32_t raw() const;
};
// Folds the larger filter first. Returns kInvalidArgument if the filters cannot be compared: they
// have different kinds, numbers of hashes, or sizes of which one is not a power of two. If more
// than 127/128 of the bits are set in their union, the filters are too full to compare, and
// `common` is 0.
Result<FilterOverlap> compare_filters(const PageFilter& left, const PageFilter& right);

// One result of one engine.
struct SearchResult {
  std::optional<uint64_t> rank;  // up to kMaxRank; results without a rank come last
  std::string url, title;
  std::string engine;  // results of several engines are merged by reciprocal rank
  // The content of the page: the filter if there is one, else the text, else the HTML.
  std::optional<PageFilter> filter;
  std::string text;
  std::string html;                 // UTF-8, whatever charset the page names
  std::optional<PageFilter> links;  // if missing, the links of the HTML are used
};
inline constexpr uint64_t kMaxRank = uint64_t{1} << 53;

struct RefineRequest {
  std::vector<SearchResult> results;
  std::string query;
};

enum class Presentation : uint8_t {
  kCollapse,  // only anchors are shown
  kGroup,     // each anchor is followed by its members
  kMark,      // every result stays in place; members name their anchor
};
std::string_view name(Presentation presentation);  // "collapse", "group", "mark"

struct RefineRules {
  uint32_t degree = 70;      // similarity from which two results match, 50 to 100 percent
  bool raw = false;          // the ratio of common bits, as in J, without correction
  bool strict = false;       // every member must match its anchor; else chains join, as in J 3.2
  bool fragments = false;    // compare only the blocks that contain the words of the query
  uint32_t link_weight = 0;  // weight of shared links in percent, if both results have links
  Presentation presentation = Presentation::kCollapse;

  Status check() const;
};

// What was compared of a result.
enum class Basis : uint8_t {
  kPage,      // its whole text
  kFragment,  // only the blocks with all words of the query
  kNothing,   // it has no text, so it is similar to nothing
  kThin,      // its HTML has too little text, so it is similar to nothing
  kFull,      // its filter is too full, so it is similar to nothing
};
std::string_view name(Basis basis);  // "page", "fragment", "nothing", "thin", "full"

struct RefinedResult {
  size_t index = 0;   // in the request
  uint64_t rank = 0;  // distinct and ascending; as given if possible
  Basis basis = Basis::kPage;
  uint32_t similarity = 1'000'000;  // to its anchor, in millionths
  std::optional<uint64_t>
      contained_in;            // rank of the best result that contains nearly all of it and more
  std::vector<size_t> merged;  // results of other engines with the same URL
};

struct RefinedGroup {
  RefinedResult anchor;                // the best rank
  std::vector<RefinedResult> members;  // by rank
};

struct RefineTotals {
  uint64_t shown = 0, hidden = 0, groups = 0;  // shown + hidden = results after merging
  friend bool operator==(const RefineTotals&, const RefineTotals&) = default;
};

struct Refined {
  std::vector<RefinedGroup> groups;  // by the rank of the anchor
  RefineTotals totals;               // of all groups, not only of one page

  // The groups of one page; pages are counted from 1. Empty after the last page. All pages in order
  // are all groups. REQUIRES: number > 0, groups_a_page > 0.
  std::span<const RefinedGroup> page(size_t number, size_t groups_a_page) const;
};

// Every two results are compared, so their number is limited. It is counted after merging engines.
inline constexpr size_t kMostResults = 20'000;

// kInvalidArgument if a rule is outside its limits, two filters cannot be compared, or there are
// too many results.
Result<Refined> refine_results(const RefineRequest& request, const RefineRules& rules = {});

}  // namespace doppel
