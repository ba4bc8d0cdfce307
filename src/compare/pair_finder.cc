// Candidates that survive the filters make a graph; its components share no pair, so they are
// walked apart, each in winner order by one thread. Hot buckets hold their texts together in one
// component, because what a text of such a bucket is compared with depends on which texts before it
// are kept.
//
// The walk decides text by text, as group/cover.cc does:
//
//   1. kept candidates, the most preferred first: the first that forms a pair removes the text
//   2. candidates that are not in the text's group yet: a pair joins the groups
//
// In step 1 a text stops at its first success, so the pair found is the certificate. In step 2 a
// candidate that already is in the group needs no test: connecting it once more changes nothing.
// Pairs that were never tested are pairs with texts that are removed, or come after the first kept
// one, inside one group: cover() would not look at them.
//
// Tested by pair_finder_test.cc: cover() over these pairs and over all pairs agree, on random texts
// and any number of threads.
#include "compare/pair_finder.h"

#include <algorithm>
#include <atomic>

#include "compare/overlap.h"
#include "compare/rank_forest.h"
#include "compare/survivors.h"

namespace doppel::compare {
namespace {

constexpr size_t kTextsPerTask = 256;
constexpr size_t kTasksPerStep = 64;

// The texts that have something to be tested with, component by component, each in winner order.
struct Components {
  explicit Components(TableMemory* memory) : texts(memory) {}

  Table<Rank> texts;
  std::vector<size_t> task_ends;  // tasks are whole components
};

// For each text the hot buckets that it is in, ascending.
class HotPlaces {
 public:
  HotPlaces(std::span<const HotBucket> buckets, size_t texts, TableMemory* memory)
      : buckets_(memory), ends_(memory) {
    if (buckets.empty()) return;
    ends_.resize(texts + 1, 0);
    for (const HotBucket& bucket : buckets) {
      for (Rank member : bucket.members) ++ends_[member + 1];
    }
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    buckets_.resize(ends_.back());
    // ends_[text] is where the text begins, until its buckets are there.
    for (uint32_t bucket = 0; bucket < buckets.size(); ++bucket) {
      for (Rank member : buckets[bucket].members) buckets_[ends_[member]++] = bucket;
    }
  }

  std::span<const uint32_t> of(Rank text) const {
    if (ends_.empty()) return {};
    const uint64_t begin = text == 0 ? 0 : ends_[text - 1];
    return std::span(buckets_).subspan(begin, ends_[text] - begin);
  }

 private:
  Table<uint32_t> buckets_;  // text after text
  Table<uint64_t> ends_;     // by text; empty when no bucket is hot
};

struct PairWalk {
  PairWalk(const CandidateSource& candidates, const RankedTexts& ranked, Ratio at_least,
           const ShingleSets& made, const Survivors& sifted)
      : source(candidates),
        texts(ranked),
        threshold(at_least),
        sets(made),
        survivors(sifted),
        groups(ranked.by_rank.size(), made.memory()),
        kept(ranked.by_rank.size(), 1, made.memory()),
        hot_of(candidates.hot_buckets(), ranked.by_rank.size(), made.memory()),
        hot_kept(candidates.hot_buckets().size()) {}

  const CandidateSource& source;
  const RankedTexts& texts;
  Ratio threshold;
  const ShingleSets& sets;
  const Survivors& survivors;
  RankForest groups;
  Table<uint8_t> kept;  // by rank, as far as decided
  HotPlaces hot_of;
  std::vector<std::vector<Rank>> hot_kept;  // by hot bucket: its first kept texts
};

// What one task works with.
class Walker {
 public:
  explicit Walker(PairWalk& walk)
      : walk_(walk), maker_(walk.sets.take_maker()), seen_by_(walk.sets.memory()) {}
  ~Walker() { walk_.sets.give_maker(std::move(maker_)); }

