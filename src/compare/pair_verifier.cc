#include "compare/pair_verifier.h"

#include <atomic>

#include "compare/mutants.h"
#include "similarity/parity_bitmap.h"

namespace doppel::compare {

using similarity::PageRule, similarity::VerifiedPair;

namespace {

constexpr uint64_t kPlainTests = 2;  // failed tests before longer bitmaps are made

// 10 to 20 bits for each shingle.
size_t long_words(size_t elements) { return 8 * similarity::parity_words(elements); }

}  // namespace

PairVerifier::PairVerifier(const texts::ShingleSets& sets, const PageRule& rule,
                           Table<HotText>& hot_texts)
    : sets_(sets),
      rule_(rule),
      hot_texts_(hot_texts),
      maker_(sets.take_maker()),
      long_bitmaps_(size_t{64} << 10, sets.memory()) {}

PairVerifier::~PairVerifier() { sets_.give_maker(std::move(maker_)); }

void PairVerifier::begin(Rank text) {
  text_ = text;
  main_.set = full_.set = {};
  left_long_.clear();
  tested_ = compared_ = failed_ = 0;
}

Result<std::optional<VerifiedPair>> PairVerifier::test(Candidate other) {
  ++tested_;
  if (Status s = set_left(View::kMain); !s.ok()) return s;
  if (other.number != Candidate::kNoNumber && failed_ >= kPlainTests) {
    auto possible = long_bitmaps_allow(other);
    if (!possible) return possible.error();
    if (!*possible) return std::optional<VerifiedPair>();
  }
  ++compared_;
  const auto in = [&](View view) {
    return [this, &other, view](Ratio least) { return compare(other.rank, view, least); };
  };
  auto pair = rule_.verify(sets_.subject(text_), sets_.subject(other.rank), in(View::kMain),
                           in(View::kFull));
  if (!pair) return pair;
  failed_ += !*pair;
  if (mutant(Mutant::kNoVerification) && !*pair) {
    return std::optional(VerifiedPair{Similarity{1, 0, 0}, View::kMain});
  }
  return pair;
}

Result<bool> PairVerifier::reach(Rank other, View view, Ratio least) {
  auto similarity = compare(other, view, least);
  if (!similarity) return similarity.error();
  return similarity->has_value();
}

Result<std::optional<Similarity>> PairVerifier::compare(Rank other, View view, Ratio least) {
  if (Status s = set_left(view); !s.ok()) return s;
  auto right = sets_.shingles(other, *maker_, view);
  if (!right) return right.error();
  return (view == View::kMain ? main_ : full_).overlap.with(*right, least);
}

Status PairVerifier::set_left(View view) {
  LeftSet& left = view == View::kMain ? main_ : full_;
  if (!left.set.empty()) return {};
  auto set = sets_.shingles(text_, *maker_, view);
  if (!set) return set.error();
  left.set = *set;
  if (!sets_.is_kept(*set, text_, view)) {
    left.copy.assign(set->begin(), set->end());
    left.set = left.copy;
  }
  left.overlap.set_left(left.set);
  return {};
}

Result<bool> PairVerifier::long_bitmaps_allow(Candidate other) {
  const similarity::PageSubject &own = sets_.subject(text_), &its = sets_.subject(other.rank);
  const bool one_view = !own.two_views && !its.two_views;
  if (left_long_.empty()) {
    left_long_.resize(long_words(main_.set.size()));
    similarity::make_parity(main_.set, left_long_);
  }
  auto right = long_bitmap(other);
  if (!right) return right.error();
  const uint64_t difference = similarity::parity_difference(left_long_, *right);
  return similarity::difference_allows(main_.set.size(), sets_.size(other.rank), difference,
                                       one_view ? rule_.threshold() : rule_.least_main(own, its));
}

Result<std::span<const uint64_t>> PairVerifier::long_bitmap(Candidate other) {
  const size_t words = long_words(sets_.size(other.rank));
  std::atomic_ref shared(hot_texts_[other.number].long_bitmap);
  if (const uint64_t* made = shared.load(std::memory_order_acquire)) return std::span(made, words);
  auto set = sets_.shingles(other.rank, *maker_);
  if (!set) return set.error();
  auto* bitmap = reinterpret_cast<uint64_t*>(long_bitmaps_.allocate(words * sizeof(uint64_t)));
  similarity::make_parity(*set, {bitmap, words});
  // If another thread makes this bitmap at the same time, both make equal ones.
  shared.store(bitmap, std::memory_order_release);
  return std::span<const uint64_t>(bitmap, words);
}

}  // namespace doppel::compare
