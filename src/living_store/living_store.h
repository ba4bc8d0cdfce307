// The writer of a store: rounds of updates over groups, index and texts, each written as one batch.
//
//   round    events -> group_state rows, made by rounds::apply_round()
//          + W rows of new texts, S rows of their signatures, F rows of forms
//          + N the next text id, I how far inputs were read
//          = one batch, written and synced by store::Store::write()
//
// So a crash leaves a store as it was before a round or after it. The index and the dense facts in
// memory follow the rows: they are loaded when the store is opened.
//
// Thread safety: one thread submits. Meanwhile others may take readers (view()), each of which
// belongs to one round.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "doppel/store.h"
#include "group_state/group_state.h"
#include "index/text_index.h"
#include "living_store/event_maker.h"
#include "living_store/settings.h"
#include "living_store/stored_words.h"
#include "living_store/update_reader.h"
#include "living_store/update_sink.h"
#include "market_change/market_plan.h"
#include "rounds/round.h"
#include "store/store.h"

namespace doppel::living_store {

// What a query sees: the state after one round.
struct StoreView {
  group_state::GroupReader groups;
  std::shared_ptr<const WordsReader> words;
};

class LivingStore final : public UpdateSink {
 public:
  // Takes the rows of a store: those of an empty one become a new store with the settings of the
  // options. kInvalidArgument if a rule in the options is not the store's.
  static Result<std::unique_ptr<LivingStore>> open(std::unique_ptr<store::Store> rows,
                                                   const StoreOptions& options);
  ~LivingStore() override;

  // One round. kInvalidArgument for too many updates.
  Result<RoundReport> submit(std::span<const PageUpdate> updates,
                             std::span<const InputRow> inputs) override;
  Result<RoundReport> submit(std::span<const PageUpdate> updates) { return submit(updates, {}); }
  // The same for updates that were read already. The caller's own rows become part of its batch:
  // `add_rows` is told the number of the round; that of the last one if nothing changes.
  using AddRowsFn = std::function<void(uint64_t round, store::Batch& batch)>;
  Result<RoundReport> submit(ReadUpdates updates, const AddRowsFn& add_rows);
  // Decides the texts of these groups afresh, in one round (rounds/round.h).
  Result<RoundReport> repair(std::span<const group_state::GroupNumber> groups);
  // The row of an input that a round has written; "" if there is none.
  Result<std::string> input_row(const std::string& name) const override;
  // Writes rows that belong to no round.
  Status write(const store::Batch& batch);

  // Which winners and verdicts other markets would move? Nothing is written. For the thread that
  // submits. The hot buckets of the index stay those of the old markets.
  Result<MarketsReport> preview_markets(
      std::string_view file, const std::function<Status(const MarketMove&)>& on_move) const;
  // Exchanges the markets for those of a file. Readers go on meanwhile; a store that is killed has
  // the old ones or the new ones. kInvalidArgument for a file that is not one of markets.
  Result<MarketsReport> set_markets(std::string_view file, const ProgressFn& progress);

  // As rounds::events_since().
  Result<std::vector<group_state::Event>> events_since(uint64_t from, size_t limit) const;

  // For any thread.
  StoreView view() const;
  const Settings& settings() const { return settings_; }
  // For the thread that submits; others ask their reader.
  const group_state::Rules& rules() const { return *rules_; }
  const store::Store& rows() const { return *rows_; }
  bool has_index() const { return index_ != nullptr; }
  index::TextIndex::Bytes index_bytes() const;

 private:
  LivingStore(std::unique_ptr<store::Store> rows, Settings settings, const StoreOptions& options);

  // Can rows be written? Can rounds be made?
  Status check_writer() const;
  Status check_round_writer() const;
  Status open_state(bool with_index);
  Status load_index(const store::Snapshot& snapshot);
  Result<RoundReport> apply(const group_state::StateView& before, const RoundEvents& made,
                            const AddRowsFn& add_rows);
  Status commit(rounds::RoundResult& round);
  // Erases events as far as `last` is the newest one that counts.
  Status trim_events(uint64_t last, store::Batch& changes) const;
  Result<MarketsReport> exchange_markets(const market_change::MarketPlan& plan,
                                         const ProgressFn& progress);
  Result<uint64_t> write_markets(const market_change::MarketPlan& plan,
                                 const group_state::MetaRow& meta, const ProgressFn& progress,
                                 MarketsReport& out);
  Status publish_markets(const market_change::MarketPlan& plan, uint64_t last_event,
                         MarketsReport& out);
  Status write_settings(const Settings& settings);
  static std::string settings_key();
  // Of changes of markets that are done or were interrupted.
  Status erase_unused_markets();
  void add_text_rows(const RoundEvents& made, rounds::RoundResult& round) const;
  void add_form_rows(const RoundEvents& made, store::Batch& changes) const;
  // Takes a round that was not written out of the index.
  void undo(const RoundEvents& made);
  void forget(const std::vector<StoredTextId>& texts);

  std::unique_ptr<store::Store> rows_;
  Settings settings_;
  std::shared_ptr<const group_state::Rules> rules_;
  uint64_t keep_events_, cache_bytes_;
  bool writes_;
  std::unique_ptr<group_state::GroupState> state_;
  std::unique_ptr<StoredWords> words_;
  std::unique_ptr<index::TextIndex> index_;  // null in a store that was opened without
  UpdateReader updates_;
  std::unique_ptr<EventMaker> events_;
  Status failed_;  // the store must be opened again before more is written
};

}  // namespace doppel::living_store
