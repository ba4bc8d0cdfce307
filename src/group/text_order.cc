#include "group/text_order.h"

#include <cassert>

#include "group/winner_order.h"

namespace doppel::group {

TextOrder text_order(std::span<const WinnerFacts> pages, std::span<const TextId> texts,
                     size_t text_count, TableMemory* memory, ThreadPool* pool) {
  constexpr uint32_t kUnranked = UINT32_MAX;
  TextOrder out(memory);
  out.pages = winner_order(pages, memory, pool);
  out.rank_of.assign(text_count, kUnranked);
  out.best.resize(text_count);
  out.by_rank.reserve(text_count);
  for (PageId page : out.pages) {
    TextId text = texts[page.index()];
    if (out.rank_of[text.index()] != kUnranked) continue;
    out.rank_of[text.index()] = static_cast<uint32_t>(out.by_rank.size());
    out.best[text.index()] = page;
    out.by_rank.push_back(text);
  }
  assert(out.by_rank.size() == text_count);
  return out;
}

}  // namespace doppel::group
