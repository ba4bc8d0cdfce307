// Tested by store_test.cc.
#include "store_queries/store_stats.h"

#include <algorithm>
#include <queue>

#include "index/signature_row.h"
#include "index/signatures.h"
#include "store_queries/page_scan.h"
#include "store_queries/stored_pairs.h"
#include "texts/view_signer.h"

namespace doppel::store_queries {
namespace {

using group::MarketId;

// A signature, and what rules out pairs of its text.
struct Sampled {
  Sampled(StoredTextId text, SignatureRow of) : id(text), row(std::move(of)) {}

  index::TextFilter filter() const {
    const index::StoredSignature stored = index::stored_signature(id, row);
    index::TextFilter out;
    out.main = {stored.main.shingles, stored.main.bitmap.data()};
    out.full = out.main;
    out.subject = texts::likely_subject(stored.facts);
    if (stored.facts.two_views) out.full = {stored.full.shingles, stored.full.bitmap.data()};
    return out;
  }

  StoredTextId id;
  SignatureRow row;
};

template <typename OnText>
Status for_each_signature(const store::Snapshot& rows, OnText on_text) {
  auto at = rows.seek("S", store::prefix_end("S"));
  for (; at->valid(); at->next()) {
    auto row = SignatureRow::decode(at->value());
    if (!row) return corrupt("a signature is damaged");
    Status s = on_text(Sampled({group_state::number_at_end(at->key(), 8)}, *std::move(row)));
    if (!s.ok()) return s;
  }
  return at->status();
}

// The texts with the smallest hashes of their ids: the same ones for the same store.
Result<std::vector<Sampled>> sample_texts(const store::Snapshot& rows, size_t count,
                                          uint64_t& texts) {
  const auto hash_of = [](const Sampled& text) {
    return hash64({reinterpret_cast<const char*>(&text.id.value), sizeof text.id.value});
  };
  const auto before = [&](const Sampled& a, const Sampled& b) { return hash_of(a) < hash_of(b); };
  std::vector<Sampled> heap;
  Status scanned = for_each_signature(rows, [&](Sampled text) -> Status {
    ++texts;
    if (count == 0 || !text.row.main) return {};
    heap.push_back(std::move(text));
    std::push_heap(heap.begin(), heap.end(), before);
    if (heap.size() > count) {
      std::pop_heap(heap.begin(), heap.end(), before);
      heap.pop_back();
    }
    return {};
  });
  if (!scanned.ok()) return scanned;
  return heap;
}

Status measure_recall(const living_store::StoreView& view, const living_store::LivingStore& store,
                      const std::vector<Sampled>& sample, StoreStats& out) {
  if (sample.empty() || !view.groups.neighbours()) return {};
  const similarity::PageRule rule(store.settings().predicate.threshold);
  StoredPairs pairs(store.settings(), *view.words);
  const auto neighbours = view.groups.neighbours()->view();
  std::vector<std::vector<StoredTextId>> candidates(sample.size());
  for (size_t i = 0; i < sample.size(); ++i) {
    if (Status s = neighbours->candidates(sample[i].id, candidates[i]); !s.ok()) return s;
  }
  Status scanned = for_each_signature(*view.groups.rows(), [&](const Sampled& text) -> Status {
    if (!text.row.main) return {};
    const index::TextFilter filter = text.filter();
    for (size_t i = 0; i < sample.size(); ++i) {
      if (sample[i].id == text.id || !filter.allows(sample[i].filter(), rule)) continue;
      auto pair = pairs.verify(sample[i].id, text.id);
      if (!pair) return pair.status();
      if (!*pair) continue;
      ++out.sampled_pairs;
      out.found_pairs += std::count(candidates[i].begin(), candidates[i].end(), text.id) > 0;
    }
    return {};
  });
  if (scanned.ok() && out.sampled_pairs > 0) {
    out.recall = static_cast<double>(out.found_pairs) / static_cast<double>(out.sampled_pairs);
  }
  return scanned;
}

Status count_pages(const living_store::StoreView& view, StoreStats& out) {
  return for_each_page(view, [&](std::string_view, const group_state::PageRow& row) -> Status {
    out.pages += row.live();
    out.redirects += row.redirects();
    out.dead += row.state == group_state::PageState::kDead;
    return {};
  });
}

Status count_removed(const living_store::StoreView& view, const living_store::LivingStore& store,
                     StoreStats& out) {
  const group_state::StateView state = view.groups.view();
  for (size_t m = 0; m < state.markets(); ++m) {
    const auto market = static_cast<MarketId>(m);
    uint64_t removed = 0;
    Status s = for_each_live_page(view, store, market, [&](const ScannedPage& page) {
      removed += page.proof.has_value();
      return Status();
    });
    if (!s.ok()) return s;
    out.removed.emplace_back(state.market_name(market), removed);
  }
  return {};
}

// Whether a text of a group resembles the winner. In mode sound the certificate tells: the winner
// is the first kept text, and a text is removed for the first kept text that it resembles. In mode
// paper a certificate may be taken on trust, and a pair may have been overlooked: it is counted.
class WinnerLikeness {
 public:
  WinnerLikeness(const living_store::StoreView& view, const living_store::LivingStore& store)
      : pairs_(store.settings(), *view.words), sound_(store.settings().mode == StoreMode::kSound) {}

