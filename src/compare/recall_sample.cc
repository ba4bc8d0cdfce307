// The limit is halved each time the sample is full. Its final value is the one that the final
// number of texts would have required from the start, so the sample depends only on the set of
// texts.
//
// Many texts may have the same sample key because of boilerplate, so only the first few of them in
// winner order are compared. A text of the sample without any candidate has no set yet. Making its
// set costs as much as reading the text did, so sets are made for at most one in a hundred texts of
// the run. Texts are taken in the order of their sample keys until that number is reached.
//
// Tested by recall_sample_test.cc: the estimate agrees with the share of candidates that were left
// out on purpose; the sample does not depend on the order of texts.
#include "compare/recall_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/union_find.h"
#include "compare/bucket_pairs.h"
#include "compare/mutants.h"
#include "compare/pair_verifier.h"
#include "compare/survivors.h"
#include "compare/verify_pairs.h"
#include "similarity/overlap.h"

namespace doppel::compare {

using similarity::PageRule;

namespace {

constexpr size_t kMostOfOneKey = 8;
constexpr size_t kTextsPerTask = 256;
constexpr size_t kLeastMade = 256;
constexpr size_t kMadeShare = 100;  // sets are made for one in so many texts

uint32_t hash_of(uint32_t sample_key) { return sample_key * 0x9E3779B1U; }

// The end of the rows that have the same key as rows[first].
size_t end_of_key(std::span<const BucketRow> rows, size_t first) {
  size_t last = first + 1;
  while (last < rows.size() && rows[last].key == rows[first].key) ++last;
  return last;
}

// The texts to compare, grouped by sample key, at least two with each key, in winner order.
std::vector<BucketRow> chosen(const RecallSample& sample, const RankedTexts& texts,
                              const texts::ShingleSets& sets) {
  std::vector<BucketRow> all;
  for (const RecallSample::Entry& entry : sample.entries()) {
    all.push_back({entry.sample_key, texts.rank_of[entry.text.index()]});
  }
  std::sort(all.begin(), all.end());
  size_t may_make = kLeastMade + texts.by_rank.size() / kMadeShare;
  std::vector<BucketRow> out;
  for (size_t first = 0; first < all.size();) {
    const size_t last = end_of_key(all, first);
    size_t take = std::min(last - first, kMostOfOneKey), to_make = 0;
    for (size_t i = first; i < first + take; ++i) to_make += !sets.is_made(all[i].text);
    if (to_make > may_make) break;
    if (take > 1) {
      may_make -= to_make;
      out.insert(out.end(), &all[first], &all[first] + take);
    }
    first = last;
  }
  return out;
}

// A text in a hot bucket is compared with only some texts of the bucket. Two of its texts do not
// count as missed if these comparisons were enough to put both into one group.
class HotGroups {
 public:
  HotGroups(const CandidateSource& source, const RankedTexts& texts, std::span<const Pair> found,
            TableMemory* memory)
      : buckets_(source.hot_buckets().begin(), source.hot_buckets().end()),
        groups_(buckets_.empty() ? 0 : texts.by_rank.size(), memory) {
    if (buckets_.empty()) return;
    // With two views, hot buckets are not in winner order.
    for (HotBucket& bucket : buckets_) std::sort(bucket.begin(), bucket.end());
    for (const Pair& pair : found) {
      groups_.join(texts.rank_of[pair.left.index()], texts.rank_of[pair.right.index()]);
    }
  }

  bool hold(Rank a, Rank b) {
    if (mutant(Mutant::kHotPairsMissed)) return false;
    auto in = [](const HotBucket& bucket, Rank rank) {
      return std::binary_search(bucket.begin(), bucket.end(), rank);
    };
    return std::any_of(buckets_.begin(), buckets_.end(),
                       [&](const HotBucket& bucket) { return in(bucket, a) && in(bucket, b); }) &&
           groups_.root(a) == groups_.root(b);
  }

