#include "scenarios/world.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "group_state/standings_in.h"
#include "index/signature_row.h"
#include "scenarios/batch_answer.h"
#include "scenarios/content.h"
#include "store/memory_store.h"
#include "store/rocks_store.h"
#include "support/page_truth.h"

namespace doppel::scenarios {
namespace {

using group_state::PageEvent;

std::string text_key(StoredTextId text) { return group_state::Key('T').text(text).bytes(); }

// The proof of a removal, computed again from the texts as they are stored.
bool proven(const group_state::Proof& why, const std::string& removed, const std::string& kept,
            const Predicate& predicate, bool same_content) {
  support::PageTruth truth(predicate);
  switch (why.level) {
    case Level::kBytes: return same_content;
    case Level::kWords: return truth.page(removed).words == truth.page(kept).words && !same_content;
    case Level::kMainWords: return false;  // what surrounds a main content is a part of the text
    case Level::kNear:
      return truth.pair(removed, kept) == similarity::VerifiedPair{why.similarity, why.view};
  }
  return false;
}

}  // namespace

Result<Config> read_config(const std::string& path) {
  std::ifstream in(path);
  if (!in) return not_found("no config " + path);
  Config out;
  out.name = path.substr(path.rfind('/') + 1);
  out.name.resize(out.name.rfind('.'));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, value;
    words >> word >> value;
    if (word == "batch")
      out.batch = std::stoull(value);
    else if (word == "shuffle")
      out.shuffle = true;
    else if (word == "restart")
      out.restart = true;
    else if (word == "store" && value == "rocksdb")
      out.on_disk = true;
    else if (word == "hash" && value == "zero")
      out.hash_zero = true;
    else if (word == "strategy" && value == "lsh")
      out.strategy = Strategy::kLsh;
    else if (word == "strategy" && value == "exact")
      out.strategy = Strategy::kExact;
    else if (word == "strategy" && value == "scan")
      out.strategy = Strategy::kScan;
    else if (word == "beside" && value == "batch")
      out.beside_batch = true;
    else if (!word.empty())
      return invalid_argument(path + ": unknown word \"" + word + "\"");
  }
  return out;
}

World::World(const Predicate& predicate, group_state::Rules rules, Config config)
    : predicate_(predicate),
      rules_(std::move(rules)),
      config_(std::move(config)),
      texts_(std::make_unique<index::TextsInMemory>()) {
  if (config_.on_disk) folder_.emplace();
  open_store();
  new_index();
  state_->set_neighbours(index_->reader());
}

// In memory, the store that is there is taken apart and put together again.
void World::open_store() {
  state_.reset();
  if (config_.on_disk) {
    store_.reset();
    auto opened = store::RocksStore::open(folder_->path("store"),
                                          {.mode = store::RocksOptions::Mode::kCreateIfAbsent});
    if (!opened) throw std::runtime_error(opened.error().message());
    store_ = *std::move(opened);
  } else {
    auto* old = static_cast<store::MemoryStore*>(store_.get());
    auto memory = old == nullptr ? std::make_unique<store::MemoryStore>()
                                 : *store::MemoryStore::load(old->serialise());
    store_ = std::move(memory);
  }
  state_ = std::make_unique<group_state::GroupState>(*group_state::GroupState::open(*store_));
}

void World::new_index() {
  index::IndexRules rules;
  rules.predicate = predicate_;
  rules.strategy = config_.strategy;
  // Texts of scenarios are a few words: with each slot a band `lsh` finds all their pairs.
  rules.banding = {.bands = config_.bands, .rows = 1};
  rules.hot_limit = config_.hot_limit;
  rules.markets = view().markets();
  if (config_.hash_zero) rules.hash = TableHash::zero();
  index_ = std::make_unique<index::TextIndex>(std::move(rules), *texts_);
}

void World::forget() {
  rejected_.clear();
  events_.clear();
}

Status World::round(std::vector<Happening> happenings) {
  if (config_.shuffle) std::shuffle(happenings.begin(), happenings.end(), random_);
  std::span<const Happening> rest = happenings;
  do {
    size_t count = std::min(rest.size(), config_.batch);
    Status applied = apply(rest.first(count));
    if (!applied.ok()) return applied;
    rest = rest.subspan(count);
  } while (!rest.empty());
  return {};
}

Result<std::vector<PageEvent>> World::events_of(std::span<const Happening> happenings) {
  std::vector<PageEvent> events;
  for (const Happening& happening : happenings) {
    events.push_back(happening.event);
    if (events.back().kind != PageEvent::Kind::kUpsert) continue;
    auto added = index_->add(happening.text);
    if (!added) return added.error();
    if (added->is_new) {
      signatures_[added->id] = index::signature_row(index_->signature(added->id)).encode();
    }
    events.back().text = added->id;
    events.back().content = content_of(happening.text);
    bytes_[events.back().content] = happening.text;
    std::string& first = first_pages_.try_emplace(added->id, events.back().key).first->second;
    first = std::min(first, events.back().key);
  }
  return events;
}

