// The rule: over texts in winner order, a text is removed if and only if an earlier kept text is
// its neighbour; its certificate is the first such text. A round changes the texts and their ranks;
// this file finds who must be decided again.
//
// A queue holds the texts to decide again, in winner order. When the first one is taken, all texts
// before it are final, because a decision only affects later texts:
//
//   becomes kept      -> later neighbours that are kept, or whose certificate stands after it
//   is no longer kept -> the texts that were removed for it ("orphans")
//
// The queue starts with texts that arrived; orphans of texts that went; and of texts that moved: a
// kept one that moved forward (it may certify more), a kept one that moved back and all it
// certified, a removed one that now stands before its certificate. Then those whose candidates
// changed because of others (hot buckets): a text that gained some is probed as an arrival is, and
// announces itself as one that moved forward does; a text that is no longer a candidate of its
// certificate is probed and decided again. No other text must be decided: a removed text whose
// certificate is kept, still before it and still its candidate keeps that certificate, because its
// other kept neighbours before the certificate would have to be new, and new ones announce
// themselves.
//
// To decide a text, its possible certificates are verified in winner order until one holds. They
// come from
//   - announcements: texts that became kept or moved forward;
//   - for an arrival, its own probe: candidates that were kept, and other arrivals;
//   - for orphans, texts that were kept and stand in their group. Either every orphan is probed or
//     every such text is, whichever are fewer: candidates are symmetric. So the 100,000 orphans of
//     a group's only kept text need no probe at all, and their first becomes kept with one.
// Verification is lazy: it stops at the first certificate. A group of near-equal texts costs one
// verification a member when its kept text dies, and one in all when another member changes.
//
// Example, a - b - c in a chain in winner order (a kept, b removed for a, c kept). a goes: b is an
// orphan, no possible certificate holds, b is kept; it announces itself to c, which is later and
// kept: c is verified against b and removed.
//
// Tested by laws.rounds: random histories against cover.h from scratch; group_work_test.cc counts.
#include "rounds/cover_repair.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "group_state/mutants.h"

namespace doppel::rounds {
namespace {

using group::MarketId;
using group_state::GroupNumber;
using group_state::Mutant;
using group_state::StateView;

using Move = TextChanges::Move;

class CoverRepair {
 public:
  CoverRepair(MarketId market, const StateView& before, StateView& after,
              const TextChanges& changes, const UnprobedTexts& unprobed, Neighbours& neighbours)
      : market_(market),
        before_(before),
        after_(after),
        changes_(changes),
        unprobed_(unprobed),
        neighbours_(neighbours) {}

  std::set<StoredTextId> run() {
    seed();
    while (!queue_.empty()) {
      auto [rank, next] = *queue_.begin();
      queue_.erase(queue_.begin());
      settled_ = rank;
      decide(next);
    }
    return std::move(changed_);
  }

 private:
  bool live(StoredTextId text) const { return changes_.live(before_, text); }
  bool arrived(StoredTextId text) const { return changes_.arrived.contains(text); }
  bool gained(StoredTextId text) const { return changes_.gained.contains(text); }
  // Whether they were candidates before the round and no longer are.
  bool lost_each_other(StoredTextId a, StoredTextId b) {
    if (!changes_.lost.contains(a) && !changes_.lost.contains(b)) return false;
    const std::vector<StoredTextId>& now = neighbours_.candidates(a);
    return !std::binary_search(now.begin(), now.end(), b);
  }
  bool was_kept(StoredTextId text) const {
    return before_.group(text) != 0 && !arrived(text) && !before_.removed_for(market_, text);
  }
  // A pair of texts that were not probed in this round is inside one group. (This holds in mode
  // sound; in mode paper there may be unknown pairs.)
  bool may_pair(StoredTextId a, StoredTextId b) const {
    GroupNumber left = settled_group(a), right = settled_group(b);
    return left == 0 || right == 0 || left == right;
  }
  // None for a text that was probed in this round.
  GroupNumber settled_group(StoredTextId text) const {
    if (gained(text)) return 0;
    if (!arrived(text)) return before_.group(text);
    auto found = unprobed_.groups.find(text);
    return found == unprobed_.groups.end() ? 0 : found->second;
  }
  bool is_kept(StoredTextId text) const { return !after_.removed_for(market_, text); }

  const std::string& rank(StoredTextId text) {
    auto [at, is_new] = ranks_.try_emplace(text);
    if (is_new) {
      if (auto standing = after_.best(market_, text)) at->second = std::move(standing->rank);
    }
    return at->second;
  }

