// Tested by store_test.cc, by the scenarios of tests/scenarios under the configs rocksdb and
// restart_each_round, and by tests/crash.
#include "living_store/living_store.h"

#include <algorithm>
#include <set>

#include "base/bytes.h"
#include "base/guard.h"
#include "group_state/standings_in.h"
#include "index/signature_row.h"
#include "record/text_rows.h"

namespace doppel::living_store {
namespace {

using group_state::Key;

// Stored: never change. See docs/design/storage_format.md.
constexpr std::string_view kNextTextKey = "N";

constexpr uint64_t kCacheShareOfSets = 4;  // a quarter as large as the cache of blocks

std::string signature_key(StoredTextId id) { return Key('S').text(id).bytes(); }
std::string input_key(std::string_view name) { return Key('I').last(name).bytes(); }

std::string number_row(uint64_t value) {
  ByteWriter out;
  out.u8(1);
  out.varint(value);
  return out.bytes();
}

Result<uint64_t> read_number_row(const store::Snapshot& rows, std::string_view key,
                                 uint64_t absent) {
  auto row = rows.get(key);
  if (!row) return row.error();
  if (!*row) return absent;
  ByteReader in(**row);
  const bool version = in.u8() == 1;
  const uint64_t value = in.varint();
  if (!version || !in.done()) return corrupt("row " + std::string(key) + " is damaged");
  return value;
}

Result<Settings> open_settings(store::Store& rows, const StoreOptions& options) {
  auto found = rows.snapshot()->get(kSettingsKey);
  if (!found) return found.error();
  if (*found) {
    auto settings = Settings::decode(**found);
    if (!settings) return settings.error();
    if (Status s = check_settings(*settings, options); !s.ok()) return s;
    return settings;
  }
  // They are the first row that is written.
  auto others = rows.snapshot()->seek("", "");
  if (Status s = others->status(); !s.ok()) return s;
  if (others->valid()) return corrupt("the store is damaged: its settings are missing");
  if (options.access != StoreOptions::Access::kCreate) {
    return not_found(
        "the store is empty, because its creation was interrupted; ingest pages into it first");
  }
  auto settings = new_settings(options);
  if (!settings) return settings.error();
  store::Batch batch;
  batch.put(std::string(kSettingsKey), settings->encode());
  if (Status s = rows.write(batch); !s.ok()) return s;
  return settings;
}

index::IndexRules index_rules(const Settings& settings, size_t markets, uint64_t cache_bytes) {
  index::IndexRules out;
  out.predicate = settings.predicate;
  out.banding = settings.banding;
  out.hot_limit = settings.hot_limit;
  out.markets = markets;
  out.set_cache_bytes = cache_bytes / kCacheShareOfSets;
  return out;
}

std::vector<StoredTextId> ids_of(std::span<const NewText> texts) {
  std::vector<StoredTextId> out;
  for (const NewText& text : texts) out.push_back(text.id);
  return out;
}

// The row of a page that a round writes.
std::optional<group_state::PageRow> new_page_row(const store::Batch& changes,
                                                 std::string_view page) {
  const std::string key = Key('p').last(page).bytes();
  const auto at =
      std::lower_bound(changes.changes().begin(), changes.changes().end(), key,
                       [](const auto& change, const std::string& k) { return change.first < k; });
  const bool found = at != changes.changes().end() && at->first == key && at->second;
  return found ? group_state::PageRow::decode(*at->second) : std::nullopt;
}

// The signatures of all texts, side by side in a few large blocks while the index is made of them.
class LoadedSignatures {
 public:
  // kCorrupt for a row that is not a signature.
  Status load(const store::Snapshot& rows) {
    auto at = rows.seek("S", store::prefix_end("S"));
    for (; at->valid(); at->next()) {
      auto row = SignatureRow::decode(at->value());
      const StoredTextId id{group_state::number_at_end(at->key(), 8)};
      if (!row) return corrupt("the signature of text " + std::to_string(id.value) + " is damaged");
      add(id, *row);
    }
    return at->status();
  }

  // Valid as long as this.
  std::span<const index::StoredSignature> all() {
    for (size_t i = 0; i < signatures_.size(); ++i) {
      point(signatures_[i].main, places_[i].main);
      point(signatures_[i].full, places_[i].full);
    }
    return signatures_;
  }

 private:
  struct Place {
    size_t keys = 0, key_count = 0, bitmap = 0, bitmap_words = 0;
  };
  struct Places {
    Place main, full;
  };

