// Texts are decided in winner order, each in two steps:
//
//   1. test the kept candidates, the most preferred first: the first that forms a pair removes the
//      text
//   2. test the candidates that are not in the text's group yet: a pair joins the two groups
//
// Step 1 stops at its first success, so the pair it finds is the certificate. In step 2, a
// candidate that is already in the group needs no test, because connecting it again changes
// nothing. The pairs that are never tested lie within one group, and are pairs with a removed text
// or with a text after the first kept one: they decide nothing.
//
// With a limit on what may be lost, a pair whose text has more windows of its own than the limit
// joins the groups but removes nothing, and step 1 continues.
//
// Blocks. Which tests a text needs depends on the fate of the texts before it, but nearly all of
// these were decided long ago. So texts are processed in blocks, each in two phases:
//
//   test     all threads: each text against its candidates in earlier blocks, which are decided
//   settle   one thread, in winner order: each text against its candidates in this block
//
//      decided ............................ | block: t1 t2 t3 ... tn
//                ^ most candidates of tn      ^ a few: they wait until t1 .. tn-1 are settled
//
// Every candidate in an earlier block is preferred to every candidate in this block, so a kept one
// that the test phase finds is the certificate. If it finds none, candidates in the block are
// tested in advance as well, up to the first that would remove the text; the settle phase then only
// has to see which of them are kept. The test phase cannot know which groups the block itself will
// join, so step 2 may find a pair that is not needed.
//
// Blocks depend on the texts, not on the threads. The candidates of a text in hot buckets are not
// stored, but found again in each phase (hot_lists.h).
//
// Tested by pair_finder_test.cc: removals and groups equal those of all pairs, on random texts and
// for any number of threads.
#include "compare/pair_finder.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>

#include "base/object_pool.h"
#include "base/union_find.h"
#include "compare/hot_lists.h"
#include "compare/mutants.h"
#include "compare/pair_verifier.h"
#include "compare/survivors.h"

namespace doppel::compare {

using similarity::VerifiedPair;

namespace {

// A block is a sixteenth of the texts decided so far, so that few candidates of its texts are in
// it.
constexpr size_t kBlockShare = 16;
constexpr size_t kSmallestBlock = 32;
constexpr size_t kLargestBlock = 32768;
constexpr size_t kTextsPerTask = 32;

struct PairWalk {
  PairWalk(const CandidateSource& candidates, const RankedTexts& ranked, const RemovalRule& removal,
           const texts::ShingleSets& made, const Survivors& sifted)
      : texts(ranked),
        rule(removal),
        sets(made),
        survivors(sifted),
        groups(ranked.by_rank.size(), made.memory()),
        kept(ranked.by_rank.size(), 1, made.memory()),
        hot(candidates.hot_buckets(), candidates.hot_limit(), ranked.by_rank.size(), made.memory()),
        hot_texts(made.memory()) {
    for (Rank rank : hot.numbered()) hot_texts.push_back({rank, sets.parity_bitmap(rank)});
  }

  const RankedTexts& texts;
  RemovalRule rule;
  const texts::ShingleSets& sets;
  const Survivors& survivors;
  UnionFind groups;
  Table<uint8_t> kept;  // by rank, for the texts decided so far
  HotLists hot;
  Table<HotText> hot_texts;  // by number on the hot lists
};

struct Tested {
  Rank other = 0;
  std::optional<VerifiedPair> pair;

  // Is this a pair that removes the text if the other text is kept?
  bool removes(const RemovalRule& rule) const { return pair && rule.removes(pair->similarity); }
};

// What the test phase finds out about a text.
struct Findings {
  Rank text = 0;
  std::optional<Tested> removed_by;
  uint32_t met = 0;  // candidates in hot buckets
  uint64_t tested = 0;
  std::vector<Tested> pairs;       // with texts of earlier blocks
  std::vector<Tested> in_advance;  // tests with texts of the same block
};

// The two steps of deciding one text, for the candidates of one phase.
class Steps {
 public:
  explicit Steps(const PairWalk& walk) : walk_(walk) {}

  void begin(Rank text, std::span<const Rank> survivors) {
    text_ = text;
    kept_.clear();
    rest_.clear();
    for (Rank other : survivors) {
      const bool kept = walk_.kept[other] || mutant(Mutant::kRemovedTextsRemove);
      (kept ? kept_ : rest_).push_back({other});
    }
  }
  // The caller puts the candidates in hot buckets here before the steps.
  HotLists::Met& met() { return met_; }
  uint32_t count_met() const {
    return static_cast<uint32_t>(met_.kept.size() + met_.removed.size());
  }

