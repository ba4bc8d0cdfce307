#include "engine/decide.h"

#include <algorithm>

#include "compare/listed_candidates.h"
#include "compare/pair_finder.h"
#include "compare/prefix_index.h"
#include "compare/recall_sample.h"
#include "compare/scan.h"
#include "compare/two_view_candidates.h"
#include "group/text_removals.h"
#include "texts/shingle_sets.h"

namespace doppel::engine {
namespace {

using compare::Rank;

// The texts with several pages whose shingles have not been counted yet. Certificates of equal
// texts contain that count.
Table<Rank> uncounted_texts(const Pages& pages, const corpus::DistinctTexts& texts,
                            const group::TextOrder& order, TableMemory* memory) {
  Table<uint8_t> met(order.by_rank.size(), 0, memory);
  Table<Rank> out(memory);
  for (TextId text : pages.texts) {
    uint8_t& times = met[text.index()];
    if (times == 2 || texts.shingles(text) > 0) continue;
    if (++times == 2) out.push_back(order.rank_of[text.index()]);
  }
  return out;
}

compare::RemovalRule removal_rule(const corpus::RunPlan& plan) {
  compare::RemovalRule out(plan.predicate.threshold);
  out.most_own_windows = plan.most_own_windows;
  return out;
}

// `lsh`.
Result<compare::FoundPairs> banded_pairs(corpus::DistinctTexts& texts, const corpus::RunPlan& plan,
                                         const compare::RankedTexts& ranked,
                                         texts::ShingleSets& sets, ThreadPool& pool,
                                         const texts::AdvanceFn& advance,
                                         Comparisons& comparisons) {
  auto index = texts.make_index(ranked, pool);
  if (!index) return index.error();
  comparisons.hot_buckets = (*index)->hot_buckets().size();
  const compare::RemovalRule rule = removal_rule(plan);
  auto found = compare::find_pairs(**index, ranked, rule, sets, pool, advance);
  if (!found) return found;
  for (View view : {View::kMain, View::kFull}) {
    if (view == View::kFull && !sets.any_two_views()) break;
    auto drawn = compare::count_recall(texts.sample(view), **index, ranked, found->pairs,
                                       rule.pairs, view, sets, pool);
    if (!drawn) return drawn.error();
    if (drawn->pairs == 0) continue;
    (view == View::kMain ? comparisons.recall : comparisons.full_recall) =
        Recall{drawn->pairs, drawn->found, drawn->share(), drawn->low(), drawn->high()};
  }
  return found;
}

// `exact`.
Result<compare::FoundPairs> prefix_pairs(const corpus::DistinctTexts& texts,
                                         const corpus::RunPlan& plan,
                                         const compare::RankedTexts& ranked,
                                         texts::ShingleSets& sets, ThreadPool& pool,
                                         const texts::AdvanceFn& advance) {
  const size_t count = ranked.by_rank.size();
  const Ratio threshold = plan.predicate.threshold;
  const compare::RemovalRule rule = removal_rule(plan);
  auto main = compare::PrefixIndex::create(sets, count, threshold, pool, advance);
  if (!main) return main.error();
  if (!sets.any_two_views()) {
    return compare::find_pairs(**main, ranked, rule, sets, pool, advance);
  }
  auto full = compare::PrefixIndex::create(
      sets, count, threshold, pool, [](uint64_t) { return Status(); }, View::kFull);
  if (!full) return full.error();
  const compare::TwoViewCandidates both(*std::move(main), *std::move(full), ranked,
                                        texts.subjects());
  return compare::find_pairs(both, ranked, rule, sets, pool, advance);
}

// All pairs by one view, from the sorted sets of all texts.
Result<std::vector<Pair>> scan_view(View view, const group::TextOrder& order, Ratio threshold,
                                    const texts::ShingleSets& sets, ThreadPool& pool,
                                    const texts::AdvanceFn& advance) {
  std::vector<std::vector<uint64_t>> sorted(order.rank_of.size());
  auto maker = sets.take_maker();
  for (size_t text = 0; text < sorted.size(); ++text) {
    auto set = sets.shingles(order.rank_of[text], *maker, view);
    if (!set) return set.error();
    sorted[text].assign(set->begin(), set->end());
    std::sort(sorted[text].begin(), sorted[text].end());
  }
  sets.give_maker(std::move(maker));
  const std::vector<similarity::Set> views(sorted.begin(), sorted.end());
  return compare::scan(views, threshold, pool, advance);
}

// `scan`.
Result<compare::FoundPairs> scanned_pairs(const group::TextOrder& order,
                                          const corpus::RunPlan& plan, texts::ShingleSets& sets,
                                          ThreadPool& pool, const texts::AdvanceFn& advance) {
  const std::vector<Rank> all(order.rank_of.begin(), order.rank_of.end());
  if (Status s = sets.make(all, pool, advance); !s.ok()) return s;
  const Ratio threshold = plan.predicate.threshold;
  auto pairs = scan_view(View::kMain, order, threshold, sets, pool, advance);
  if (!pairs) return pairs.error();
  if (sets.any_two_views()) {
    // A pair reaches the threshold in at least one view; the rule decides which of these are pairs.
    const auto no_advance = [](uint64_t) { return Status(); };
    auto by_full = scan_view(View::kFull, order, threshold, sets, pool, no_advance);
    if (!by_full) return by_full.error();
    pairs->insert(pairs->end(), by_full->begin(), by_full->end());
    const compare::RankedTexts ranked{order.by_rank, order.rank_of};
    return compare::find_pairs(compare::ListedCandidates(*pairs, ranked), ranked,
                               removal_rule(plan), sets, pool, no_advance);
  }
  compare::FoundPairs out(plan.tables);
  out.pairs.assign(pairs->begin(), pairs->end());
  out.removals = group::text_removals(order, out.pairs, plan.tables, plan.most_own_windows);
  return out;
}

Result<compare::FoundPairs> pairs_by_strategy(corpus::DistinctTexts& texts,
                                              const corpus::RunPlan& plan,
                                              const group::TextOrder& order,
                                              texts::ShingleSets& sets, ThreadPool& pool,
                                              const texts::AdvanceFn& advance,
                                              Comparisons& comparisons) {
  const compare::RankedTexts ranked{order.by_rank, order.rank_of};
  if (plan.strategy != Strategy::kLsh) comparisons.recall = Recall();
  switch (plan.strategy) {
    case Strategy::kLsh: return banded_pairs(texts, plan, ranked, sets, pool, advance, comparisons);
    case Strategy::kExact: return prefix_pairs(texts, plan, ranked, sets, pool, advance);
    case Strategy::kScan: return scanned_pairs(order, plan, sets, pool, advance);
  }
  return invalid_argument("unknown strategy");
}

}  // namespace

Result<Decision> decide(const Pages& pages, corpus::DistinctTexts& texts,
                        const corpus::RunPlan& plan, ThreadPool& pool, ProgressMeter& meter) {
  group::TextOrder order =
      group::text_order(pages.facts, pages.texts, texts.size(), plan.tables, &pool);
  texts::ShingleSets sets(texts.table(), plan.predicate.rules, order.by_rank, plan.keep_set_bytes,
                          plan.table_hash, plan.tables, *plan.shingle_key);
  sets.set_subjects(texts.subjects());
  sets.take(texts.early_sets(), order.rank_of);
  auto advance = [&](uint64_t n) { return meter.advance(n); };
  Decision out{group::Cover(plan.tables), {}};
  meter.begin("compare", "texts", (plan.strategy == Strategy::kExact ? 3 : 2) * texts.size());
  auto found = pairs_by_strategy(texts, plan, order, sets, pool, advance, out.comparisons);
  if (!found) return found.error();
  out.comparisons.candidates = found->candidates;
  out.comparisons.tested = found->tested;
  Status status = sets.make(
      uncounted_texts(pages, texts, order, plan.tables), pool, [](uint64_t) { return Status(); },
      View::kMain);
  if (!status.ok()) return status;
  if (status = meter.end(); !status.ok()) return status;
  Table<uint32_t> counts(texts.size(), 0, plan.tables);
  for (Rank rank = 0; rank < counts.size(); ++rank) {
    const TextId text = order.by_rank[rank];
    counts[text.index()] = sets.is_made(rank) ? sets.size(rank) : texts.shingles(text);
  }
  out.cover = group::cover({order, pages.texts, pages.forms, counts, found->removals, found->pairs},
                           plan.tables, &pool);
  return out;
}

}  // namespace doppel::engine
