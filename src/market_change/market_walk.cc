// A market is decided as text_removals.cc decides a run, within each group: over texts in winner
// order, a text is kept unless an earlier kept text forms a pair with it. A kept text announces
// itself to its later candidates, so the first one that certifies a text is the first in winner
// order. Pairs never leave their group, so groups can be decided one by one.
//
// If the texts of a group stand in the same order as in the market that the new one is compared
// with, both have the same kept texts and certificates, because nothing but the order decides.
//
// Tested by market_change_test.cc: random histories, random markets, against a store that was
// created with them.
#include "market_change/market_walk.h"

#include <algorithm>
#include <unordered_map>

#include "rounds/neighbours.h"

namespace doppel::market_change {
namespace {

using group::MarketId;
using group_state::CoverRow, group_state::Event, group_state::EventKind;
using group_state::GroupNumber, group_state::Proof, group_state::StateView;

struct Group {
  GroupNumber number = 0;
  std::vector<StoredTextId> texts;
};

class Part {
 public:
  Part(const group_state::GroupReader& reader, const MarketPlan& plan,
       similarity::NeighbourSource& source, std::vector<Group> groups)
      : plan_(plan),
        then_(reader.view(plan.before)),
        now_(then_.under(plan.after)),
        neighbours_(source),
        groups_(std::move(groups)) {}

  StateView& now() { return now_; }

  Status decide() {
    read_pages();
    for (const MarketPlan::Built& built : plan_.built) {
      Sides& sides = sides_.emplace_back();
      for (const Group& group : groups_) {
        for (StoredTextId text : group.texts) read_text(built, text, sides);
        if (group_state::is_stored(group.number)) decide(built, group, sides);
      }
    }
    return status();
  }

  Status tell(const std::function<Status(const Move&)>& on_move) {
    for (size_t i = 0; i < plan_.built.size(); ++i) {
      for (const Group& group : groups_) {
        if (Status s = tell(plan_.built[i], group, sides_[i], on_move); !s.ok()) return s;
      }
    }
    return status();
  }

 private:
  Status status() const {
    for (const Status& s : {then_.rows().status(), now_.rows().status(), neighbours_.status()}) {
      if (!s.ok()) return s;
    }
    return {};
  }

  void read_pages() {
    std::vector<StoredTextId> texts;
    for (const Group& group : groups_) {
      texts.insert(texts.end(), group.texts.begin(), group.texts.end());
    }
    std::sort(texts.begin(), texts.end());
    then_.prefetch_texts(texts);
    std::vector<std::string_view> keys;
    for (StoredTextId text : texts) {
      const std::vector<std::string>& pages = pages_[text] = then_.pages_of(text);
      keys.insert(keys.end(), pages.begin(), pages.end());
    }
    std::sort(keys.begin(), keys.end());
    then_.prefetch_pages(keys);
  }

  // A market within this part, as it was or as it becomes. Everything is made of the rows of pages
  // that were read at once: the rows of standings would be a search for each text.
  struct Side {
    struct Best {
      std::string rank;
      std::string_view page;
      Hash128 content;
    };
    std::unordered_map<StoredTextId, Best> best;        // of texts with a live page
    std::unordered_map<StoredTextId, CoverRow> covers;  // of texts that are removed

    void offer(StoredTextId text, std::string rank, std::string_view page, const Hash128& content) {
      auto [at, is_new] = best.try_emplace(text);
      if (is_new || rank < at->second.rank) at->second = {std::move(rank), page, content};
    }
  };
  struct Sides {
    Side was, is;
  };

  void read_text(const MarketPlan::Built& built, StoredTextId text, Sides& sides) {
    const std::vector<std::string>& pages = pages_.at(text);
    for (const std::string& key : pages) {
      const group_state::PageRow& row = then_.page(key);
      if (!row.live()) continue;
      sides.was.offer(text, then_.rank(built.reference, key, row), key, row.content);
      std::string rank = now_.rank(built.market, key, row);
      // Only texts with several pages have rows.
      if (pages.size() > 1) now_.add_standing(built.market, text, rank, key);
      sides.is.offer(text, std::move(rank), key, row.content);
    }
    if (auto cover = then_.cover(built.reference, text)) sides.was.covers[text] = *cover;
  }