 private:
  std::vector<HotBucket> buckets_;
  UnionFind groups_;
};

// The verified pairs of the sample.
struct DrawnPairs {
  uint64_t candidates = 0;                    // how many of them are candidates
  std::vector<std::pair<Rank, Rank>> others;  // those that are not: the later text, the earlier
  Status status;
};

// Finds the pairs among texts with the same sample key: those that reach the threshold in that view
// and are pairs by the page rule. One for each thread.
class PairDrawer {
 public:
  PairDrawer(const CandidateSource& source, const PageRule& rule, View view,
             const texts::ShingleSets& sets)
      : source_(source),
        rule_(rule),
        view_(view),
        sets_(sets),
        maker_(sets.take_maker()),
        verifier_(sets, rule, no_hot_texts_) {}
  ~PairDrawer() { sets_.give_maker(std::move(maker_)); }
  PairDrawer(const PairDrawer&) = delete;
  PairDrawer& operator=(const PairDrawer&) = delete;

  // REQUIRES: at most kMostOfOneKey texts, sorted.
  Status draw(std::span<const BucketRow> texts, DrawnPairs& out) {
    find_possible(texts);
    if (Status s = bring_sets(texts); !s.ok()) return s;
    pairs_.clear();
    verify_pairs(possible_, views_, rule_.threshold(), overlap_, pairs_);
    if (sets_.any_two_views()) {
      if (Status s = drop_non_pairs(texts); !s.ok()) return s;
    }
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const Rank text = texts[pairs_[i].later].text, other = texts[pairs_[i].earlier].text;
      if (i == 0 || pairs_[i - 1].later != pairs_[i].later) {
        earlier_.clear();
        if (Status s = source_.append_earlier(text, earlier_); !s.ok()) return s;
      }
      if (std::find(earlier_.begin(), earlier_.end(), other) != earlier_.end()) {
        ++out.candidates;
      } else {
        out.others.push_back({text, other});
      }
    }
    return {};
  }

 private:
  // Finds every two texts that sizes and bitmaps do not rule out, as indices into `texts`.
  void find_possible(std::span<const BucketRow> texts) {
    numbered_.clear();
    for (const BucketRow& row : texts) {
      numbered_.push_back({row.key, static_cast<Rank>(numbered_.size())});
    }
    possible_.clear();
    OpenBucket open;
    append_bucket_pairs(numbered_, kMostOfOneKey, open, possible_);
    std::erase_if(possible_, [&](const CandidatePair& pair) {
      const Rank later = texts[pair.later].text, earlier = texts[pair.earlier].text;
      return !could_be_pair(sets_.parity_bitmap(later, view_), sets_.parity_bitmap(earlier, view_),
                            rule_.threshold());
    });
  }

  // Fetches the sets of the texts in possible pairs.
  Status bring_sets(std::span<const BucketRow> texts) {
    views_.assign(texts.size(), {});
    for (const CandidatePair& pair : possible_) {
      for (Rank number : {pair.later, pair.earlier}) {
        if (!views_[number].empty()) continue;
        auto set = sets_.shingles(texts[number].text, *maker_, view_);
        if (!set) return set.error();
        views_[number] = *set;
        if (sets_.is_kept(*set, texts[number].text, view_)) continue;
        held_[number].assign(set->begin(), set->end());
        views_[number] = held_[number];
      }
    }
    return {};
  }

  // If texts have two views, one view alone does not decide.
  Status drop_non_pairs(std::span<const BucketRow> texts) {
    const View other_view = view_ == View::kMain ? View::kFull : View::kMain;
    Status failed;
    std::optional<Rank> later;
    std::erase_if(pairs_, [&](const RankedPair& pair) {
      const Rank left = texts[pair.later].text, right = texts[pair.earlier].text;
      const auto needed =
          rule_.needed_in_other_view(sets_.subject(left), sets_.subject(right), view_);
      if (!needed) return false;
      if (later != pair.later) verifier_.begin(left);
      later = pair.later;
      auto reached = verifier_.reach(right, other_view, *needed);
      if (!reached) failed = reached.error();
      return reached && !*reached;
    });
    return failed;
  }

