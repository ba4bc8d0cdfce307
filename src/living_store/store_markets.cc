// The markets of a living store are exchanged in four steps, each a few writes:
//
//   1 the new numbers are put on the list of unused ones: settings
//   2 rows of the new markets and their events, part by part: tables s c d k e
//   3 the markets get their new numbers, and the old ones go on the list: one batch of settings,
//     meta and what changes because of the hot buckets of the index
//   4 the rows of all numbers on the list are erased (tables s c d k), then the list: settings
//
// Before step 3 nobody looks at the new numbers, and after it nobody at the old ones; readers of
// earlier snapshots still do, and their rows are there. Events count up to the number in the meta
// row. So a store that is killed has the old markets or the new ones, and the next open for writing
// does step 4.
//
// Tested by market_change_test.cc.
#include <algorithm>

#include "base/guard.h"
#include "group_state/standings_in.h"
#include "living_store/living_store.h"
#include "market_change/market_plan.h"
#include "market_change/market_walk.h"

namespace doppel::living_store {
namespace {

using group_state::Event, group_state::EventKind, group_state::Key;
using market_change::MarketPlan, market_change::Move;

constexpr size_t kRowsOfABatch = 20'000;

Result<MarketPlan> plan_of(const Settings& settings, std::string_view file) {
  auto markets = group::parse_markets(file);
  if (!markets) return markets.error();
  return market_change::plan_markets(rules_of(settings), *std::move(markets), settings.next_market);
}

MarketsReport report_of(const MarketPlan& plan) {
  MarketsReport out;
  for (const group::Market& market : plan.after.markets) {
    out.markets.push_back({.name = market.name, .kind = MarketChange::Kind::kUnchanged});
  }
  for (const MarketPlan::Built& built : plan.built) {
    out.markets[built.market - 1].kind =
        built.is_new ? MarketChange::Kind::kAdded : MarketChange::Kind::kChanged;
  }
  for (const std::string& name : plan.removed) {
    out.markets.push_back({.name = name, .kind = MarketChange::Kind::kRemoved});
  }
  out.new_fields = market_change::new_fields(plan);
  return out;
}

void count(const Move& move, MarketsReport& out) {
  MarketChange& market = out.markets[move.market - 1];
  if (move.is_winner) {
    ++market.winners;
  } else if (!move.proof) {
    ++market.now_kept;
  } else if (move.was.empty()) {
    ++market.now_removed;
  } else {
    ++market.other_proof;
  }
}

MarketMove public_move(const Move& move, const MarketPlan& plan) {
  MarketMove out{.market = plan.after.markets[move.market - 1].name, .group = move.group};
  out.page = move.page;
  out.was = move.was;
  if (move.is_winner) {
    out.kind = MarketMove::Kind::kWinner;
    out.is = move.page;
  } else {
    out.kind = move.proof ? MarketMove::Kind::kRemoved : MarketMove::Kind::kKept;
    if (move.proof) out.is = move.proof->kept;
  }
  return out;
}

// The events that tell which markets come and go.
std::vector<Event> first_events(const MarketPlan& plan) {
  std::vector<Event> out;
  for (const std::string& name : plan.removed) {
    out.push_back({.kind = EventKind::kMarketRemoved, .market = name});
  }
  for (const MarketPlan::Built& built : plan.built) {
    if (!built.is_new) continue;
    out.push_back(
        {.kind = EventKind::kMarketAdded, .market = plan.after.markets[built.market - 1].name});
  }
  return out;
}

// Numbers the events of a change and adds their rows to a view.
class EventWriter {
 public:
  explicit EventWriter(const group_state::MetaRow& meta)
      : round_(meta.round + 1), last_(meta.events) {}

  void add(Event event) {
    event.round = round_;
    event.number = ++last_;
    waiting_.push_back(std::move(event));
  }
  void write(group_state::RowView& rows) {
    rounds::write_events(waiting_, rows);
    waiting_.clear();
  }
  uint64_t last() const { return last_; }

