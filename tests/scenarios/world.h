// A store of groups with its texts, for tests, and the ways in which the same history may happen:
// in other batches, in another order, with a restart after every round.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "index/text_index.h"
#include "rounds/round.h"
#include "store/store.h"
#include "support/state_dump.h"
#include "support/temp_folder.h"

namespace doppel::scenarios {

// One of tests/configs: lines "batch N", "shuffle", "restart", "hash zero", "strategy S", "beside
// batch", "store rocksdb".
struct Config {
  std::string name = "memory";
  size_t batch = SIZE_MAX;  // events in a round at most
  bool shuffle = false;     // events of a round in random order
  bool restart = false;     // the store is closed and opened again after every round
  bool on_disk = false;     // the store is on disk: RocksDB
  bool hash_zero = false;   // all entries of the index's tables meet in one place
  Strategy strategy = Strategy::kScan;
  uint32_t bands = sketch::kSketchSlots;  // of strategy lsh, one slot each
  uint32_t hot_limit = 512;               // of strategy lsh
  bool beside_batch = false;              // what is kept is compared with a batch run's answer

  // Are the rounds those of the history? Then rejections, events and counters can be told.
  bool same_rounds() const { return batch == SIZE_MAX; }
};
Result<Config> read_config(const std::string& path);

// An event, and the text it brings, as texts/text_views.h stores it.
struct Happening {
  group_state::PageEvent event;
  std::string text;
};

class World {
 public:
  World(const Predicate& predicate, group_state::Rules rules, Config config);

  // Applies everything as one round, or as several under a config with smaller batches.
  Status round(std::vector<Happening> happenings);

  group_state::StateView view() const { return state_->view(rules_); }
  const group_state::GroupState& state() const { return *state_; }
  index::TextIndex& index() { return *index_; }
  // The text of a page as it is stored, by its content.
  const std::string& bytes_of(const Hash128& content) const { return bytes_.at(content); }
  // The bytes a text was first added with.
  std::string text_of(StoredTextId text) const {
    std::string buffer;
    return std::string(*texts_->text(text, buffer));
  }
  const group_state::Rules& rules() const { return rules_; }
  // Of all rounds since the last call of forget().
  const std::vector<std::pair<std::string, group_state::Rejection>>& rejected() const {
    return rejected_;
  }
  const std::vector<group_state::Event>& events() const { return events_; }
  const rounds::Counters& counters() const { return counters_; }  // of the last round
  void forget();

  // The first page by URL of all that ever had the text.
  const std::string& first_page_with(StoredTextId text) const { return first_pages_.at(text); }

  // What must hold of every state whatever its history; a line for each fault.
  std::vector<std::string> faults();
  // What all events ever, replayed, tell.
  support::StateDump replayed() const { return replay_.state(); }

 private:
  void new_index();
  // The events, their texts known to the index.
  Result<std::vector<group_state::PageEvent>> events_of(std::span<const Happening> happenings);
  Status apply(std::span<const Happening> happenings);
  // The texts are the caller's rows, in the same batch.
  void store_texts(std::span<const group_state::PageEvent> events, rounds::RoundResult& round);
  // Texts that no page has.
  void forget_texts(std::span<const StoredTextId> released);
  std::vector<std::string> redelivery_faults(std::span<const Happening> happenings);
  void open_store();
  void restart();

  Predicate predicate_;
  group_state::Rules rules_;
  Config config_;
  std::optional<support::TempFolder> folder_;  // of a store on disk
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<group_state::GroupState> state_;
  std::unique_ptr<index::TextsInMemory> texts_;
  std::unique_ptr<index::TextIndex> index_;
  std::map<StoredTextId, std::string> signatures_;  // rows that the index opens from
  std::mt19937 random_{7};
  std::map<Hash128, std::string> bytes_;  // of all pages ever, by content
  support::EventReplay replay_;
  uint64_t last_event_ = 0;
  std::vector<std::pair<std::string, group_state::Rejection>> rejected_;
  std::vector<group_state::Event> events_;
  rounds::Counters counters_;
  std::map<StoredTextId, std::string> first_pages_;
  std::vector<std::string> faults_;  // found while rounds were applied
};

}  // namespace doppel::scenarios
