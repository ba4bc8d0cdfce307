#include "compare/survivors.h"

#include <algorithm>

#include "similarity/sets.h"

namespace doppel::compare {
namespace {

constexpr size_t kBlocksPerStep = 64;

// Names each candidate of a text once, and holds on to what fetching them needs.
struct Sieve {
  Sieve(size_t texts, TableMemory* memory) : seen_by(texts, 0, memory) {}

  Table<uint32_t> seen_by;  // by rank: the last text that met it, plus one
  std::vector<Rank> met, fitting;
};

// What survived of a block of texts.
struct SiftedBlock {
  std::vector<Rank> ranks;
  uint64_t candidates = 0;
  Status status;

  void clear() {
    ranks.clear();
    candidates = 0;
    status = {};
  }
};

bool parity_allows(const texts::ShingleSets& sets, Rank a, Rank b, Ratio threshold) {
  uint64_t difference = similarity::parity_difference(sets.parity(a), sets.parity(b));
  return similarity::difference_allows(sets.size(a), sets.size(b), difference, threshold);
}

// Appends the survivors of one text to `out`, ascending; returns how many were looked at. In
// stages, so that the bitmaps are on their way when they are compared.
Result<size_t> sift(const CandidateSource& source, const texts::ShingleSets& sets, Rank text,
                    const similarity::PageRule& rule, Sieve& sieve, std::vector<Rank>& out) {
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
  size_t begin = out.size();
  for (Rank rank : sieve.fitting) {
    const bool allowed = one_view ? parity_allows(sets, text, rank, rule.threshold())
                                  : could_be_pair(sets, text, rank, rule);
    if (allowed) out.push_back(rank);
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
  return different;
}

}  // namespace

Result<Survivors> find_survivors(const CandidateSource& source, const texts::ShingleSets& sets,
                                 size_t texts, const similarity::PageRule& rule, ThreadPool& pool,
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
      auto sieve = sieves.take([&] { return std::make_unique<Sieve>(texts, sets.memory()); });
      SiftedBlock& block = blocks[i];
      block.clear();
      const size_t first = begin + i * kBlock, last = std::min(end, first + kBlock);
      for (size_t text = first; text < last && block.status.ok(); ++text) {
        auto looked_at = sift(source, sets, static_cast<Rank>(text), rule, *sieve, block.ranks);
        block.status = looked_at.status();
        if (looked_at) block.candidates += *looked_at;
        out.ends_[text] = static_cast<uint32_t>(block.ranks.size());
      }
      sieves.give(std::move(sieve));
    });
    for (size_t i = 0; i < step; ++i) {
      if (!blocks[i].status.ok()) return blocks[i].status;
      out.begins_.push_back(out.ranks_.size());
      out.ranks_.insert(out.ranks_.end(), blocks[i].ranks.begin(), blocks[i].ranks.end());
      out.candidates_ += blocks[i].candidates;
    }
    if (Status status = advance(end - begin); !status.ok()) return status;
  }
  return out;
}

}  // namespace doppel::compare
