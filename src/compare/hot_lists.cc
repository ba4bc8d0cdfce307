// A number is given out when a text is put on its first list, from those of that bucket. Texts that
// meet in one hot bucket mostly meet in others, too, so the lists of a bucket fill few words, and
// these densely.
//
// A text takes its buckets band by band and stops after the one in which it has met 2 x limit
// texts. What it meets in earlier blocks is fixed when its block begins; what its own block adds to
// the buckets before the last can only make it stop earlier. arrivals() counts what was added and
// says when it might: then the text is looked at again, among all that are settled.
//
// Tested by hot_lists_test.cc and pair_finder_test.cc, against the rule spelled out.
#include "compare/hot_lists.h"

#include <algorithm>
#include <numeric>

namespace doppel::compare {

HotLists::HotLists(std::span<const HotBucket> buckets, uint32_t limit, size_t texts,
                   TableMemory* memory)
    : limit_(limit), buckets_(memory), ends_(memory), lists_(buckets.size()), kept_(memory) {
  if (buckets.empty()) return;
  ends_.resize(texts + 1, 0);
  for (const HotBucket& bucket : buckets) {
    for (Rank member : bucket.members) ++ends_[member + 1];
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  buckets_.resize(ends_.back());
  // ends_[text] is where the text begins, until its buckets are there.
  for (uint32_t bucket = 0; bucket < buckets.size(); ++bucket) {
    lists_[bucket].smallest = buckets[bucket].smallest;
    for (Rank member : buckets[bucket].members) buckets_[ends_[member]++] = bucket;
  }
}

std::span<const uint32_t> HotLists::buckets_of(Rank text) const {
  if (ends_.empty()) return {};
  const uint64_t begin = text == 0 ? 0 : ends_[text - 1];
  return std::span(buckets_).subspan(begin, ends_[text] - begin);
}

uint32_t HotLists::unite(std::span<const Word> words, Met& out) {
  uint32_t added = 0;
  for (Word word : words) {
    uint64_t& bits = out.bits[word.at];
    if (bits == 0) out.words.push_back(word.at);
    added += static_cast<uint32_t>(std::popcount(word.bits & ~bits));
    bits |= word.bits;
  }
  return added;
}

void HotLists::name_all(Met& out) const {
  out.clear();
  for (uint32_t at : out.words) {
    for (uint64_t bits = out.bits[at]; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const Number number = at * 64 + static_cast<Number>(bit);
      (kept_[at] >> bit & 1 ? out.kept : out.removed).push_back(number);
    }
    out.bits[at] = 0;
  }
  out.words.clear();
}

void HotLists::meet(Rank text, bool all, Met& out) const {
  out.bits.resize(kept_.size());
  out.buckets = out.before_last = 0;
  uint32_t met = 0;
  for (uint32_t bucket : buckets_of(text)) {
    if (met >= 2 * limit_) break;
    out.before_last = met;
    ++out.buckets;
    met += unite(lists_[bucket].words, out);
    if (all) met += unite(lists_[bucket].arrivals, out);
  }
  name_all(out);
}

void HotLists::begin_block() {
  for (uint32_t bucket : grown_) {
    Lists& lists = lists_[bucket];
    for (Word word : lists.arrivals) add(word, lists.words);
    lists.arrivals.clear();
  }
  grown_.clear();
}

bool HotLists::arrivals(Rank text, uint32_t buckets, uint32_t before_last, Met& out) const {
  uint32_t came = 0, came_before_last = 0;
  if (!grown_.empty()) {
    out.bits.resize(kept_.size());
    for (uint32_t bucket : buckets_of(text).first(buckets)) {
      came_before_last = came;
      came += unite(lists_[bucket].arrivals, out);
    }
  }
  name_all(out);
  return came_before_last == 0 || before_last + came_before_last < 2 * limit_;
}

HotLists::Number HotLists::new_number(Lists& lists) {
  if (lists.next % 64 == 0) {
    lists.next = static_cast<Number>(numbers());
    kept_.push_back(0);
  }
  return lists.next++;
}

// A word that was added long ago is not looked for: it may be there twice.
void HotLists::add(Word word, std::vector<Word>& words) {
  constexpr size_t kLookBack = 32;
  const auto end = words.rbegin() + static_cast<std::ptrdiff_t>(std::min(words.size(), kLookBack));
  const auto found = std::find_if(words.rbegin(), end, [&](Word w) { return w.at == word.at; });
  if (found != end) {
    found->bits |= word.bits;
  } else {
    words.push_back(word);
  }
}

HotLists::Number HotLists::settle(Rank text, bool kept) {
  Number number = kNone;
  for (uint32_t bucket : buckets_of(text)) {
    Lists& lists = lists_[bucket];
    const bool smallest =
        lists.settled < lists.smallest.size() && lists.smallest[lists.settled] == text;
    lists.settled += smallest;
    const bool listed_as_kept = kept && lists.kept < limit_;
    lists.kept += listed_as_kept;
    if (!smallest && !listed_as_kept) continue;
    if (number == kNone) number = new_number(lists);
    if (lists.arrivals.empty()) grown_.push_back(bucket);
    add({number / 64, uint64_t{1} << (number % 64)}, lists.arrivals);
  }
  if (number != kNone && kept) kept_[number / 64] |= uint64_t{1} << (number % 64);
  return number;
}

}  // namespace doppel::compare