  void enqueue(StoredTextId text) { queue_.emplace(rank(text), text); }
  void consider(StoredTextId text, StoredTextId certificate) {
    possible_certificates_[text].push_back(certificate);
    enqueue(text);
  }

  void seed() {
    for (StoredTextId text : changes_.arrived) forget(text);
    for (StoredTextId text : changes_.gone) forget(text);
    for (StoredTextId text : changes_.arrived) probe(text);
    for (StoredTextId text : changes_.gained) {
      if (!arrived(text)) probe(text);
    }
    for (StoredTextId text : changes_.lost) find_lost_certificates(text);
    for (StoredTextId text : changes_.gone) {
      if (!before_.removed_for(market_, text)) orphan(text, before_.covered_by(market_, text));
    }
    for (auto [text, move] : changes_.moved[market_]) {
      if (arrived(text)) continue;
      std::optional<StoredTextId> certificate = before_.removed_for(market_, text);
      if (certificate) {
        if (live(*certificate) && rank(text) < rank(*certificate)) orphan(*certificate, {text});
        continue;
      }
      enqueue(text);
      if (move == Move::kLater) orphan(text, before_.covered_by(market_, text));
    }
  }

  // Enqueues the text with everything that may certify it.
  void probe(StoredTextId text) {
    enqueue(text);
    for (StoredTextId other : neighbours_.candidates(text)) {
      if ((was_kept(other) || arrived(other)) && live(other)) consider(text, other);
    }
  }

  // Finds the removals whose certificate the text was, if they are no longer candidates.
  void find_lost_certificates(StoredTextId text) {
    if (arrived(text) || mutant(Mutant::kLostCandidatesStay)) return;
    std::vector<StoredTextId> uncertified;
    if (auto kept = before_.removed_for(market_, text)) {
      if (live(*kept) && lost_each_other(text, *kept)) uncertified.push_back(text);
    }
    for (StoredTextId covered : before_.covered_by(market_, text)) {
      if (live(covered) && lost_each_other(text, covered)) uncertified.push_back(covered);
    }
    for (StoredTextId removed : uncertified) {
      if (arrived(removed)) continue;
      forget(removed);
      probe(removed);
    }
  }

  // Erases what was derived for a text that left, or that is decided again.
  void forget(StoredTextId text) {
    if (is_kept(text)) return;
    after_.set_kept(market_, text);
    changed_.insert(text);
  }

  // Texts that were removed for `kept` are decided again. REQUIRES: all of them are of its group.
  void orphan(StoredTextId kept, const std::vector<StoredTextId>& texts) {
    if (mutant(Mutant::kOrphansForgotten)) return;
    std::set<StoredTextId> orphans;
    for (StoredTextId text : texts) {
      if (!live(text) || arrived(text)) continue;
      if (rank(text) < settled_) continue;  // moved forward past `kept`, and was decided there
      orphans.insert(text);
      enqueue(text);
      if (auto row = before_.cover(market_, text)) {
        neighbours_.assume(text, kept, {row->similarity, row->view});
      }
      if (live(kept) && !lost_each_other(kept, text)) possible_certificates_[text].push_back(kept);
      if (auto successor = unprobed_.successors.find(kept);
          successor != unprobed_.successors.end()) {
        neighbours_.assume(text, successor->second, {});
        possible_certificates_[text].push_back(successor->second);
      }
    }
    if (!orphans.empty()) consider_old_kept(kept, orphans);
  }

  void consider_old_kept(StoredTextId lost, const std::set<StoredTextId>& orphans) {
    if (const NearKept* near = near_kept(lost, orphans.size())) {
      for (StoredTextId text : orphans) {
        auto found = near->of.find(text);
        if (found == near->of.end()) continue;
        for (StoredTextId other : found->second) {
          if (other != lost) possible_certificates_[text].push_back(other);
        }
      }
      return;
    }
    for (StoredTextId text : orphans) {
      for (StoredTextId other : neighbours_.candidates(text)) {
        if (was_kept(other) && live(other) && may_pair(text, other)) {
          possible_certificates_[text].push_back(other);
        }
      }
    }
  }

