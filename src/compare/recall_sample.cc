// The limit is halved whenever the sample is full. It ends where it would have begun had the final
// number of texts been known, so the sample is a function of the set of texts.
//
// Many texts may have the same sample key (boilerplate): only the first few in winner order are
// compared. A text of the sample that has no candidate at all has no set yet. Making its set costs
// as much as reading the text did, so sets are made for no more than one in a hundred texts of the
// run. Groups of texts are taken in the order of their sample keys until that is used up.
//
// Tested by recall_sample_test.cc: the share found equals the share of candidates known to be
// missing; the sample does not depend on the order of texts.
#include "compare/recall_sample.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "base/union_find.h"
#include "compare/mutants.h"
#include "compare/survivors.h"
#include "similarity/overlap.h"

namespace doppel::compare {
namespace {

constexpr size_t kMostOfOneKey = 8;
constexpr size_t kMembersPerTask = 256;
constexpr size_t kLeastMade = 256;
constexpr size_t kMadeShare = 100;  // one in so many texts

uint32_t hash_of(uint32_t sample_key) { return sample_key * 0x9E3779B1U; }

struct Member {
  uint32_t sample_key;
  Rank rank;

  friend auto operator<=>(const Member&, const Member&) = default;
};

// The texts to compare, grouped by sample key: at least two of each, in winner order.
std::vector<Member> chosen(const RecallSample& sample, const RankedTexts& texts,
                           const texts::ShingleSets& sets) {
  std::vector<Member> all;
  for (const RecallSample::Entry& entry : sample.entries()) {
    all.push_back({entry.sample_key, texts.rank_of[entry.text.index()]});
  }
  std::sort(all.begin(), all.end());
  size_t may_make = kLeastMade + texts.by_rank.size() / kMadeShare;
  std::vector<Member> out;
  for (size_t first = 0; first < all.size();) {
    size_t last = first + 1;
    while (last < all.size() && all[last].sample_key == all[first].sample_key) ++last;
    size_t take = std::min(last - first, kMostOfOneKey), to_make = 0;
    for (size_t i = first; i < first + take; ++i) to_make += !sets.is_made(all[i].rank);
    if (to_make > may_make) break;
    if (take > 1) {
      may_make -= to_make;
      out.insert(out.end(), &all[first], &all[first] + take);
    }
    first = last;
  }
  return out;
}

// Texts of a hot bucket are compared with some of it only. The two are not missed if that was
// enough to put them into one group.
class HotGroups {
 public:
  HotGroups(const CandidateSource& source, const RankedTexts& texts, std::span<const Pair> found,
            TableMemory* memory)
      : buckets_(source.hot_buckets()),
        groups_(buckets_.empty() ? 0 : texts.by_rank.size(), memory) {
    if (buckets_.empty()) return;
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
  std::span<const HotBucket> buckets_;
  UnionFind groups_;
};

// Pairs of the sample, verified.
struct DrawnPairs {
  uint64_t candidates = 0;                    // how many of them are candidates
  std::vector<std::pair<Rank, Rank>> others;  // that are not: the later text, the earlier
  Status status;
};

// The pairs of members[first .. last) with those before them.
Status draw_pairs(std::span<const Member> members, size_t first, size_t last,
                  const CandidateSource& source, Ratio threshold, const texts::ShingleSets& sets,
                  DrawnPairs& out) {
  similarity::Overlap overlap;
  auto maker = sets.take_maker();
  std::vector<uint64_t> left;
  std::vector<Rank> earlier;
  for (size_t i = first; i < last; ++i) {
    left.clear();
    for (size_t j = i; j-- > 0 && members[j].sample_key == members[i].sample_key;) {
      Rank text = members[i].rank, other = members[j].rank;
      if (!could_be_pair(sets, text, other, threshold)) continue;
      if (left.empty()) {
        auto set = sets.shingles(text, *maker);
        if (!set) return set.error();
        left.assign(set->begin(), set->end());
        overlap.set_left(left);
        earlier.clear();
        if (Status status = source.append_earlier(text, earlier); !status.ok()) return status;
      }
      auto right = sets.shingles(other, *maker);
      if (!right) return right.error();
      if (!overlap.with(*right, threshold)) continue;
      if (std::find(earlier.begin(), earlier.end(), other) != earlier.end()) {
        ++out.candidates;
      } else {
        out.others.push_back({text, other});
      }
    }
  }
  sets.give_maker(std::move(maker));
  return {};
}

}  // namespace

double RecallCount::bound(int side) const {
  constexpr double kZ = 1.959964;  // 97.5 % of the normal distribution
  const auto n = static_cast<double>(pairs);
  const double p = share(), z2 = kZ * kZ;
  const double spread = kZ * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return std::clamp((p + z2 / (2 * n) + side * spread) / (1 + z2 / n), 0.0, 1.0);
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
                                 Ratio threshold, texts::ShingleSets& sets, ThreadPool& pool) {
  std::vector<Member> members = chosen(sample, texts, sets);
  std::vector<Rank> ranks;
  for (const Member& member : members) ranks.push_back(member.rank);
  Status made = sets.make(ranks, pool, [](uint64_t) { return Status(); });
  if (!made.ok()) return made;
  std::vector<DrawnPairs> drawn((members.size() + kMembersPerTask - 1) / kMembersPerTask);
  pool.for_each_index(drawn.size(), [&](size_t task) {
    const size_t first = task * kMembersPerTask;
    const size_t last = std::min(members.size(), first + kMembersPerTask);
    drawn[task].status = draw_pairs(members, first, last, source, threshold, sets, drawn[task]);
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
