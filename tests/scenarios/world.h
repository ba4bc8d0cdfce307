// A store of groups with its texts, for tests, and the ways in which the same history may happen:
// in other batches, in another order, with a restart after every round.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "group/picture.h"
#include "group/round.h"
#include "scenarios/text_index.h"
#include "store/memory_store.h"

namespace doppel::scenarios {

// One of tests/configs: lines "batch N", "shuffle", "restart", "hash zero".
struct Config {
  std::string name = "memory";
  size_t batch = SIZE_MAX;  // events in a round at most
  bool shuffle = false;     // events of a round in random order
  bool restart = false;     // the state is serialised and opened again after every round
  bool hash_zero = false;   // see TextIndex

  // Are the rounds those of the history? Then rejections, events and counters can be told.
  bool same_rounds() const { return batch == SIZE_MAX; }
};
Result<Config> read_config(const std::string& path);

// An event, and the text it brings.
struct Happening {
  group::PageEvent event;
  std::string text;
};

class World {
 public:
  World(const Predicate& predicate, group::Rules rules, Config config);

  // Applies everything as one round, or as several under a config with smaller batches.
  Status round(std::vector<Happening> happenings);

  group::StateView view() const { return state_->view(rules_); }
  const group::GroupState& state() const { return *state_; }
  TextIndex& index() { return *index_; }
  const group::Rules& rules() const { return rules_; }
  // Of all rounds since the last call of forget().
  const std::vector<std::pair<std::string, group::Rejection>>& rejected() const {
    return rejected_;
  }
  const std::vector<group::Event>& events() const { return events_; }
  const group::Counters& counters() const { return counters_; }  // of the last round
  void forget();

  // The first page by URL of all that ever had the text.
  const std::string& first_page_with(StoredTextId text) const { return first_pages_.at(text); }

  // What must hold of every state whatever its history; a line for each fault.
  std::vector<std::string> faults();
  // All events ever, folded.
  group::Picture folded() const { return fold_.picture(); }

 private:
  Status apply(std::span<const Happening> happenings);
  std::vector<std::string> redelivery_faults(std::span<const group::PageEvent> events);
  void restart();

  Predicate predicate_;
  group::Rules rules_;
  Config config_;
  std::unique_ptr<store::MemoryStore> store_;
  std::unique_ptr<group::GroupState> state_;
  std::unique_ptr<TextIndex> index_;
  std::mt19937 random_{7};
  group::PictureFold fold_;
  uint64_t last_event_ = 0;
  std::vector<std::pair<std::string, group::Rejection>> rejected_;
  std::vector<group::Event> events_;
  group::Counters counters_;
  std::map<StoredTextId, std::string> first_pages_;
  std::vector<std::string> faults_;  // found while rounds were applied
};

}  // namespace doppel::scenarios