  // Step 1, unless the text is already removed: calls removes() with kept candidates until it
  // returns true. Returns whether the text is removed now.
  template <typename Removes>
  Result<bool> find_kept(bool removed, Removes removes) {
    add_possible(met_.kept, kept_);
    sort_by_rank(kept_);
    if (mutant(Mutant::kAnyCertificate)) std::reverse(kept_.begin(), kept_.end());
    size_t asked = 0;
    for (; asked < kept_.size() && !removed; ++asked) {
      Result<bool> by_it = removes(kept_[asked]);
      if (!by_it) return by_it;
      removed = *by_it;
    }
    rest_.insert(rest_.end(), kept_.begin() + static_cast<std::ptrdiff_t>(asked), kept_.end());
    return removed;
  }

  // Step 2: calls test() with each candidate that is not in the text's group at that moment.
  template <typename InGroup, typename Test>
  Status connect(InGroup in_group, Test test) {
    std::erase_if(met_.removed,
                  [&](auto number) { return in_group(walk_.hot_texts[number].rank); });
    add_possible(met_.removed, rest_);
    sort_by_rank(rest_);
    for (Candidate other : rest_) {
      if (in_group(other.rank) || mutant(Mutant::kGroupsNotJoined)) continue;
      if (Result<bool> tested = test(other); !tested) return tested.error();
    }
    return {};
  }

 private:
  // Appends the candidates that sizes and bitmaps do not rule out.
  void add_possible(std::span<const HotLists::Number> numbers, std::vector<Candidate>& out) const {
    constexpr size_t kAhead = 8;
    if (numbers.empty()) return;
    const similarity::PageRule& rule = walk_.rule.pairs;
    const bool one_view = !walk_.sets.any_two_views();
    const similarity::ParityBitmap own = walk_.sets.parity_bitmap(text_);
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (i + kAhead < numbers.size()) {
        __builtin_prefetch(walk_.hot_texts[numbers[i + kAhead]].bitmap.words);
      }
      const HotText& other = walk_.hot_texts[numbers[i]];
      const bool could = one_view ? similarity::could_be_pair(own, other.bitmap, rule.threshold())
                                  : could_be_pair(walk_.sets, text_, other.rank, rule);
      if (could) out.push_back({other.rank, numbers[i]});
    }
  }

  // Sorts the candidates and removes repeats.
  static void sort_by_rank(std::vector<Candidate>& candidates) {
    auto same = [](Candidate a, Candidate b) { return a.rank == b.rank; };
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
  }

  const PairWalk& walk_;
  Rank text_ = 0;
  HotLists::Met met_;
  std::vector<Candidate> kept_, rest_;
};

// The survivors of a text, divided into those in its block and those in earlier blocks.
struct SplitSurvivors {
  SplitSurvivors(const PairWalk& walk, Rank text, Rank first_of_block) {
    auto all = walk.survivors.of(text);
    auto middle = std::lower_bound(all.begin(), all.end(), first_of_block);
    before = {all.begin(), middle};
    in_block = {middle, all.end()};
  }
  std::span<const Rank> before, in_block;
};

// The test phase for the texts of a block. One for each thread.
class EarlierTester {
 public:
  explicit EarlierTester(PairWalk& walk)
      : walk_(walk), tester_(walk.sets, walk.rule.pairs, walk.hot_texts), steps_(walk) {}

  Status test_text(Rank text, Rank first_of_block, Findings& out) {
    walk_.hot.meet_earlier(text, steps_.met());
    const SplitSurvivors survivors(walk_, text, first_of_block);
    out.text = text;
    out.pairs.clear();
    out.in_advance.clear();
    joined_.clear();
    tester_.begin(text);
    steps_.begin(text, survivors.before);
    out.met = steps_.count_met();
    out.removed_by.reset();
    auto test = [&](Candidate other) { return this->test(other, out.pairs); };
    auto removed = steps_.find_kept(false, test);
    if (!removed) return removed.error();
    if (*removed) out.removed_by = out.pairs.back();
    if (Status s = steps_.connect([&](Rank other) { return in_group(other); }, test); !s.ok()) {
      return s;
    }
    if (!out.removed_by) {
      if (Status s = test_in_advance(survivors.in_block, out); !s.ok()) return s;
    }
    out.tested = tester_.tested();
    return {};
  }

 private:
  // Tests a candidate and appends the pair, if it is one. Would it remove the text?
  Result<bool> test(Candidate other, std::vector<Tested>& pairs) {
    auto pair = tester_.test(other);
    if (!pair) return pair.error();
    if (!*pair) return false;
    pairs.push_back({other.rank, *pair});
    joined_.push_back(walk_.groups.shared_root(other.rank));
    return pairs.back().removes(walk_.rule);
  }

  bool in_group(Rank other) const {
    if (joined_.empty()) return false;
    const Rank root = walk_.groups.shared_root(other);
    return std::find(joined_.begin(), joined_.end(), root) != joined_.end();
  }