  Status decide(Rank text) {
    collect(text);
    left_is_set_ = false;
    size_t asked = 0;  // candidates before this one that are kept were tested
    bool removed = false;
    for (size_t i = 0; i < candidates_.size() && !removed; ++i) {
      asked = i + 1;
      if (!walk_.kept[candidates_[i]]) continue;
      auto pair = test(text, candidates_[i]);
      if (!pair) return pair.error();
      removed = *pair;
    }
    walk_.kept[text] = !removed;
    if (!removed) keep_in_hot_buckets(text);
    for (size_t i = 0; i < candidates_.size(); ++i) {
      Rank other = candidates_[i];
      if (i < asked && walk_.kept[other]) continue;
      if (walk_.groups.root(other) == walk_.groups.root(text)) continue;
      if (auto pair = test(text, other); !pair) return pair.error();
    }
    return {};
  }

  Table<Pair> pairs;
  uint64_t candidates = 0, tested = 0;

 private:
  // The candidates before the text, ascending.
  void collect(Rank text) {
    auto survivors = walk_.survivors.of(text);
    candidates_.assign(survivors.begin(), survivors.end());
    if (walk_.hot_of.of(text).empty()) return;
    meet_in_hot_buckets(text);
    candidates += hot_.size();
    for (Rank other : hot_) {
      if (could_be_pair(walk_.sets, text, other, walk_.threshold)) candidates_.push_back(other);
    }
    std::sort(candidates_.begin(), candidates_.end());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  }

  // Names each text once: buckets of one boilerplate hold much the same texts. Where they do not, a
  // text that is in many would meet tens of thousands: it takes them band by band and stops after
  // the one in which it has met twice the limit.
  void meet_in_hot_buckets(Rank text) {
    seen_by_.resize(walk_.texts.by_rank.size(), 0);
    hot_.clear();
    auto meet = [&](Rank other) {
      if (seen_by_[other] == text + 1) return;
      seen_by_[other] = text + 1;
      __builtin_prefetch(walk_.sets.parity_address(other));
      hot_.push_back(other);
    };
    for (uint32_t bucket : walk_.hot_of.of(text)) {
      for (Rank other : walk_.source.hot_buckets()[bucket].smallest) {
        if (other >= text) break;
        meet(other);
      }
      for (Rank other : walk_.hot_kept[bucket]) meet(other);
      if (hot_.size() >= 2 * walk_.source.hot_limit()) break;
    }
  }

  void keep_in_hot_buckets(Rank text) {
    for (uint32_t bucket : walk_.hot_of.of(text)) {
      auto& kept = walk_.hot_kept[bucket];
      if (kept.size() < walk_.source.hot_limit()) kept.push_back(text);
    }
  }

  // The exact test; a pair is written down and joins the groups.
  Result<bool> test(Rank text, Rank other) {
    ++tested;
    if (!left_is_set_) {
      auto left = walk_.sets.shingles(text, *maker_);
      if (!left) return left.error();
      left_.assign(left->begin(), left->end());
      overlap_.set_left(left_);
      left_is_set_ = true;
    }
    auto right = walk_.sets.shingles(other, *maker_);
    if (!right) return right.error();
    auto found = overlap_.with(*right, walk_.threshold);
    if (!found) return false;
    TextId a = walk_.texts.by_rank[text], b = walk_.texts.by_rank[other];
    if (a < b) {
      pairs.push_back({a, b, *found});
    } else {
      pairs.push_back({b, a, {found->common, found->right_only, found->left_only}});
    }
    walk_.groups.join(text, other);
    return true;
  }