  // The old kept texts of a group, as candidates of its texts.
  struct NearKept {
    std::map<StoredTextId, std::vector<StoredTextId>> of;
    std::vector<StoredTextId> unasked;  // kept texts that were not probed for this yet
  };
  // Those of the group of a lost text, without that text. Null if it is less work to probe the
  // orphans. Computed once for a group, however many of its kept texts are lost.
  const NearKept* near_kept(StoredTextId lost, size_t orphans) {
    const GroupNumber group = before_.group(lost);
    auto known = near_kept_.find(group);
    if (known == near_kept_.end()) {
      const size_t limit = orphans + 2;  // the lost text itself, and one more: too many
      std::vector<StoredTextId> kept = before_.kept_texts(market_, group, limit);
      if (kept.size() >= limit) return nullptr;
      std::erase_if(kept, [&](StoredTextId text) { return !live(text) || arrived(text); });
      known = near_kept_.emplace(group, NearKept{{}, std::move(kept)}).first;
    }
    NearKept& near = known->second;
    const bool was_there = std::erase(near.unasked, lost) > 0;
    for (StoredTextId other : std::exchange(near.unasked, {})) {
      for (StoredTextId text : neighbours_.candidates(other)) {
        if (before_.group(text) == group) near.of[text].push_back(other);
      }
    }
    if (was_there) near.unasked.push_back(lost);
    return &near;
  }

  // The certificate of a text, if it is still valid.
  std::optional<StoredTextId> certificate(StoredTextId text) {
    std::optional<StoredTextId> now = after_.removed_for(market_, text);
    if (!now || !live(*now) || !is_kept(*now) || rank(text) < rank(*now)) return std::nullopt;
    return now;
  }

  // REQUIRES: all texts before it are settled.
  void decide(StoredTextId text) {
    bool kept_before = was_kept(text);
    std::optional<StoredTextId> now = certificate(text);
    if (auto better = first_pair(text, now ? rank(*now) : rank(text))) {
      after_.set_removed(market_, text, *better);
      changed_.insert(text);
    } else if (!now && !is_kept(text)) {
      after_.set_kept(market_, text);
      changed_.insert(text);
    }
    if (is_kept(text) || mutant(Mutant::kChainRemoval)) {
      if (!kept_before || moved_forward(text) || gained(text)) announce(text);
    } else if (kept_before) {
      orphan(text, before_.covered_by(market_, text));
    }
  }

  // The first kept text before `bound` that forms a pair with the text.
  std::optional<group_state::CoverRow> first_pair(StoredTextId text, const std::string& bound) {
    auto found = possible_certificates_.find(text);
    if (found == possible_certificates_.end()) return std::nullopt;
    std::vector<std::pair<std::string, StoredTextId>> in_order;
    for (StoredTextId other : found->second) {
      bool kept = is_kept(other) || mutant(Mutant::kChainRemoval);
      if (kept && rank(other) < bound) in_order.emplace_back(rank(other), other);
    }
    std::sort(in_order.begin(), in_order.end());
    if (mutant(Mutant::kAnyCertificate)) std::reverse(in_order.begin(), in_order.end());
    for (const auto& [at, other] : in_order) {
      if (auto pair = neighbours_.verify(text, other))
        return group_state::CoverRow{other, pair->similarity, pair->view};
    }
    return std::nullopt;
  }

  bool moved_forward(StoredTextId text) const {
    auto found = changes_.moved[market_].find(text);
    return found != changes_.moved[market_].end() && found->second == Move::kEarlier;
  }

  // The text became kept or moved forward, so it may certify later texts.
  void announce(StoredTextId text) {
    if (mutant(Mutant::kNewKeptUnannounced)) return;
    for (StoredTextId other : neighbours_.candidates(text)) {
      if (!live(other) || !may_pair(text, other)) continue;
      std::optional<StoredTextId> now = certificate(other);
      if (now && (*now == text || rank(*now) < rank(text))) continue;
      if (rank(text) < rank(other)) consider(other, text);
    }
  }

  const MarketId market_;
  const StateView& before_;
  StateView& after_;
  const TextChanges& changes_;
  const UnprobedTexts& unprobed_;
  Neighbours& neighbours_;

  std::map<std::string, StoredTextId> queue_;  // by rank
  std::string settled_;                        // all texts before this rank are final
  std::unordered_map<StoredTextId, std::vector<StoredTextId>> possible_certificates_;
  std::map<GroupNumber, NearKept> near_kept_;
  std::unordered_map<StoredTextId, std::string> ranks_;
  std::set<StoredTextId> changed_;
};

}  // namespace

std::set<StoredTextId> repair_cover(MarketId market, const StateView& before, StateView& after,
                                    const TextChanges& changes, const UnprobedTexts& unprobed,
                                    Neighbours& neighbours) {
  return CoverRepair(market, before, after, changes, unprobed, neighbours).run();
}

}  // namespace doppel::rounds
