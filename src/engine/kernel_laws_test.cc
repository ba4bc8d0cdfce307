// A run split into its kernels, as a cluster would call them, compared with the engine's own run:
//
//   texts -> sketches -> band keys -> sorted rows -> candidates -> pairs -> removals
//
// Between two steps, rows are shuffled unless the next step requires an order, and split into
// batches of any size. Kept and removed pages, certificates and groups must be those of the engine,
// also with hot buckets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "compare/bucket_pairs.h"
#include "compare/verify_pairs.h"
#include "engine/decide.h"
#include "group/text_removals.h"
#include "sketch/band_keys.h"
#include "texts/signer.h"

namespace doppel::engine {
namespace {

struct Corpus {
  std::vector<std::string> texts, urls;  // of each page
  std::vector<group::WinnerFacts> facts() const {
    std::vector<group::WinnerFacts> out;
    for (const std::string& url : urls) out.push_back({.url = url});
    return out;
  }
};

// Families of texts that differ in some words, copies, copies in capitals, texts without words.
Corpus random_corpus(size_t pages, uint32_t families, uint32_t most_edits, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<uint32_t>> family(families);
  for (auto& words : family) {
    for (size_t n = 20 + random() % 60; n > 0; --n) words.push_back(random() % 3000);
  }
  Corpus out;
  for (size_t i = 0; i < pages; ++i) {
    auto words = family[random() % families];
    for (size_t edits = random() % (most_edits + 1); edits > 0; --edits) {
      words[random() % words.size()] = random() % 3000;
    }
    if (random() % 30 == 0) words.clear();
    std::string text = words.empty() && random() % 2 == 0 ? "..." : "";
    const char* letter = random() % 10 == 0 ? "W" : "w";
    for (uint32_t word : words) text.append(letter).append(std::to_string(word)).append(" ");
    out.texts.push_back(text);
    out.urls.push_back("http://example.org/" + std::to_string(random() % (4 * pages)));
  }
  return out;
}

std::vector<Certificate> certificates(const group::Cover& cover) {
  std::map<size_t, uint64_t> group_of;
  for (size_t g = 0; g < cover.groups.size(); ++g) {
    for (PageId page : cover.groups[g]) group_of[page.index()] = g + 1;
  }
  std::vector<Certificate> out;
  for (size_t i = 0; i < cover.removals.size(); ++i) {
    if (const auto& r = cover.removals[i]) {
      out.push_back({i, r->kept.index(), r->level, r->similarity, group_of[i]});
    }
  }
  return out;
}

// Calls use(batch) for consecutive batches of random sizes.
template <typename Row, typename Use>
void in_batches(std::span<const Row> rows, std::mt19937& random, Use use) {
  const size_t largest = 1 + random() % 64;
  while (!rows.empty()) {
    const size_t count = std::min<size_t>(rows.size(), random() % (largest + 1));
    use(rows.first(count));
    rows = rows.subspan(count);
  }
}

class KernelChain {
 public:
  KernelChain(const Corpus& corpus, const corpus::RunPlan& plan, uint32_t seed)
      : corpus_(corpus), plan_(plan), random_(seed) {}

  std::vector<Certificate> run() {
    sign();
    order_ = group::text_order(corpus_.facts(), text_of_, keys_of_.size());
    make_sets();
    const auto pairs = verified(candidates());
    std::vector<std::optional<RankedRemoval>> by_rank(keys_of_.size());
    in_batches<RankedPair>(pairs, random_, [&](std::span<const RankedPair> batch) {
      group::remove_texts(batch, by_rank);
    });
    return certificates(covered(by_rank, pairs));
  }

 private:
  // Signs pages in any order, batch by batch.
  void sign() {
    const size_t pages = corpus_.texts.size();
    text_of_.resize(pages);
    form_of_.resize(pages);
    std::vector<uint32_t> order(pages);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random_);
    texts::Signer signer(plan_.predicate.rules, *plan_.shingle_key);
    in_batches<uint32_t>(order, random_, [&](std::span<const uint32_t> batch) {
      const size_t count = batch.size(), bands = plan_.banding.bands;
      std::vector<Hash128> hashes;
      std::vector<size_t> windows;
      std::vector<uint32_t> slots, keys(count * bands);
      for (uint32_t page : batch) {
        const texts::SketchedText sketched = texts::sketch_text(corpus_.texts[page], signer);
        hashes.push_back(sketched.words_hash);
        windows.push_back(sketched.windows);
        slots.insert(slots.end(), sketched.slots.begin(), sketched.slots.end());
      }
      sketch::make_band_keys(slots, plan_.banding, keys);
      for (size_t i = 0; i < count; ++i) {
        std::span<const uint32_t> own(&keys[i * bands], windows[i] == 0 ? 0 : bands);
        add(batch[i], hashes[i], own);
      }
    });
  }

  void add(uint32_t page, Hash128 hash, std::span<const uint32_t> keys) {
    const auto number = [](auto& known, const auto& what) {
      return known.emplace(what, static_cast<uint32_t>(known.size())).first->second;
    };
    text_of_[page] = {number(texts_, hash)};
    form_of_[page] = {number(forms_, corpus_.texts[page])};
    if (keys_of_.size() < texts_.size()) {
      keys_of_.emplace_back(keys.begin(), keys.end());
      page_of_.push_back(page);
    }
  }

  void make_sets() {
    texts::Signer signer(plan_.predicate.rules, *plan_.shingle_key);
    similarity::Overlap overlap;
    for (TextId text : order_.by_rank) {
      const auto set =
          texts::shingle_set(corpus_.texts[page_of_[text.index()]], signer, overlap).keyed;
      sets_.emplace_back(set.begin(), set.end());
    }
  }

