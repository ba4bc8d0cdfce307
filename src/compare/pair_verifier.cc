#include "compare/pair_verifier.h"

#include <atomic>

#include "compare/mutants.h"
#include "similarity/parity_bitmap.h"

namespace doppel::compare {
namespace {

constexpr uint64_t kPlainTests = 2;  // that failed, before longer bitmaps are made

// 10 to 20 bits a shingle.
size_t long_words(size_t elements) { return 8 * similarity::parity_words(elements); }

}  // namespace

PairVerifier::PairVerifier(const texts::ShingleSets& sets, Ratio threshold,
                           Table<HotText>& hot_texts)
    : sets_(sets),
      threshold_(threshold),
      hot_texts_(hot_texts),
      maker_(sets.take_maker()),
      long_bitmaps_(size_t{64} << 10, sets.memory()) {}

PairVerifier::~PairVerifier() { sets_.give_maker(std::move(maker_)); }

void PairVerifier::begin(Rank text) {
  text_ = text;
  left_.clear();
  left_long_.clear();
  tested_ = compared_ = failed_ = 0;
}

Result<std::optional<Similarity>> PairVerifier::test(Candidate other) {
  ++tested_;
  if (Status s = set_left(); !s.ok()) return s;
  if (other.number != Candidate::kNoNumber && failed_ >= kPlainTests) {
    auto possible = long_bitmaps_allow(other);
    if (!possible) return possible.error();
    if (!*possible) return std::optional<Similarity>();
  }
  ++compared_;
  auto right = sets_.shingles(other.rank, *maker_);
  if (!right) return right.error();
  auto pair = overlap_.with(*right, threshold_);
  failed_ += !pair;
  if (mutant(Mutant::kNoVerification) && !pair) return std::optional(Similarity{1, 0, 0});
  return pair;
}

Status PairVerifier::set_left() {
  if (!left_.empty()) return {};
  auto left = sets_.shingles(text_, *maker_);
  if (!left) return left.error();
  left_.assign(left->begin(), left->end());
  overlap_.set_left(left_);
  return {};
}

Result<bool> PairVerifier::long_bitmaps_allow(Candidate other) {
  if (left_long_.empty()) {
    left_long_.resize(long_words(left_.size()));
    similarity::make_parity(left_, left_long_);
  }
  auto right = long_bitmap(other);
  if (!right) return right.error();
  const uint64_t difference = similarity::parity_difference(left_long_, *right);
  return similarity::difference_allows(left_.size(), sets_.size(other.rank), difference,
                                       threshold_);
}

Result<std::span<const uint64_t>> PairVerifier::long_bitmap(Candidate other) {
  const size_t words = long_words(sets_.size(other.rank));
  std::atomic_ref shared(hot_texts_[other.number].long_bitmap);
  if (const uint64_t* made = shared.load(std::memory_order_acquire)) return std::span(made, words);
  auto set = sets_.shingles(other.rank, *maker_);
  if (!set) return set.error();
  auto* bitmap = reinterpret_cast<uint64_t*>(long_bitmaps_.allocate(words * sizeof(uint64_t)));
  similarity::make_parity(*set, {bitmap, words});
  // If another thread has made it meanwhile, it has made the same.
  shared.store(bitmap, std::memory_order_release);
  return std::span<const uint64_t>(bitmap, words);
}

}  // namespace doppel::compare