void World::store_texts(std::span<const PageEvent> events, rounds::RoundResult& round) {
  for (const PageEvent& event : events) {
    if (event.kind != PageEvent::Kind::kUpsert) continue;
    round.changes.put(text_key(event.text), text_of(event.text));
  }
  for (StoredTextId text : round.released) round.changes.erase(text_key(text));
}

void World::forget_texts(std::span<const StoredTextId> released) {
  for (StoredTextId text : released) {
    signatures_.erase(text);
    if (index_->forget(text).ok()) continue;
    faults_.push_back("a text is released that the index does not let go");
  }
}

Status World::apply(std::span<const Happening> happenings) {
  auto events = events_of(happenings);
  if (!events) return events.error();
  auto round = rounds::apply_round(*state_, *events, *index_, rules_);
  if (!round) return round.error();
  store_texts(*events, *round);
  Status committed = state_->commit(round->changes, index_->reader());
  if (!committed.ok()) return committed;
  forget_texts(round->released);
  for (const auto& [event, reason] : round->rejected) {
    rejected_.emplace_back((*events)[event].key, reason);
  }
  for (const group_state::Event& event : round->events) {
    if (event.number != ++last_event_) faults_.push_back("an event's number is not the next one");
    replay_.apply(event);
    events_.push_back(event);
  }
  counters_ = round->counters;
  for (std::string& fault : redelivery_faults(happenings)) faults_.push_back(std::move(fault));
  if (config_.restart) restart();
  return {};
}

// A round delivered again changes nothing, unless a group still waits for its walk. In mode paper a
// report speaks of the state before its round, so a second one may speak of another state.
std::vector<std::string> World::redelivery_faults(std::span<const Happening> happenings) {
  if (!view().stale_groups().empty()) return {};
  bool reports = std::any_of(happenings.begin(), happenings.end(), [](const Happening& happening) {
    return happening.event.kind == PageEvent::Kind::kReport;
  });
  if (reports && rules_.mode == group_state::Mode::kPaper) return {};
  auto events = events_of(happenings);
  if (!events) return {"redelivery failed: " + events.error().message()};
  auto again = rounds::apply_round(*state_, *events, *index_, rules_);
  if (!again) return {"redelivery failed: " + again.error().message()};
  index_->undo_change();
  forget_texts(again->released);
  if (!again->changes.empty()) return {"a second delivery of a round changes something"};
  return {};
}

void World::restart() {
  open_store();
  const StoredTextId next = index_->next_id();
  texts_ = std::make_unique<index::TextsInMemory>();
  auto snapshot = store_->snapshot();
  std::map<StoredTextId, SignatureRow> rows;
  for (auto at = snapshot->seek("T", "U"); at->valid(); at->next()) {
    const StoredTextId text{group_state::number_at_end(at->key(), 8)};
    if (!texts_->put(text, at->value()).ok()) faults_.push_back("a text is not put");
    rows[text] = *SignatureRow::decode(signatures_.at(text));
  }
  std::vector<index::StoredSignature> stored;
  for (const auto& [text, row] : rows) stored.push_back(index::stored_signature(text, row));
  new_index();
  const group_state::StateView state = view();
  if (!index_->load(stored, next, group_state::StandingsIn(state)).ok()) {
    faults_.push_back("the index does not open");
  }
  state_->set_neighbours(index_->reader());
}

std::vector<std::string> World::faults() {
  std::vector<std::string> out = faults_;
  group_state::StateView state = view();
  support::StateDump now = support::dump_state(state), told = replayed();
  if (now != told) {
    out.push_back("all events replayed are not the state; replayed:\n" + to_text(told) +
                  "stored:\n" + to_text(now));
  }
  for (const auto& [key, page] : now.pages) {
    group_state::PageRow row = state.page(key);
    if (page.group.empty()) out.push_back(key + " is in no group");
    for (const auto& [market, why] : page.removed) {
      group_state::PageRow kept = state.page(why.kept);
      bool trusted = rules_.mode == group_state::Mode::kPaper && why.similarity == Similarity{};
      if (why.level == Level::kNear && trusted) continue;
      if (!kept.live() || now.pages[why.kept].removed.contains(market) ||
          !proven(why, text_of(row.text), text_of(kept.text), predicate_,
                  row.content == kept.content)) {
        out.push_back(key + " is removed in " + market + " for " + why.kept + " without proof");
      }
    }
  }
  for (const auto& [at, winner] : now.winners) {
    if (!now.pages.contains(winner) || now.pages[winner].group != at.first ||
        now.pages[winner].removed.contains(at.second)) {
      out.push_back("the winner of " + at.first + " in " + at.second + " is " + winner);
    }
  }
  if (config_.beside_batch && rules_.mode == group_state::Mode::kSound &&
      state.stale_groups().empty()) {
    for (std::string& fault : faults_beside_a_batch(*this, predicate_)) {
      out.push_back(std::move(fault));
    }
  }
  return out;
}

}  // namespace doppel::scenarios