  Status test_in_advance(std::span<const Rank> others, Findings& out) {
    for (Rank other : others) {
      auto pair = tester_.test({other});
      if (!pair) return pair.error();
      out.in_advance.push_back({other, *pair});
      if (out.in_advance.back().removes(walk_.rule)) break;
    }
    return {};
  }

  const PairWalk& walk_;
  PairVerifier tester_;
  Steps steps_;
  std::vector<Rank> joined_;  // roots of the groups that the text is joined to
};

// The settle phase: decides the texts of a block, one after the other.
class BlockDecider {
 public:
  BlockDecider(PairWalk& walk, FoundPairs& out)
      : walk_(walk), out_(out), tester_(walk.sets, walk.rule.pairs, walk.hot_texts), steps_(walk) {}

  Status settle(Findings& known, Rank first_of_block) {
    const Rank text = known.text;
    walk_.hot.meet_in_block(text, steps_.met());
    tester_.begin(text);
    steps_.begin(text, SplitSurvivors(walk_, text, first_of_block).in_block);
    out_.candidates += known.met + steps_.count_met();
    auto test = [&](Candidate other) { return this->test(known, other); };
    auto removed = steps_.find_kept(known.removed_by.has_value(), test);
    if (!removed) return removed.error();
    walk_.kept[text] = !*removed;
    walk_.hot.settle(text, !*removed);
    // Step 1 stops at its first success, in whichever phase that is found.
    if (*removed) remove(text, known.removed_by ? *known.removed_by : in_block_);
    for (const Tested& tested : known.pairs) join(text, tested.other, tested.pair->similarity);
    auto in_group = [&](Rank other) { return walk_.groups.root(other) == walk_.groups.root(text); };
    if (Status s = steps_.connect(in_group, test); !s.ok()) return s;
    out_.tested += known.tested + tester_.tested();
    return {};
  }

 private:
  // Tests a candidate and joins the groups, if it is a pair. Would it remove the text?
  Result<bool> test(const Findings& known, Candidate other) {
    auto found = std::find_if(known.in_advance.begin(), known.in_advance.end(),
                              [&](const Tested& tested) { return tested.other == other.rank; });
    Result<std::optional<VerifiedPair>> pair =
        found != known.in_advance.end() ? found->pair : tester_.test(other);
    if (!pair) return pair.error();
    if (!*pair) return false;
    join(known.text, other.rank, (*pair)->similarity);
    in_block_ = {other.rank, *pair};
    return in_block_.removes(walk_.rule);
  }

  void remove(Rank text, const Tested& certificate) {
    out_.removals[walk_.texts.by_rank[text].index()] =
        TextRemoval{walk_.texts.by_rank[certificate.other], certificate.pair->similarity,
                    certificate.pair->view};
  }

  void join(Rank text, Rank other, const Similarity& found) {
    TextId a = walk_.texts.by_rank[text], b = walk_.texts.by_rank[other];
    if (a < b || mutant(Mutant::kCountsNotTurned)) {
      out_.pairs.push_back({a, b, found});
    } else {
      out_.pairs.push_back({b, a, {found.common, found.right_only, found.left_only}});
    }
    walk_.groups.join(text, other);
  }