  PairWalk& walk_;
  std::unique_ptr<SetMaker> maker_;
  Overlap overlap_;
  std::vector<uint64_t> left_;
  bool left_is_set_ = false;
  std::vector<Rank> candidates_, hot_;
  Table<uint32_t> seen_by_;  // by rank: the last text that met it in a hot bucket, plus one
};

Table<Rank> texts_with_company(const CandidateSource& source, size_t texts, TableMemory* memory) {
  Table<Rank> out(memory);
  for (Rank rank = 0; rank < texts; ++rank) {
    if (source.has_company(rank)) out.push_back(rank);
  }
  return out;
}

Components components(const PairWalk& walk, std::span<const Rank> texts) {
  TableMemory* memory = walk.sets.memory();
  RankForest forest(walk.texts.by_rank.size(), memory);
  for (const HotBucket& bucket : walk.source.hot_buckets()) {
    for (Rank member : bucket.members) forest.join(bucket.members.front(), member);
  }
  for (Rank text : texts) {
    for (Rank other : walk.survivors.of(text)) forest.join(text, other);
  }
  // By (root, rank), counted out: roots are the smallest of their component.
  Table<uint32_t> sizes(walk.texts.by_rank.size(), 0, memory);
  for (Rank text : texts) ++sizes[forest.root(text)];
  Components out(memory);
  Table<size_t> next(sizes.size(), memory);
  size_t sum = 0, in_task = 0;
  for (Rank root = 0; root < sizes.size(); ++root) {
    if (sizes[root] < 2) continue;  // nothing to be tested with
    next[root] = sum;
    sum += sizes[root];
    in_task += sizes[root];
    if (in_task >= kTextsPerTask) {
      out.task_ends.push_back(sum);
      in_task = 0;
    }
  }
  if (in_task > 0) out.task_ends.push_back(sum);
  out.texts.resize(sum);
  for (Rank text : texts) {
    Rank root = forest.root(text);
    if (sizes[root] >= 2) out.texts[next[root]++] = text;
  }
  return out;
}

Status walk_components(PairWalk& walk, const Components& work, ThreadPool& pool,
                       const AdvanceFn& advance, FoundPairs& out) {
  for (size_t begin = 0; begin < work.task_ends.size(); begin += kTasksPerStep) {
    size_t step = std::min(kTasksPerStep, work.task_ends.size() - begin);
    std::vector<Status> results(step);
    std::vector<FoundPairs> found(step);
    // One component may be most of the run: whoever wants it to end must not wait for it.
    std::atomic<bool> stop = false;
    auto walk_task = [&](size_t i) {
      Walker walker(walk);
      size_t first = begin + i == 0 ? 0 : work.task_ends[begin + i - 1];
      for (size_t t = first; t < work.task_ends[begin + i] && results[i].ok() && !stop; ++t) {
        results[i] = walker.decide(work.texts[t]);
      }
      found[i] = {std::move(walker.pairs), walker.candidates, walker.tested};
    };
    Status told;
    pool.for_each_index(step, walk_task, [&] {
      if (told.ok()) told = advance(0);
      stop = !told.ok();
    });
    if (!told.ok()) return told;
    for (size_t i = 0; i < step; ++i) {
      if (!results[i].ok()) return results[i];
      out.pairs.insert(out.pairs.end(), found[i].pairs.begin(), found[i].pairs.end());
      out.candidates += found[i].candidates;
      out.tested += found[i].tested;
    }
    if (Status status = advance(0); !status.ok()) return status;
  }
  return {};
}

}  // namespace

Result<FoundPairs> find_pairs(const CandidateSource& source, const RankedTexts& texts,
                              Ratio threshold, ShingleSets& sets, ThreadPool& pool,
                              const AdvanceFn& advance) {
  size_t count = texts.by_rank.size();
  Table<Rank> with_company = texts_with_company(source, count, sets.memory());
  if (Status s = advance(count - with_company.size()); !s.ok()) return s;
  if (Status s = sets.make(with_company, pool, advance); !s.ok()) return s;
  auto survivors = find_survivors(source, sets, count, threshold, pool, advance);
  if (!survivors) return survivors.error();
  PairWalk walk(source, texts, threshold, sets, *survivors);
  FoundPairs out{Table<Pair>(sets.memory())};
  out.candidates = survivors->candidates();
  Components work = components(walk, with_company);
  if (Status s = walk_components(walk, work, pool, advance, out); !s.ok()) return s;
  std::sort(out.pairs.begin(), out.pairs.end(), [](const Pair& a, const Pair& b) {
    return std::pair(a.left, a.right) < std::pair(b.left, b.right);
  });
  return out;
}

}  // namespace doppel::compare
