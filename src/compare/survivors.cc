#include "compare/survivors.h"

#include <algorithm>
#include <utility>

#include "similarity/sets.h"

namespace doppel::compare {

using similarity::PageRule;

namespace {

constexpr size_t kBlocksPerStep = 64;

// Removes repeated candidates of a text. Keeps its buffers from text to text.
struct Sieve {
  Sieve(size_t texts, bool two_views, TableMemory* memory)
      : seen_by(texts, 0, memory), noted(two_views ? texts : 0, 0, memory) {}

  Table<uint32_t> seen_by;  // by rank: one more than the last text that had it as a candidate
  Table<uint8_t> noted;     // by rank: is it already in to_make of a block?
  std::vector<Rank> met, fitting;
};

// The survivors of a block of texts.
struct SiftedBlock {
  std::vector<Rank> ranks;
  bool complete = true;       // false: full texts, whose sets are not made yet, may rule out some
  std::vector<Rank> to_make;  // the texts of these sets
  uint64_t candidates = 0;
  Status status;

  void clear() {
    ranks.clear();
    complete = true;
    to_make.clear();
    candidates = 0;
    status = {};
  }
};

bool parity_allows(const texts::ShingleSets& sets, Rank a, Rank b, Ratio threshold) {
  uint64_t difference = similarity::parity_difference(sets.parity(a), sets.parity(b));
  return similarity::difference_allows(sets.size(a), sets.size(b), difference, threshold);
}

// Does the pair survive, as far as its sets are made? Adds to `block` the texts whose full texts
// are needed.
bool survives_so_far(const texts::ShingleSets& sets, Rank a, Rank b, const PageRule& rule,
                     Sieve& sieve, SiftedBlock& block) {
  const PageRule::Possible possible = could_be_pair_by_main(sets, a, b, rule);
  if (possible != PageRule::Possible::kIfFullAllows) return possible == PageRule::Possible::kYes;
  bool made = true;
  for (Rank text : {a, b}) {
    if (sets.is_made(text, View::kFull)) continue;
    made = false;
    if (!std::exchange(sieve.noted[text], uint8_t{1})) block.to_make.push_back(text);
  }
  block.complete &= made;
  return !made || could_be_pair(sets.parity_bitmap(a, View::kFull),
                                sets.parity_bitmap(b, View::kFull), rule.threshold());
}

// Appends the survivors of one text to those of its block, ascending; returns the number of its
// candidates. If texts have two views, these are the survivors by main content. Works in stages, so
// that bitmaps are prefetched before they are compared.
Result<size_t> sift(const CandidateSource& source, const texts::ShingleSets& sets, Rank text,
                    const PageRule& rule, Sieve& sieve, SiftedBlock& block) {
  sieve.met.clear();
  sieve.fitting.clear();
  if (Status s = source.append_earlier(text, sieve.met); !s.ok()) return s;
  const bool one_view = !sets.any_two_views();
  size_t different = 0;
  for (Rank rank : sieve.met) {
    if (sieve.seen_by[rank] == text + 1) continue;
    sieve.seen_by[rank] = text + 1;
    ++different;
    if (one_view && !similarity::sizes_allow(sets.size(text), sets.size(rank), rule.threshold())) {
      continue;
    }
    __builtin_prefetch(sets.parity_address(rank));
    sieve.fitting.push_back(rank);
  }
  const size_t begin = block.ranks.size();
  for (Rank rank : sieve.fitting) {
    const bool allowed = one_view ? parity_allows(sets, text, rank, rule.threshold())
                                  : survives_so_far(sets, text, rank, rule, sieve, block);
    if (allowed) block.ranks.push_back(rank);
  }
  std::sort(block.ranks.begin() + static_cast<std::ptrdiff_t>(begin), block.ranks.end());
  return different;
}

// Makes the sets of the full texts that decide about survivors of these blocks.
Status make_needed(std::span<const SiftedBlock> blocks, texts::ShingleSets& sets,
                   ThreadPool& pool) {
  std::vector<Rank> texts;
  for (const SiftedBlock& block : blocks) {
    texts.insert(texts.end(), block.to_make.begin(), block.to_make.end());
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return sets.make(texts, pool, [](uint64_t) { return Status(); });
}

// Drops the survivors of a block that full texts rule out. `first` is the first text of the block,
// and `ends` says where the ranks of each of its texts end.
void sift_by_full(const texts::ShingleSets& sets, Rank first, const PageRule& rule,
                  SiftedBlock& block, std::span<uint32_t> ends) {
  if (block.complete) return;
  size_t at = 0, kept = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    for (; at < ends[i]; ++at) {
      const Rank rank = block.ranks[at];
      if (could_be_pair(sets, first + static_cast<Rank>(i), rank, rule)) {
        block.ranks[kept++] = rank;
      }
    }
    ends[i] = static_cast<uint32_t>(kept);
  }
  block.ranks.resize(kept);
}

}  // namespace

Result<Survivors> find_survivors(const CandidateSource& source, texts::ShingleSets& sets,
                                 size_t texts, const PageRule& rule, ThreadPool& pool,
                                 const texts::AdvanceFn& advance) {
  constexpr size_t kBlock = Survivors::kBlock;
  Survivors out(sets.memory());
  out.ends_.resize(texts);
  ObjectPool<Sieve> sieves;
  std::vector<SiftedBlock> blocks(kBlocksPerStep);
  for (size_t begin = 0; begin < texts; begin += kBlocksPerStep * kBlock) {
    const size_t end = std::min(texts, begin + kBlocksPerStep * kBlock);
    const size_t step = (end - begin + kBlock - 1) / kBlock;
    pool.for_each_index(step, [&](size_t i) {
      auto sieve = sieves.take(
          [&] { return std::make_unique<Sieve>(texts, sets.any_two_views(), sets.memory()); });
      SiftedBlock& block = blocks[i];
      block.clear();
      const size_t first = begin + i * kBlock, last = std::min(end, first + kBlock);
      for (size_t text = first; text < last && block.status.ok(); ++text) {
        auto looked_at = sift(source, sets, static_cast<Rank>(text), rule, *sieve, block);
        block.status = looked_at.status();
        if (looked_at) block.candidates += *looked_at;
        out.ends_[text] = static_cast<uint32_t>(block.ranks.size());
      }
      sieves.give(std::move(sieve));
    });
    for (size_t i = 0; i < step; ++i) {
      if (!blocks[i].status.ok()) return blocks[i].status;
    }
    if (sets.any_two_views()) {
      const auto sifted = std::span(blocks).first(step);
      if (Status s = make_needed(sifted, sets, pool); !s.ok()) return s;
      pool.for_each_index(step, [&](size_t i) {
        const size_t first = begin + i * kBlock, last = std::min(end, first + kBlock);
        sift_by_full(sets, static_cast<Rank>(first), rule, blocks[i],
                     std::span(out.ends_).subspan(first, last - first));
      });
    }
    for (size_t i = 0; i < step; ++i) {
      out.begins_.push_back(out.ranks_.size());
      out.ranks_.insert(out.ranks_.end(), blocks[i].ranks.begin(), blocks[i].ranks.end());
      out.candidates_ += blocks[i].candidates;
    }
    if (Status status = advance(end - begin); !status.ok()) return status;
  }
  return out;
}

}  // namespace doppel::compare