  void add(StoredTextId id, const SignatureRow& row) {
    signatures_.push_back(index::stored_signature(id, row));
    places_.push_back({copy(signatures_.back().main), copy(signatures_.back().full)});
  }
  Place copy(const index::StoredView& view) {
    const Place out{keys_.size(), view.keys.size(), bitmaps_.size(), view.bitmap.size()};
    keys_.insert(keys_.end(), view.keys.begin(), view.keys.end());
    bitmaps_.insert(bitmaps_.end(), view.bitmap.begin(), view.bitmap.end());
    return out;
  }
  void point(index::StoredView& view, const Place& at) const {
    view.keys = std::span(keys_).subspan(at.keys, at.key_count);
    view.bitmap = std::span(bitmaps_).subspan(at.bitmap, at.bitmap_words);
  }

  std::vector<index::StoredSignature> signatures_;
  std::vector<Places> places_;
  std::vector<uint32_t> keys_;
  std::vector<uint64_t> bitmaps_;
};

}  // namespace

Status check_update_count(size_t updates) {
  if (updates <= kMostUpdatesOfARound) return {};
  return invalid_argument("a round has at most " + std::to_string(kMostUpdatesOfARound) +
                          " updates (got " + std::to_string(updates) +
                          "): submit them in several rounds");
}

Result<std::unique_ptr<LivingStore>> LivingStore::open(std::unique_ptr<store::Store> rows,
                                                       const StoreOptions& options) {
  auto settings = open_settings(*rows, options);
  if (!settings) return settings.error();
  std::unique_ptr<LivingStore> out(new LivingStore(std::move(rows), *std::move(settings), options));
  if (Status s = out->open_state(options.index); !s.ok()) return s;
  return out;
}

LivingStore::LivingStore(std::unique_ptr<store::Store> rows, Settings settings,
                         const StoreOptions& options)
    : rows_(std::move(rows)),
      settings_(std::move(settings)),
      rules_(std::make_shared<const group_state::Rules>(rules_of(settings_))),
      keep_events_(options.keep_events),
      cache_bytes_(options.cache_bytes),
      writes_(options.access != StoreOptions::Access::kRead),
      words_(std::make_unique<StoredWords>(*rows_)),
      updates_(settings_.view) {}

LivingStore::~LivingStore() = default;

std::string LivingStore::settings_key() { return std::string(kSettingsKey); }

Status LivingStore::open_state(bool with_index) {
  auto state = group_state::GroupState::open(*rows_);
  if (!state) return state.error();
  state_ = std::make_unique<group_state::GroupState>(*std::move(state));
  state_->set_rules(rules_);
  words_->committed();
  if (writes_) {
    if (Status s = erase_unused_markets(); !s.ok()) return s;
  }
  if (with_index) {
    if (Status s = load_index(*rows_->snapshot()); !s.ok()) return s;
    events_ = std::make_unique<EventMaker>(*index_, *words_);
    state_->set_neighbours(index_->reader());
  }
  return {};
}

Status LivingStore::load_index(const store::Snapshot& snapshot) {
  const group_state::StateView state = state_->view(*rules_);
  index_ = std::make_unique<index::TextIndex>(index_rules(settings_, state.markets(), cache_bytes_),
                                              *words_);
  auto next = read_number_row(snapshot, kNextTextKey, 1);
  if (!next) return next.error();
  LoadedSignatures signatures;
  if (Status s = signatures.load(snapshot); !s.ok()) return s;
  Status loaded = index_->load(signatures.all(), {*next}, group_state::StandingsIn(state));
  // The ranks of texts are read while the index is made.
  return state.rows().status().ok() ? loaded : state.rows().status();
}

StoreView LivingStore::view() const {
  group_state::GroupReader groups = state_->reader();
  auto words = words_->reader_of(groups.rows());
  return {std::move(groups), std::move(words)};
}

index::TextIndex::Bytes LivingStore::index_bytes() const {
  return index_ ? index_->bytes() : index::TextIndex::Bytes();
}

Result<std::vector<group_state::Event>> LivingStore::events_since(uint64_t from,
                                                                  size_t limit) const {
  return rounds::events_since(*state_, from, limit);
}

Result<std::string> LivingStore::input_row(const std::string& name) const {
  auto row = rows_->snapshot()->get(input_key(name));
  if (!row) return row.error();
  return row->value_or("");
}

Result<RoundReport> LivingStore::submit(std::span<const PageUpdate> updates,
                                        std::span<const InputRow> inputs) {
  if (Status s = check_update_count(updates.size()); !s.ok()) return s;
  return submit(updates_.read(updates), [&](uint64_t, store::Batch& batch) {
    for (const InputRow& input : inputs) batch.put(input_key(input.name), input.value);
  });
}

Status LivingStore::check_writer() const {
  if (!writes_) return invalid_argument("the store was opened to be read");
  return failed_;
}

Status LivingStore::check_round_writer() const {
  if (Status s = check_writer(); !s.ok()) return s;
  if (!index_) return invalid_argument("this needs the candidate index: open the store with it");
  return {};
}

Result<RoundReport> LivingStore::submit(ReadUpdates updates, const AddRowsFn& add_rows) {
  if (Status s = check_round_writer(); !s.ok()) return s;
  if (Status s = check_update_count(updates.events.size()); !s.ok()) return s;
  try {
    const group_state::StateView before = state_->view(*rules_);
    auto made = events_->make(std::move(updates), before);
    if (!made) return made.error();
    return apply(before, *made, add_rows);
  } catch (...) {  // memory ran out: what is in memory may be half changed, the rows are not
    failed_ = status_of_exception();
    return failed_;
  }
}

Result<RoundReport> LivingStore::apply(const group_state::StateView& before,
                                       const RoundEvents& made, const AddRowsFn& add_rows) {
  auto round = rounds::apply_round(before, made.events, *index_, *rules_);
  if (!round) {
    forget(ids_of(made.new_texts));
    return round.error();
  }
  store::Batch& changes = round->changes;
  add_form_rows(made, changes);
  add_text_rows(made, *round);
  add_rows(round->round, changes);
  if (Status s = commit(*round); !s.ok()) {
    undo(made);
    return s;
  }
  words_->committed();
  forget(round->released);
  state_->set_neighbours(index_->reader());

  RoundReport out{.round = round->round, .rejected = made.rejected, .unchanged = made.unchanged};
  for (const rounds::RejectedEvent& rejected : round->rejected) {
    out.rejected.push_back(
        {made.updates[rejected.event], std::string(group_state::name(rejected.reason))});
  }
  std::sort(out.rejected.begin(), out.rejected.end(),
            [](const RejectedUpdate& a, const RejectedUpdate& b) { return a.index < b.index; });
  out.new_texts = made.new_texts.size();
  out.removed_texts = round->released.size();
  out.events = round->events.size();
  out.probes = round->counters.probes;
  out.verifications = round->counters.verifications;
  return out;
}

Result<RoundReport> LivingStore::repair(std::span<const group_state::GroupNumber> groups) {
  if (Status s = check_round_writer(); !s.ok()) return s;
  try {
    auto round = rounds::apply_repair(state_->view(*rules_), groups, *index_, *rules_);
    if (!round) return round.error();
    if (Status s = commit(*round); !s.ok()) return s;
    return RoundReport{.round = round->round,
                       .events = round->events.size(),
                       .probes = round->counters.probes,
                       .verifications = round->counters.verifications};
  } catch (...) {  // the rows are not changed, and neither is the index
    return status_of_exception();
  }
}

Status LivingStore::commit(rounds::RoundResult& round) {
  if (!round.events.empty()) {
    if (Status s = trim_events(round.events.back().number, round.changes); !s.ok()) return s;
  }
  if (round.changes.empty()) return {};
  Status written = state_->commit(round.changes, index_->reader());
  if (!written.ok()) failed_ = written;
  return written;
}

void LivingStore::undo(const RoundEvents& made) {
  index_->undo_change();
  forget(ids_of(made.new_texts));
}

Status LivingStore::trim_events(uint64_t last, store::Batch& changes) const {
  if (keep_events_ == 0 || last <= keep_events_) return {};
  return rounds::trim_events(*state_, last - keep_events_ + 1, changes);
}

// Texts that no page has in the end are not written.
void LivingStore::add_text_rows(const RoundEvents& made, rounds::RoundResult& round) const {
  const std::set<StoredTextId> released(round.released.begin(), round.released.end());
  if (!made.new_texts.empty()) {
    round.changes.put(std::string(kNextTextKey), number_row(index_->next_id().value));
  }
  words_->add_rows(released, round.changes);
  for (const NewText& text : made.new_texts) {
    if (!released.contains(text.id)) round.changes.put(signature_key(text.id), text.signature);
  }
  for (StoredTextId text : round.released) {
    words_->erase_rows(text, round.changes);
    round.changes.erase(signature_key(text));
  }
}

// What becomes of a page is known when its row is. A page without one in the batch stays as it was.
void LivingStore::add_form_rows(const RoundEvents& made, store::Batch& changes) const {
  std::vector<std::pair<const RoundEvents::FormChange*, group_state::PageRow>> rows;
  for (const RoundEvents::FormChange& form : made.forms) {
    const group_state::PageEvent& event = made.events[form.event];
    if (auto page = new_page_row(changes, event.key)) rows.emplace_back(&form, *std::move(page));
  }
  for (const auto& [form, page] : rows) {
    const group_state::PageEvent& event = made.events[form->event];
    if (page.live() && page.content == event.content) {
      words_->set_form(event.key, form->text, changes);
    } else if (!page.live() && form->had) {
      words_->set_form(event.key, std::nullopt, changes);
    }
  }
}

void LivingStore::forget(const std::vector<StoredTextId>& texts) {
  // A text that the index does not let go would be a fault of this class; its rows are gone in any
  // case, and `check` would find it.
  for (StoredTextId text : texts) static_cast<void>(index_->forget(text).ok());
}

}  // namespace doppel::living_store
