// Numbers are assigned bucket by bucket. Texts that share one hot bucket usually share others, too,
// so the most preferred texts of a bucket occupy a few dense words of bits.
//
// Tested by hot_lists_test.cc and pair_finder_test.cc, against the definition of the rule.
#include "compare/hot_lists.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "compare/bucket_pairs.h"
#include "compare/mutants.h"

namespace doppel::compare {
namespace {

uint64_t bit(uint32_t at) { return uint64_t{1} << (at % 64); }
size_t words_for(size_t bits) { return (bits + 63) / 64; }

}  // namespace

HotLists::HotLists(std::span<const HotBucket> buckets, uint32_t limit, size_t texts,
                   TableMemory* memory)
    : lists_(buckets.size()),
      buckets_(memory),
      ends_(memory),
      number_of_(memory),
      numbered_(memory) {
  if (buckets.empty()) return;
  ends_.resize(texts + 1, 0);
  for (const HotBucket& bucket : buckets) {
    for (Rank member : bucket) ++ends_[member + 1];
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  buckets_.resize(ends_.back());
  number_of_.resize(texts, kNone);
  // Until the buckets of a text are written, ends_[text] is where the next of them goes.
  for (uint32_t i = 0; i < buckets.size(); ++i) {
    for (Rank member : buckets[i]) buckets_[ends_[member]++] = i;
    const uint32_t first = mutant(Mutant::kHotListsTooShort) ? limit - 1 : limit;
    number(preferred_of<Rank>(buckets[i], first), lists_[i]);
  }
  for (auto* bits : {&earlier_, &in_block_, &kept_}) bits->resize(words_for(numbered_.size()));
}

void HotLists::number(std::span<const Rank> preferred, std::vector<Word>& words) {
  numbered_.resize(64 * words_for(numbered_.size()));
  for (Rank rank : preferred) {
    Number& number = number_of_[rank];
    if (number == kNone) {
      number = static_cast<Number>(numbered_.size());
      numbered_.push_back(rank);
    }
    auto word = std::find_if(words.begin(), words.end(),
                             [&](const Word& w) { return w.at == number / 64; });
    if (word == words.end()) word = words.insert(word, {number / 64, 0});
    word->bits |= bit(number);
  }
}

std::span<const uint32_t> HotLists::buckets_of(Rank text) const {
  if (ends_.empty()) return {};
  const uint64_t begin = text == 0 ? 0 : ends_[text - 1];
  return std::span(buckets_).subspan(begin, ends_[text] - begin);
}

void HotLists::meet_in_block(Rank text, Met& out) const {
  out.clear();
  if (any_in_block_) meet(text, in_block_, out);
}

void HotLists::meet(Rank text, std::span<const uint64_t> settled, Met& out) const {
  out.clear();
  out.bits.resize(settled.size());
  for (uint32_t bucket : buckets_of(text)) {
    for (const Word& word : lists_[bucket]) {
      const uint64_t bits = word.bits & settled[word.at];
      if (bits == 0) continue;
      if (out.bits[word.at] == 0) out.words.push_back(word.at);
      out.bits[word.at] |= bits;
    }
  }
  for (uint32_t at : out.words) {
    for (uint64_t bits = std::exchange(out.bits[at], 0); bits != 0; bits &= bits - 1) {
      const Number number = at * 64 + static_cast<Number>(std::countr_zero(bits));
      (kept_[at] & bit(number) ? out.kept : out.removed).push_back(number);
    }
  }
  out.words.clear();
}

void HotLists::begin_block() {
  if (!std::exchange(any_in_block_, false)) return;
  if (mutant(Mutant::kEarlierBlocksForgotten)) return;
  for (size_t i = 0; i < earlier_.size(); ++i) earlier_[i] |= std::exchange(in_block_[i], 0);
}

void HotLists::settle(Rank text, bool kept) {
  const Number number = number_of_.empty() ? kNone : number_of_[text];
  if (number == kNone) return;
  in_block_[number / 64] |= bit(number);
  if (kept && !mutant(Mutant::kHotTextsNeverKept)) kept_[number / 64] |= bit(number);
  any_in_block_ = true;
}

}  // namespace doppel::compare
