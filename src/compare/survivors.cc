#include "compare/survivors.h"

#include <algorithm>

#include "compare/parity_bitmap.h"
#include "similarity/sets.h"

namespace doppel::compare {
namespace {

constexpr size_t kBlocksPerStep = 64;

// Names each candidate of a text once, and holds on to what fetching them needs.
struct Sieve {
  explicit Sieve(size_t texts) : seen_by(texts, 0) {}

  std::vector<uint32_t> seen_by;  // by rank: the last text that met it, plus one
  std::vector<Rank> met, fitting;
};

bool sizes_allow(uint32_t a, uint32_t b, Ratio threshold) {
  auto [smaller, larger] = std::minmax(a, b);
  return similarity::sizes_allow(smaller, larger, threshold);
}

bool parity_allows(const ShingleSets& sets, Rank a, Rank b, Ratio threshold) {
  uint64_t difference = parity_difference(sets.parity(a), sets.parity(b));
  return difference_allows(sets.size(a), sets.size(b), difference, threshold);
}

// Appends the survivors of one text to `out`, ascending; returns how many were looked at. In
// stages, so that the bitmaps are on their way when they are compared.
Result<size_t> sift(const CandidateSource& source, const ShingleSets& sets, Rank text,
                    Ratio threshold, Sieve& sieve, std::vector<Rank>& out) {
  sieve.met.clear();
  sieve.fitting.clear();
  if (Status s = source.append_earlier(text, sieve.met); !s.ok()) return s;
  size_t different = 0;
  for (Rank rank : sieve.met) {
    if (sieve.seen_by[rank] == text + 1) continue;
    sieve.seen_by[rank] = text + 1;
    ++different;
    if (!sizes_allow(sets.size(text), sets.size(rank), threshold)) continue;
    __builtin_prefetch(sets.parity_address(rank));
    sieve.fitting.push_back(rank);
  }
  size_t begin = out.size();
  for (Rank rank : sieve.fitting) {
    if (parity_allows(sets, text, rank, threshold)) out.push_back(rank);
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
  return different;
}

}  // namespace

uint64_t Survivors::candidates() const {
  uint64_t sum = 0;
  for (const Block& block : blocks_) sum += block.candidates;
  return sum;
}

uint64_t Survivors::count() const {
  uint64_t sum = 0;
  for (const Block& block : blocks_) sum += block.ranks.size();
  return sum;
}

bool could_be_pair(const ShingleSets& sets, Rank a, Rank b, Ratio threshold) {
  return sizes_allow(sets.size(a), sets.size(b), threshold) && parity_allows(sets, a, b, threshold);
}

Result<Survivors> find_survivors(const CandidateSource& source, const ShingleSets& sets,
                                 size_t texts, Ratio threshold, ThreadPool& pool,
                                 const AdvanceFn& advance) {
  Survivors out;
  out.texts_ = texts;
  out.blocks_.resize((texts + Survivors::kBlock - 1) / Survivors::kBlock);
  Spares<Sieve> sieves;
  for (size_t begin = 0; begin < out.blocks_.size(); begin += kBlocksPerStep) {
    size_t step = std::min(kBlocksPerStep, out.blocks_.size() - begin);
    std::vector<Status> results(step);
    pool.for_each_index(step, [&](size_t i) {
      auto sieve = sieves.take([&] { return std::make_unique<Sieve>(texts); });
      Survivors::Block& block = out.blocks_[begin + i];
      size_t first = (begin + i) * Survivors::kBlock;
      size_t last = std::min(texts, first + Survivors::kBlock);
      for (size_t text = first; text < last && results[i].ok(); ++text) {
        auto looked_at =
            sift(source, sets, static_cast<Rank>(text), threshold, *sieve, block.ranks);
        results[i] = looked_at.status();
        if (looked_at) block.candidates += *looked_at;
        block.ends.push_back(static_cast<uint32_t>(block.ranks.size()));
      }
      sieves.give(std::move(sieve));
    });
    for (const Status& status : results) {
      if (!status.ok()) return status;
    }
    size_t done = std::min(texts, (begin + step) * Survivors::kBlock) - begin * Survivors::kBlock;
    if (Status status = advance(done); !status.ok()) return status;
  }
  return out;
}

}  // namespace doppel::compare
