// Making filters. The multiset rule, the bits an element sets and the chunkers are those of
// src/sketch; here is only which elements a page has.
//
// Why Rabin's chunker and not gear, which is five times as fast? Rabin's boundaries depend on 48
// bytes and nothing else, so an edit changes the chunk it falls into and seldom a second one. Gear
// skips the first bytes of a chunk and draws sizes together, so it takes some chunks to fall in
// step again: one edit in a page of 5 KB leaves .93 of the chunks with Rabin and .88 with gear,
// four edits .78 and .62 (eval/refine). A page of search results has some twenty chunks; each
// counts.
//
// Tested by page_filter_test.cc.
#include <algorithm>
#include <cassert>

#include "base/guard.h"
#include "base/hash.h"
#include "doppel/extract.h"
#include "doppel/refine.h"
#include "refine/canonical_form.h"
#include "sketch/bloom.h"
#include "sketch/chunks.h"

namespace doppel {
namespace {

constexpr uint32_t kMaxBits = uint32_t{1} << 20;

PageFilter filter_of(const sketch::BloomFilter& bloom, FilterKind kind) {
  const auto words = bloom.words();
  return {{kind, static_cast<uint32_t>(bloom.bits()), bloom.hashes()},
          {words.begin(), words.end()}};
}

}  // namespace

std::string_view name(FilterKind kind) {
  switch (kind) {
    case FilterKind::kText: return "text";
    case FilterKind::kLinks: return "links";
  }
  return "unknown";
}

Status FilterRules::check() const try {
  if (kind > FilterKind::kLinks) {
    return invalid_argument("unknown kind of filter, " + std::to_string(static_cast<int>(kind)));
  }
  if (bits == 0 || bits % 64 != 0 || bits > kMaxBits) {
    return invalid_argument("the bits of a filter must be a multiple of 64, at most 1048576 (got " +
                            std::to_string(bits) + ")");
  }
  if (hashes < 1 || hashes > sketch::BloomFilter::kMaxHashes) {
    return invalid_argument("a filter must have between 1 and 32 hashes (got " +
                            std::to_string(hashes) + ")");
  }
  return {};
} catch (...) {
  return status_of_exception();
}

PageFilter text_filter(std::string_view utf8, const FilterRules& rules) {
  assert(rules.check().ok() && rules.kind == FilterKind::kText);
  const sketch::ChunkRules cut{.chunker = Chunker::kRabin};
  auto ids = sketch::chunk_ids(canonical_text(utf8), cut, sketch::ChunkIdKind::kXxh3);
  sketch::BloomFilter bloom(rules.bits, rules.hashes);
  bloom.insert_multiset(ids);
  return filter_of(bloom, rules.kind);
}

PageFilter html_filter(std::string_view html, const FilterRules& rules) {
  const PageText page = extract_html(html, {.charset = "utf-8"});
  return text_filter(page.thin ? std::string_view() : page.main, rules);
}

PageFilter link_filter(std::span<const std::string> links) {
  sketch::BloomFilter bloom;
  for (const std::string& link : links) bloom.insert(hash128(link));
  return filter_of(bloom, FilterKind::kLinks);
}

}  // namespace doppel
