// Groups are known by a text of theirs, because a repair may merge a group that is still to be
// repaired into another. Tested by repair_test.cc.
#include "store_queries/repair.h"

#include <set>

#include "store_queries/stored_pairs.h"

namespace doppel::store_queries {
namespace {

using group_state::GroupNumber, group_state::Key, group_state::StateView;

constexpr size_t kTextsOfARound = 10'000;

class Repair {
 public:
  Repair(living_store::LivingStore& store, const ProgressFn& progress)
      : store_(store), progress_(progress) {}

  Result<RepairReport> run() {
    {
      const living_store::StoreView view = store_.view();
      out_.round = view.groups.view().meta().round;
      if (Status s = find_failed_certificates(view); !s.ok()) return s;
      if (Status s = find_reported_groups(view); !s.ok()) return s;
      waiting_ = view.groups.view().stale_groups().size();
    }
    if (Status s = repair_all(); !s.ok()) return s;
    return out_;
  }

 private:
  Status advance(std::string_view phase, uint64_t done, std::string_view unit) {
    const bool stop = progress_ && !progress_({.phase = phase, .done = done, .unit = unit});
    return stop ? cancelled() : Status();
  }

  // Each group once, by the first of its texts that gives a reason.
  void suspect(const StateView& state, StoredTextId text) {
    if (suspected_.insert(state.group(text)).second) texts_.push_back(text);
  }

  Status find_failed_certificates(const living_store::StoreView& view) {
    const StateView state = view.groups.view();
    StoredPairs pairs(store_.settings(), *view.words);
    for (size_t m = 0; m < state.markets(); ++m) {
      const std::string prefix =
          Key('c').market(view.groups.rules().number(static_cast<group::MarketId>(m)));
      auto at = view.groups.rows()->seek(prefix, store::prefix_end(prefix));
      for (; at->valid(); at->next()) {
        const auto row = group_state::CoverRow::decode(at->value());
        if (!row) return corrupt("a row of table c is damaged");
        if (Status s = advance("verify", out_.certificates, "certificates"); !s.ok()) return s;
        ++out_.certificates;
        const StoredTextId text{group_state::number_at_end(at->key(), 8)};
        auto pair = pairs.verify(text, row->kept);
        if (!pair) return pair.status();
        if (*pair && !state.removed_for(static_cast<group::MarketId>(m), row->kept)) continue;
        ++out_.failed;
        suspect(state, text);
      }
      if (!at->status().ok()) return at->status();
    }
    return state.rows().status();
  }

  Status find_reported_groups(const living_store::StoreView& view) {
    const StateView state = view.groups.view();
    auto at = view.groups.rows()->seek("g", store::prefix_end("g"));
    for (; at->valid(); at->next()) {
      const auto row = group_state::GroupRow::decode(at->value());
      if (!row) return corrupt("a row of table g is damaged");
      if (row->unverified.empty()) continue;
      ++out_.reported;
      const auto members = state.members(group_state::number_at_end(at->key(), 8));
      if (!members.empty()) suspect(state, members.front());
    }
    return at->status().ok() ? state.rows().status() : at->status();
  }

  Status repair_all() {
    size_t next = 0;
    while (next < texts_.size() || waiting_ > 0) {
      if (Status s = advance("repair", out_.repaired, "groups"); !s.ok()) return s;
      std::set<GroupNumber> groups;
      {
        const living_store::StoreView view = store_.view();
        const StateView state = view.groups.view();
        for (size_t texts = 0; next < texts_.size() && texts < kTextsOfARound; ++next) {
          const GroupNumber group = state.group(texts_[next]);
          if (groups.insert(group).second) texts += state.members(group).size();
        }
        if (!state.rows().status().ok()) return state.rows().status();
      }
      auto round = store_.repair(std::vector<GroupNumber>(groups.begin(), groups.end()));
      if (!round) return round.status();
      out_.repaired += groups.size();
      out_.walked += waiting_;
      waiting_ = 0;  // every round walks the groups that wait
      out_.round = round->round;
      out_.events += round->events;
    }
    return {};
  }

  living_store::LivingStore& store_;
  const ProgressFn& progress_;
  RepairReport out_;
  std::set<GroupNumber> suspected_;
  std::vector<StoredTextId> texts_;
  size_t waiting_ = 0;
};

}  // namespace

Result<RepairReport> repair_groups(living_store::LivingStore& store, const ProgressFn& progress) {
  return Repair(store, progress).run();
}

}  // namespace doppel::store_queries