  const CandidateSource& source_;
  PageRule rule_;
  View view_;
  const texts::ShingleSets& sets_;
  std::unique_ptr<texts::SetMaker> maker_;
  Table<HotText> no_hot_texts_;
  PairVerifier verifier_;
  similarity::Overlap overlap_;
  std::vector<BucketRow> numbered_;
  std::vector<CandidatePair> possible_;
  std::array<std::vector<uint64_t>, kMostOfOneKey> held_;
  std::vector<std::span<const uint64_t>> views_;  // in held_, or in sets_ if they are kept there
  std::vector<RankedPair> pairs_;
  std::vector<Rank> earlier_;
};

// The ends of consecutive tasks. No task ends between two texts with the same key.
std::vector<size_t> task_ends(std::span<const BucketRow> rows) {
  std::vector<size_t> out;
  for (size_t last = 0; last < rows.size();) {
    last = end_of_key(rows, std::min(rows.size(), last + kTextsPerTask) - 1);
    out.push_back(last);
  }
  return out;
}

Status draw_pairs(std::span<const BucketRow> rows, const CandidateSource& source,
                  const PageRule& rule, View view, const texts::ShingleSets& sets,
                  DrawnPairs& out) {
  PairDrawer drawer(source, rule, view, sets);
  for (size_t first = 0; first < rows.size();) {
    const size_t last = end_of_key(rows, first);
    if (Status s = drawer.draw(rows.subspan(first, last - first), out); !s.ok()) return s;
    first = last;
  }
  return {};
}

}  // namespace

double RecallCount::bound(int side) const {
  constexpr double kZ = 1.959964;  // the 97.5 % quantile of the normal distribution
  const auto n = static_cast<double>(pairs);
  const double p = share(), z2 = kZ * kZ;
  const double spread = kZ * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return std::clamp((p + z2 / (2 * n) + side * spread) / (1 + z2 / n), 0.0, 1.0);
}

bool RecallSample::may_take(uint32_t sample_key, View view) {
  return hash_of(sample_key) <= first_limit(view);
}

void RecallSample::add(TextId text, uint32_t sample_key) {
  if (hash_of(sample_key) > key_limit_) return;
  entries_.push_back({sample_key, text});
  while (entries_.size() > kMostTexts) {
    key_limit_ /= 2;
    std::erase_if(entries_,
                  [&](const Entry& entry) { return hash_of(entry.sample_key) > key_limit_; });
  }
}

Result<RecallCount> count_recall(const RecallSample& sample, const CandidateSource& source,
                                 const RankedTexts& texts, std::span<const Pair> found,
                                 const PageRule& rule, View view, texts::ShingleSets& sets,
                                 ThreadPool& pool) {
  const std::vector<BucketRow> rows = chosen(sample, texts, sets);
  std::vector<Rank> ranks;
  for (const BucketRow& row : rows) ranks.push_back(row.text);
  const View wanted = view == View::kMain ? View::kMain : View::kAny;
  Status made = sets.make(
      ranks, pool, [](uint64_t) { return Status(); }, wanted);
  if (!made.ok()) return made;
  const std::vector<size_t> ends = task_ends(rows);
  std::vector<DrawnPairs> drawn(ends.size());
  pool.for_each_index(drawn.size(), [&](size_t task) {
    const size_t first = task == 0 ? 0 : ends[task - 1];
    const auto own = std::span(rows).subspan(first, ends[task] - first);
    drawn[task].status = draw_pairs(own, source, rule, view, sets, drawn[task]);
  });
  RecallCount out;
  HotGroups hot_groups(source, texts, found, sets.memory());
  for (const DrawnPairs& some : drawn) {
    if (!some.status.ok()) return some.status;
    out.pairs += some.candidates + some.others.size();
    out.found += some.candidates;
    for (const auto& [text, other] : some.others) out.found += hot_groups.hold(other, text);
  }
  return out;
}

}  // namespace doppel::compare