 private:
  uint64_t round_, last_;
  std::vector<Event> waiting_;
};

// Adds to the batch what erases rows between two keys, up to a limit. Returns whether more are
// left.
Result<bool> erase_some(const store::Snapshot& rows, std::string_view from, std::string_view end,
                        size_t limit, store::Batch& out) {
  auto at = rows.seek(from, end);
  for (size_t count = 0; at->valid(); at->next()) {
    if (count++ == limit) return true;
    out.erase(std::string(at->key()));
  }
  if (!at->status().ok()) return at->status();
  return false;
}

}  // namespace

Result<MarketsReport> LivingStore::preview_markets(
    std::string_view file, const std::function<Status(const MarketMove&)>& on_move) const {
  if (!index_) return invalid_argument("this needs the candidate index: open the store with it");
  auto plan = plan_of(settings_, file);
  if (!plan) return plan.error();
  MarketsReport out = report_of(*plan);
  out.round = state_->view(*rules_).meta().round;
  out.hot_buckets = index_->has_hot_buckets() && !plan->changes_nothing();
  Status walked =
      market_change::walk_markets(state_->reader(), *plan, *index_,
                                  {.on_move =
                                       [&](const Move& move) {
                                         count(move, out);
                                         return on_move(public_move(move, *plan));
                                       },
                                   .on_part = [](group_state::StateView&) { return Status(); }});
  if (!walked.ok()) return walked;
  return out;
}

Result<MarketsReport> LivingStore::set_markets(std::string_view file, const ProgressFn& progress) {
  if (Status s = check_round_writer(); !s.ok()) return s;
  auto plan = plan_of(settings_, file);
  if (!plan) return plan.error();
  try {
    return exchange_markets(*plan, progress);
  } catch (...) {  // memory ran out: what is in memory may be half changed, the rows are not
    failed_ = status_of_exception();
    return failed_;
  }
}

Result<MarketsReport> LivingStore::exchange_markets(const market_change::MarketPlan& plan,
                                                    const ProgressFn& progress) {
  MarketsReport out = report_of(plan);
  const group_state::MetaRow meta = state_->view(*rules_).meta();
  out.round = meta.round;
  if (plan.changes_nothing() && plan.after.markets == plan.before.markets) return out;
  Settings settings = settings_;
  settings.next_market = plan.next;
  for (const MarketPlan::Built& built : plan.built) {
    settings.unused_markets.push_back(plan.after.number(built.market));
  }
  if (Status s = write_settings(settings); !s.ok()) return s;
  auto last_event = write_markets(plan, meta, progress, out);
  Status done = last_event ? publish_markets(plan, *last_event, out) : last_event.status();
  // Whether it was published or not, some rows are nobody's now.
  if (!failed_.ok()) return failed_;
  Status erased = erase_unused_markets();
  if (!done.ok()) return done;
  if (!erased.ok()) return erased;
  return out;
}

// The number of the last event that was written.
Result<uint64_t> LivingStore::write_markets(const market_change::MarketPlan& plan,
                                            const group_state::MetaRow& meta,
                                            const ProgressFn& progress, MarketsReport& out) {
  EventWriter events(meta);
  uint64_t parts = 0;
  const auto commit_part = [&](group_state::StateView& view) -> Status {
    if (progress && !progress({.phase = "markets", .done = ++parts, .unit = "parts"})) {
      return cancelled();
    }
    events.write(view.rows());
    group_state::MetaRow same = meta;
    const store::Batch batch = view.take_changes(same);
    if (!view.rows().status().ok()) return view.rows().status();
    return write(batch);
  };
  for (Event& event : first_events(plan)) events.add(std::move(event));
  Status walked =
      market_change::walk_markets(state_->reader(), plan, *index_,
                                  {.on_move =
                                       [&](const Move& move) {
                                         count(move, out);
                                         events.add(market_change::event_of(move, plan.after));
                                         return Status();
                                       },
                                   .on_part = commit_part});
  if (!walked.ok()) return walked;
  group_state::StateView rest = state_->view(*rules_);
  if (Status s = commit_part(rest); !s.ok()) return s;
  return events.last();
}

Status LivingStore::publish_markets(const market_change::MarketPlan& plan, uint64_t last_event,
                                    MarketsReport& out) {
  const group_state::StateView before = state_->view(plan.after);
  auto shift = index_->change_markets(plan.origins, group_state::StandingsIn(before));
  if (!shift) return shift.status();
  auto round = rounds::apply_market_shift(before, *shift, last_event, *index_, plan.after);
  if (!round) {
    index_->undo_change();
    return round.status();
  }
  Settings settings = settings_;
  settings.markets = group::to_text(plan.after.markets);
  settings.market_numbers = plan.after.numbers;
  std::vector<group::MarketNumber>& unused = settings.unused_markets;
  unused.insert(unused.end(), settings_.market_numbers.begin(), settings_.market_numbers.end());
  std::erase_if(unused, [&](group::MarketNumber number) {
    return std::find(plan.after.numbers.begin(), plan.after.numbers.end(), number) !=
           plan.after.numbers.end();
  });
  round->changes.put(settings_key(), settings.encode());
  Status done = trim_events(last_event + round->events.size(), round->changes);
  auto rules = std::make_shared<const group_state::Rules>(plan.after);
  if (done.ok()) done = state_->commit(round->changes, index_->reader(), rules);
  if (!done.ok()) {
    index_->undo_change();
    failed_ = done;
    return done;
  }
  settings_ = std::move(settings);
  rules_ = std::move(rules);
  out.round = round->round;
  return {};
}

Status LivingStore::write(const store::Batch& batch) {
  if (Status s = check_writer(); !s.ok()) return s;
  Status written = state_->commit(batch, index_ ? index_->reader() : nullptr);
  if (!written.ok()) failed_ = written;
  return written;
}

Status LivingStore::write_settings(const Settings& settings) {
  store::Batch batch;
  batch.put(settings_key(), settings.encode());
  if (Status s = write(batch); !s.ok()) return s;
  settings_ = settings;
  return {};
}

Status LivingStore::erase_unused_markets() {
  if (settings_.unused_markets.empty()) return {};
  std::vector<std::pair<std::string, std::string>> ranges;
  for (group::MarketNumber number : settings_.unused_markets) {
    for (char table : {'c', 'd', 'k', 's'}) {
      const std::string prefix = Key(table).market(number);
      ranges.emplace_back(prefix, store::prefix_end(prefix));
    }
  }
  // Events of a change that was not published.
  const uint64_t last_event = state_->view(*rules_).meta().events;
  ranges.emplace_back(Key('e').number(last_event + 1, 8).bytes(), store::prefix_end("e"));
  for (const auto& [from, end] : ranges) {
    for (bool more = true; more;) {
      store::Batch batch;
      auto left = erase_some(*rows_->snapshot(), from, end, kRowsOfABatch, batch);
      if (!left) return left.status();
      more = *left;
      if (batch.empty()) break;
      if (Status s = write(batch); !s.ok()) return s;
    }
  }
  Settings settings = settings_;
  settings.unused_markets.clear();
  return write_settings(settings);
}

}  // namespace doppel::living_store