  Result<bool> like(const group_state::StateView& state, MarketId market, StoredTextId winner,
                    StoredTextId text) {
    if (text == winner) return true;
    if (sound_) return state.removed_for(market, text) == winner;
    auto pair = pairs_.verify(winner, text);
    if (!pair) return pair.error();
    return pair->has_value();
  }

 private:
  StoredPairs pairs_;
  bool sound_;
};

Status count_group(const group_state::StateView& state, MarketId market,
                   group_state::GroupNumber group, WinnerLikeness& likeness,
                   StoreStats::Members& out) {
  const std::vector<StoredTextId> winner = state.kept_texts(market, group, 1);
  if (winner.empty()) return state.rows().status();
  for (StoredTextId text : state.members(group)) {
    const uint64_t pages = state.text_row(text).pages - (text == winner[0] ? 1 : 0);
    auto like = likeness.like(state, market, winner[0], text);
    if (!like) return like.status();
    out.pages += pages;
    if (!*like) out.unlike_winner += pages;
  }
  return state.rows().status();
}

Status count_members(const living_store::StoreView& view, const living_store::LivingStore& store,
                     StoreStats& out) {
  WinnerLikeness likeness(view, store);
  const group_state::StateView markets = view.groups.view();
  for (size_t m = 0; m < markets.markets(); ++m) {
    const auto market = static_cast<MarketId>(m);
    StoreStats::Members& members = out.members.emplace_back();
    members.market = markets.market_name(market);
    auto at = view.groups.rows()->seek("g", store::prefix_end("g"));
    for (; at->valid(); at->next()) {
      const group_state::StateView state =
          view.groups.view();  // its memory grows with what it reads
      const auto group = group_state::number_at_end(at->key(), 8);
      if (Status s = count_group(state, market, group, likeness, members); !s.ok()) return s;
    }
    if (!at->status().ok()) return at->status();
  }
  return {};
}

}  // namespace

Result<StoreStats> store_stats(const living_store::LivingStore& store, size_t recall_sample) {
  StoreStats out;
  const living_store::StoreView view = store.view();
  const group_state::StateView state = view.groups.view();
  const group_state::MetaRow meta = state.meta();
  out.round = meta.round;
  out.events = meta.events;
  out.stale_groups = state.stale_groups().size();
  auto sample = sample_texts(*view.groups.rows(), recall_sample, out.texts);
  if (!sample) return sample.error();
  auto groups = view.groups.rows()->seek("g", store::prefix_end("g"));
  for (; groups->valid(); groups->next()) ++out.groups;
  for (Status s : {groups->status(), count_pages(view, out), count_removed(view, store, out),
                   count_members(view, store, out), measure_recall(view, store, *sample, out),
                   state.rows().status()}) {
    if (!s.ok()) return s;
  }
  const index::TextIndex::Bytes bytes = store.index_bytes();
  out.index_bytes = bytes.identities + bytes.candidates;
  out.bitmap_bytes = bytes.bitmaps;
  return out;
}

}  // namespace doppel::store_queries