  PairWalk& walk_;
  FoundPairs& out_;
  PairVerifier tester_;
  Steps steps_;
  Tested in_block_;  // the last pair that was found in this phase
};

Table<Rank> texts_with_candidates(const CandidateSource& source, size_t texts,
                                  TableMemory* memory) {
  Table<Rank> out(memory);
  for (Rank rank = 0; rank < texts; ++rank) {
    if (source.has_candidates(rank)) out.push_back(rank);
  }
  return out;
}

// Texts in hot buckets have so many candidates that the sets of their full texts are needed anyway.
Status make_hot(const CandidateSource& source, texts::ShingleSets& sets, ThreadPool& pool) {
  if (!sets.any_two_views()) return {};
  std::vector<Rank> texts;
  for (const HotBucket& bucket : source.hot_buckets()) {
    texts.insert(texts.end(), bucket.begin(), bucket.end());
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return sets.make(texts, pool, [](uint64_t) { return Status(); });
}

// The texts that have an earlier candidate, or may have one in a hot bucket. All others are kept.
Table<Rank> texts_to_decide(const PairWalk& walk, std::span<const Rank> with_candidates) {
  Table<Rank> out(walk.sets.memory());
  for (Rank text : with_candidates) {
    if (!walk.survivors.of(text).empty() || !walk.hot.buckets_of(text).empty()) out.push_back(text);
  }
  return out;
}

class BlockWalk {
 public:
  BlockWalk(PairWalk& walk, ThreadPool& pool, const texts::AdvanceFn& advance, FoundPairs& out)
      : walk_(walk),
        pool_(pool),
        advance_(advance),
        decider_(walk, out),
        findings_(kLargestBlock) {}

  Status run(std::span<const Rank> texts) {
    for (size_t decided = 0; decided < texts.size();) {
      const size_t most = std::clamp(decided / kBlockShare, kSmallestBlock, kLargestBlock);
      auto block = texts.subspan(decided, std::min(most, texts.size() - decided));
      if (Status s = decide_block(block); !s.ok()) return s;
      decided += block.size();
    }
    return {};
  }

 private:
  Status decide_block(std::span<const Rank> texts) {
    walk_.hot.begin_block();
    order_by_bucket(texts);
    if (findings_.size() < texts.size()) findings_.resize(texts.size());
    const size_t tasks = (texts.size() + kTextsPerTask - 1) / kTextsPerTask;
    std::vector<Status> results(tasks);
    auto test = [&](size_t task) {
      auto tester = testers_.take([&] { return std::make_unique<EarlierTester>(walk_); });
      const size_t begin = task * kTextsPerTask;
      const size_t end = std::min(texts.size(), begin + kTextsPerTask);
      for (size_t i = begin; i < end && results[task].ok() && !stop_; ++i) {
        results[task] = tester->test_text(texts[order_[i]], texts.front(), findings_[order_[i]]);
      }
      testers_.give(std::move(tester));
    };
    if (Status s = in_parallel(tasks, test); !s.ok()) return s;
    for (const Status& status : results) {
      if (!status.ok()) return status;
    }
    Status result;
    auto settle = [&](size_t) {
      for (size_t i = 0; i < texts.size() && result.ok() && !stop_; ++i) {
        result = decider_.settle(findings_[i], texts.front());
      }
    };
    Status told = in_parallel(1, settle);
    return told.ok() ? result : told;
  }

  // Texts of the same hot bucket are tested one after the other, while their candidates are in the
  // processor's cache.
  void order_by_bucket(std::span<const Rank> texts) {
    auto first_bucket = [&](uint32_t i) {
      auto buckets = walk_.hot.buckets_of(texts[i]);
      return buckets.empty() ? UINT32_MAX : buckets.front();
    };
    order_.resize(texts.size());
    std::iota(order_.begin(), order_.end(), 0U);
    auto others = std::stable_partition(order_.begin(), order_.end(),
                                        [&](uint32_t i) { return first_bucket(i) != UINT32_MAX; });
    std::stable_sort(order_.begin(), others,
                     [&](uint32_t a, uint32_t b) { return first_bucket(a) < first_bucket(b); });
  }

  // A block may take long, so the caller can also cancel the run within it.
  Status in_parallel(size_t count, const std::function<void(size_t)>& body) {
    Status told;
    pool_.for_each_index(count, body, [&] {
      if (told.ok()) told = advance_(0);
      stop_ = !told.ok();
    });
    return told.ok() ? advance_(0) : told;
  }

  PairWalk& walk_;
  ThreadPool& pool_;
  const texts::AdvanceFn& advance_;
  ObjectPool<EarlierTester> testers_;
  BlockDecider decider_;
  std::vector<Findings> findings_;
  std::vector<uint32_t> order_;  // in which the texts of a block are tested
  std::atomic<bool> stop_ = false;
};

}  // namespace

Result<FoundPairs> find_pairs(const CandidateSource& source, const RankedTexts& texts,
                              const RemovalRule& rule, texts::ShingleSets& sets, ThreadPool& pool,
                              const texts::AdvanceFn& advance) {
  size_t count = texts.by_rank.size();
  Table<Rank> with_candidates = texts_with_candidates(source, count, sets.memory());
  if (Status s = advance(count - with_candidates.size()); !s.ok()) return s;
  if (Status s = sets.make(with_candidates, pool, advance, View::kMain); !s.ok()) return s;
  if (Status s = make_hot(source, sets, pool); !s.ok()) return s;
  auto survivors = find_survivors(source, sets, count, rule.pairs, pool, advance);
  if (!survivors) return survivors.error();
  PairWalk walk(source, texts, rule, sets, *survivors);
  FoundPairs out(sets.memory());
  out.removals.resize(count);
  out.candidates = survivors->candidates();
  const Table<Rank> work = texts_to_decide(walk, with_candidates);
  if (Status s = BlockWalk(walk, pool, advance, out).run(work); !s.ok()) return s;
  std::sort(out.pairs.begin(), out.pairs.end(), [](const Pair& a, const Pair& b) {
    return std::pair(a.left, a.right) < std::pair(b.left, b.right);
  });
  return out;
}

}  // namespace doppel::compare