  std::vector<CandidatePair> candidates() {
    std::vector<compare::BucketRow> rows;
    for (Rank rank = 0; rank < order_.by_rank.size(); ++rank) {
      uint64_t band = 0;
      for (uint32_t key : keys_of_[order_.by_rank[rank].index()]) {
        rows.push_back({band++ << 32 | key, rank});
      }
    }
    std::sort(rows.begin(), rows.end());
    std::vector<CandidatePair> out;
    compare::OpenBucket open;
    in_batches<compare::BucketRow>(rows, random_, [&](std::span<const compare::BucketRow> batch) {
      compare::append_bucket_pairs(batch, plan_.hot_limit, open, out);
    });
    std::shuffle(out.begin(), out.end(), random_);
    return out;
  }

  // The pairs among candidates that come in any order and with repetitions; in winner order.
  std::vector<RankedPair> verified(std::vector<CandidatePair> candidates) {
    const std::vector<std::span<const uint64_t>> views(sets_.begin(), sets_.end());
    similarity::Overlap overlap;
    std::vector<RankedPair> out;
    in_batches<CandidatePair>(candidates, random_, [&](std::span<const CandidatePair> batch) {
      compare::verify_pairs(batch, views, plan_.predicate.threshold, overlap, out);
    });
    std::sort(out.begin(), out.end(), [](const RankedPair& a, const RankedPair& b) {
      return std::pair(a.later, a.earlier) < std::pair(b.later, b.earlier);
    });
    return out;
  }

  group::Cover covered(std::span<const std::optional<RankedRemoval>> by_rank,
                       std::span<const RankedPair> ranked) {
    std::vector<uint32_t> counts(by_rank.size());
    TextRemovals removals(by_rank.size());
    for (Rank rank = 0; rank < by_rank.size(); ++rank) {
      const size_t text = order_.by_rank[rank].index();
      counts[text] = static_cast<uint32_t>(sets_[rank].size());
      if (const auto& r = by_rank[rank]) removals[text] = {order_.by_rank[r->kept], r->similarity};
    }
    std::vector<Pair> pairs;
    for (const RankedPair& pair : ranked) {
      pairs.push_back({order_.by_rank[pair.later], order_.by_rank[pair.earlier], {}});
    }
    return group::cover({order_, text_of_, form_of_, counts, removals, pairs});
  }

  const Corpus& corpus_;
  const corpus::RunPlan& plan_;
  std::mt19937 random_;
  std::map<Hash128, uint32_t> texts_;
  std::map<std::string, uint32_t> forms_;
  std::vector<TextId> text_of_;                 // by page
  std::vector<FormId> form_of_;                 // by page
  std::vector<std::vector<uint32_t>> keys_of_;  // by text; empty: no words
  std::vector<uint32_t> page_of_;               // by text: a page with this text
  group::TextOrder order_;
  std::vector<std::vector<uint64_t>> sets_;  // by rank
};

// The engine's own run; counts its hot buckets.
std::vector<Certificate> run_by_engine(const Corpus& corpus, const corpus::RunPlan& plan,
                                       uint64_t& hot) {
  ThreadPool pool(2);
  ProgressMeter meter({});
  corpus::DistinctTexts texts(plan, std::make_unique<texts::MemoryTexts>());
  texts::Signer signer(plan.predicate.rules, *plan.shingle_key);
  std::vector<TextId> text_of;
  std::vector<FormId> form_of;
  for (const std::string& text : corpus.texts) {
    auto place = texts.add(text, signer.identify(text), {}, {});
    text_of.push_back(place->text);
    form_of.push_back(place->form);
  }
  EXPECT_TRUE(texts.complete(pool, [](uint64_t) { return Status(); }).ok());
  auto decision = decide({corpus.facts(), text_of, form_of}, texts, plan, pool, meter);
  EXPECT_TRUE(decision);
  hot += decision->comparisons.hot_buckets;
  return certificates(decision->cover);
}

TEST(Kernels, one_after_the_other_decide_as_the_engine_does) {
  const std::vector<Predicate> predicates = {
      predicate_of(Preset::kWeb), predicate_of(Preset::kShort), predicate_of(Preset::kPaper)};
  uint64_t hot = 0;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    const Corpus corpus = random_corpus(150, 1 + seed % 5 * 6, 1 + seed % 4, seed);
    corpus::RunPlan plan = *corpus::plan_run(predicates[seed % predicates.size()], Strategy::kLsh);
    for (uint32_t limit : {1U, 3U, 512U}) {
      plan.hot_limit = limit;
      const auto expected = run_by_engine(corpus, plan, hot);
      ASSERT_GT(expected.size(), 20U);
      for (uint32_t other_cut = 0; other_cut < 3; ++other_cut) {
        ASSERT_EQ(KernelChain(corpus, plan, other_cut).run(), expected) << seed << ' ' << limit;
      }
    }
  }
  EXPECT_GT(hot, 100U);
}

// With the default limit, in buckets that exceed it.
TEST(Kernels, one_after_the_other_decide_as_a_deduplicator_does) {
  const Corpus corpus = random_corpus(4 * compare::kHotLimit, 1, 1, 7);
  Deduplicator pages;
  for (size_t i = 0; i < corpus.texts.size(); ++i) {
    pages.add(corpus.texts[i], {.url = corpus.urls[i]});
  }
  const auto expected = pages.finish();
  ASSERT_TRUE(expected);
  const corpus::RunPlan plan = *corpus::plan_run(Predicate(), Strategy::kLsh);
  EXPECT_EQ(KernelChain(corpus, plan, 1).run(), *expected);
  uint64_t hot = 0;
  EXPECT_EQ(run_by_engine(corpus, plan, hot), *expected);
  EXPECT_GT(hot, 0U);
}

}  // namespace
}  // namespace doppel::engine