  struct Ranked {
    std::string_view rank;
    StoredTextId text;
  };
  static std::vector<Ranked> in_order(const Side& side, const Group& group) {
    std::vector<Ranked> out;
    for (StoredTextId text : group.texts) {
      const auto best = side.best.find(text);
      if (best != side.best.end()) out.push_back({best->second.rank, text});
    }
    std::sort(out.begin(), out.end(),
              [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    return out;
  }

  void decide(const MarketPlan::Built& built, const Group& group, Sides& sides) {
    const std::vector<Ranked> texts = in_order(sides.is, group);
    const std::vector<Ranked> before = in_order(sides.was, group);
    const bool same_order =
        std::equal(texts.begin(), texts.end(), before.begin(), before.end(),
                   [](const Ranked& a, const Ranked& b) { return a.text == b.text; });
    std::vector<std::optional<CoverRow>> certificates(texts.size());
    if (same_order) {
      for (size_t i = 0; i < texts.size(); ++i) {
        const auto cover = sides.was.covers.find(texts[i].text);
        if (cover != sides.was.covers.end()) certificates[i] = cover->second;
      }
    } else {
      certify(texts, certificates);
    }
    for (size_t i = 0; i < texts.size(); ++i) {
      if (certificates[i]) {
        now_.set_removed(built.market, texts[i].text, *certificates[i]);
        sides.is.covers[texts[i].text] = *certificates[i];
      } else {
        now_.list_kept(built.market, group.number, std::string(texts[i].rank), texts[i].text);
      }
    }
  }

  void certify(const std::vector<Ranked>& texts,
               std::vector<std::optional<CoverRow>>& certificates) {
    std::unordered_map<StoredTextId, size_t> places;
    for (size_t i = 0; i < texts.size(); ++i) {
      places[texts[i].text] = i;
      reuse_proofs(texts[i].text);
    }
    for (size_t i = 0; i < texts.size(); ++i) {
      if (certificates[i]) continue;
      const StoredTextId kept = texts[i].text;
      for (StoredTextId other : neighbours_.candidates(kept)) {
        const auto at = places.find(other);
        if (at == places.end() || at->second <= i || certificates[at->second]) continue;
        if (auto pair = neighbours_.verify(other, kept)) {
          certificates[at->second] = CoverRow{kept, pair->similarity, pair->view};
        }
      }
    }
  }

  // What a certificate of any market proves need not be verified again.
  void reuse_proofs(StoredTextId text) {
    for (size_t m = 0; m < then_.markets(); ++m) {
      auto row = then_.cover(static_cast<MarketId>(m), text);
      if (row && row->similarity != Similarity{}) {
        neighbours_.assume(text, row->kept, {row->similarity, row->view});
      }
    }
  }

  // The best page of the text that comes first; it is kept, because nothing comes before it.
  static std::string winner(const Side& side, const Group& group) {
    const std::vector<Ranked> texts = in_order(side, group);
    return texts.empty() ? std::string() : std::string(side.best.at(texts[0].text).page);
  }

  // Why a page is removed, as Answers::removal_proof() says it; pairs never leave their group.
  static std::optional<Proof> proof(const Side& side, StoredTextId text, const std::string& key,
                                    const Hash128& content) {
    if (const auto cover = side.covers.find(text); cover != side.covers.end()) {
      const auto kept = side.best.find(cover->second.kept);
      return Proof{kept == side.best.end() ? std::string() : std::string(kept->second.page),
                   Level::kNear, cover->second.similarity, cover->second.view};
    }
    const auto best = side.best.find(text);
    if (best == side.best.end() || best->second.page == key) return std::nullopt;
    return Proof{std::string(best->second.page),
                 best->second.content == content ? Level::kBytes : Level::kWords,
                 {}};
  }

  Status tell(const MarketPlan::Built& built, const Group& group, const Sides& sides,
              const std::function<Status(const Move&)>& on_move) {
    Move move{.market = built.market, .is_winner = true};
    move.was = winner(sides.was, group);
    move.page = winner(sides.is, group);
    if (move.was != move.page) {
      move.group = now_.group_name(group.number);
      if (Status s = on_move(move); !s.ok()) return s;
    }
    for (StoredTextId text : group.texts) {
      for (const std::string& key : pages_.at(text)) {
        const Hash128& content = then_.page(key).content;
        const std::optional<Proof> was = proof(sides.was, text, key, content);
        std::optional<Proof> is = proof(sides.is, text, key, content);
        if (was == is) continue;
        Move verdict{.market = built.market, .group = now_.group_name(group.number), .page = key};
        if (was) verdict.was = was->kept;
        verdict.proof = std::move(is);
        if (Status s = on_move(verdict); !s.ok()) return s;
      }
    }
    return {};
  }

  const MarketPlan& plan_;
  const StateView then_;
  StateView now_;
  rounds::Neighbours neighbours_;
  std::vector<Group> groups_;
  std::unordered_map<StoredTextId, std::vector<std::string>> pages_;
  std::vector<Sides> sides_;  // of each market that is built
};

// Collects groups until they are enough for a part.
class Walk {
 public:
  Walk(const group_state::GroupReader& reader, const MarketPlan& plan,
       similarity::NeighbourSource& source, const WalkCallbacks& callbacks)
      : reader_(reader),
        plan_(plan),
        source_(source),
        callbacks_(callbacks),
        texts_of_a_part_(std::max<size_t>(1, kTextsOfAPart / plan.built.size())) {}

  Status run() {
    auto members = reader_.rows()->seek("m", store::prefix_end("m"));
    for (; members->valid(); members->next()) {
      const std::string_view key = members->key();
      const GroupNumber group = group_state::number_at_end(key.substr(0, key.size() - 8), 8);
      if (Status s = add(group, {group_state::number_at_end(key, 8)}); !s.ok()) return s;
    }
    if (!members->status().ok()) return members->status();
    auto texts = reader_.rows()->seek("t", store::prefix_end("t"));
    for (; texts->valid(); texts->next()) {
      const auto row = group_state::TextRow::decode(texts->value());
      if (!row) return corrupt("a row of table t is damaged");
      if (row->group != 0 || row->pages < 2) continue;
      const StoredTextId text{group_state::number_at_end(texts->key(), 8)};
      if (Status s = add(group_state::lone_group(text), text); !s.ok()) return s;
    }
    if (!texts->status().ok()) return texts->status();
    return finish_part();
  }

 private:
  static constexpr size_t kTextsOfAPart = 4096;

  Status add(GroupNumber group, StoredTextId text) {
    if (groups_.empty() || groups_.back().number != group) {
      if (texts_ >= texts_of_a_part_) {
        if (Status s = finish_part(); !s.ok()) return s;
      }
      groups_.push_back({group, {}});
    }
    groups_.back().texts.push_back(text);
    ++texts_;
    return {};
  }

  Status finish_part() {
    if (groups_.empty()) return {};
    Part part(reader_, plan_, source_, std::exchange(groups_, {}));
    texts_ = 0;
    if (Status s = part.decide(); !s.ok()) return s;
    if (Status s = part.tell(callbacks_.on_move); !s.ok()) return s;
    return callbacks_.on_part(part.now());
  }

  const group_state::GroupReader& reader_;
  const MarketPlan& plan_;
  similarity::NeighbourSource& source_;
  const WalkCallbacks& callbacks_;
  const size_t texts_of_a_part_;
  std::vector<Group> groups_;
  size_t texts_ = 0;
};

}  // namespace

Event event_of(const Move& move, const group_state::Rules& after) {
  Event out{.page = move.page, .market = after.markets[move.market - 1].name};
  if (move.is_winner) {
    out.kind = EventKind::kWinnerChanged;
    out.group = move.group;
  } else if (move.proof) {
    out.kind = EventKind::kRemoved;
    out.other = move.proof->kept;
    out.level = move.proof->level;
    out.similarity = move.proof->similarity;
    out.view = move.proof->view;
  } else {
    out.kind = EventKind::kRestored;
  }
  return out;
}

Status walk_markets(const group_state::GroupReader& reader, const MarketPlan& plan,
                    similarity::NeighbourSource& source, const WalkCallbacks& callbacks) {
  if (plan.built.empty()) return {};
  return Walk(reader, plan, source, callbacks).run();
}

}  // namespace doppel::market_change
