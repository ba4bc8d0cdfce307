// A collection is committed in rounds. The batch of a round has the row of the collection as well,
// with the place where the next round begins, so a store that is killed has a round and its place
// or neither. The batch of the last round says that the collection is committed; from then on its
// rows of table U are left over. To cancel a collection is one small write, too: the row of the
// collection is erased. Rows that are left over are erased afterwards, some thousand at a time, or
// when the store is opened for writing the next time.
//
// Tested by collections_test.cc in store_queries, which kills a store between any two writes.
#include "collections/collections.h"

#include <algorithm>
#include <deque>
#include <set>

#include "living_store/ingest.h"

namespace doppel::collections {
namespace {

Result<CollectionRow> find_staged(const store::Snapshot& rows, std::string_view name) {
  auto row = find_collection(rows, name);
  if (!row) return row.error();
  if (!*row) {
    return not_found("the store has no collection named \"" + std::string(name) +
                     "\": doppel collections lists them");
  }
  if ((*row)->committed) return was_committed(name, **row);
  return **row;
}

// The events of a collection that the next round is made of.
class NextEvents {
 public:
  explicit NextEvents(const WriteLimits& limits) : limits_(limits) {}

  Status read(const store::Snapshot& rows, const CollectionRow& collection) {
    events_.clear();
    uint64_t place = collection.begin, bytes = 0;
    auto at = rows.seek(event_key(collection.number, place),
                        event_key(collection.number, collection.end));
    for (; at->valid() && events_.size() < limits_.round_events && bytes < limits_.round_bytes;
         at->next()) {
      if (at->key() != event_key(collection.number, place)) break;
      auto event = decode_event(at->value(), unpacker_);
      if (!event) return event.status();
      bytes += event->text.size();
      events_.push_back(*std::move(event));
      ++place;
    }
    if (!at->status().ok()) return at->status();
    if (events_.empty()) {
      return corrupt("update " + std::to_string(place) + " of a collection is missing");
    }
    return {};
  }

  size_t size() const { return events_.size(); }
  const std::string& page(size_t i) const { return events_[i].event.key; }
  // Texts are valid until the next read().
  living_store::ReadUpdates updates() const {
    living_store::ReadUpdates out;
    for (size_t i = 0; i < events_.size(); ++i) {
      out.events.push_back(events_[i].event);
      out.texts.emplace_back(events_[i].text);
      out.updates.push_back(i);
    }
    return out;
  }

 private:
  const WriteLimits& limits_;
  codec::TextUnpacker unpacker_;
  std::deque<StagedEvent> events_;
};

class Commit {
 public:
  Commit(living_store::LivingStore& store, std::string_view name, const ProgressFn& progress,
         const WriteLimits& limits)
      : store_(store), name_(name), progress_(progress), limits_(limits), events_(limits) {}

  Result<CommitReport> run() {
    auto row = find_staged(*store_.rows().snapshot(), name_);
    if (!row) return row.error();
    row_ = *row;
    if (row_.begin == row_.end) {
      if (Status s = commit_nothing(); !s.ok()) return s;
    }
    while (!row_.committed) {
      if (Status s = commit_round(); !s.ok()) return s;
    }
    if (Status s = erase_left_over_rows(store_, limits_); !s.ok()) return s;
    out_.collection = public_collection(name_, row_);
    return std::move(out_);
  }

 private:
  Status commit_nothing() {
    row_.committed = true;
    store::Batch batch;
    batch.put(collection_key(name_), row_.encode());
    return store_.write(batch);
  }

  Status commit_round() {
    if (progress_ && !progress_({.phase = "commit", .done = out_.updates, .unit = "updates"})) {
      return cancelled();
    }
    if (Status s = events_.read(*store_.rows().snapshot(), row_); !s.ok()) return s;
    const uint64_t last_round = store_.view().groups.view().meta().round;
    CollectionRow next = row_;
    next.begin += events_.size();
    next.committed = next.begin == next.end;
    auto done = store_.submit(events_.updates(), [&](uint64_t round, store::Batch& batch) {
      if (round > last_round) {
        if (next.first_round == 0) next.first_round = round;
        next.last_round = round;
      }
      batch.put(collection_key(name_), next.encode());
    });
    if (!done) return done.status();
    row_ = next;
    add_to_report(*done);
    return {};
  }

  void add_to_report(const RoundReport& round) {
    constexpr size_t kMostShown = 5;
    out_.updates += events_.size();
    out_.accepted += events_.size() - std::min(events_.size(), round.rejected.size());
    out_.unchanged += round.unchanged;
    out_.new_texts += round.new_texts;
    for (const RejectedUpdate& rejected : round.rejected) {
      ++out_.rejected[rejected.reason];
      if (out_.first_rejected.size() >= kMostShown) continue;
      std::string line = events_.page(rejected.index) + ": " + rejected.reason;
      const std::string_view meaning = living_store::meaning_of_rejection(rejected.reason);
      if (!meaning.empty()) line.append(", ").append(meaning);
      out_.first_rejected.push_back(std::move(line));
    }
  }

  living_store::LivingStore& store_;
  const std::string name_;
  const ProgressFn& progress_;
  const WriteLimits& limits_;
  CollectionRow row_;
  NextEvents events_;
  CommitReport out_;
};

Result<std::set<uint64_t>> staged_numbers(const store::Snapshot& rows) {
  std::set<uint64_t> out;
  auto at = rows.seek(kCollections, store::prefix_end(kCollections));
  for (; at->valid(); at->next()) {
    const auto row = CollectionRow::decode(at->value());
    if (!row) return corrupt("the row of a collection is damaged");
    if (!row->committed) out.insert(row->number);
  }
  if (!at->status().ok()) return at->status();
  return out;
}

// The first rows of table U whose collection is not staged, as a batch that erases them.
Result<store::Batch> left_over_rows(const store::Snapshot& rows, const std::set<uint64_t>& staged,
                                    size_t limit) {
  store::Batch out;
  size_t count = 0;
  std::string from(kStagedRows);
  while (count < limit) {
    auto at = rows.seek(from, store::prefix_end(kStagedRows));
    if (!at->status().ok()) return at->status();
    if (!at->valid()) break;
    const uint64_t number = number_in(at->key());
    from = store::prefix_end(rows_prefix(number));
    if (staged.contains(number)) continue;
    for (; at->valid() && number_in(at->key()) == number && count < limit; at->next()) {
      out.erase(std::string(at->key()));
      ++count;
    }
    if (!at->status().ok()) return at->status();
  }
  return out;
}

}  // namespace

Status was_committed(std::string_view name, const CollectionRow& row) {
  std::string out = "the collection \"" + std::string(name) + "\" was committed already";
  if (row.first_round == 0) {
    out += ", and changed nothing";
  } else if (row.first_round == row.last_round) {
    out += ", in round " + std::to_string(row.first_round);
  } else {
    out +=
        ", in rounds " + std::to_string(row.first_round) + " to " + std::to_string(row.last_round);
  }
  return already_exists(out + ": use another name for another crawl");
}

Result<std::optional<CollectionRow>> find_collection(const store::Snapshot& rows,
                                                     std::string_view name) {
  if (Status s = check_collection_name(name); !s.ok()) return s;
  auto bytes = rows.get(collection_key(name));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::optional<CollectionRow>();
  auto row = CollectionRow::decode(**bytes);
  if (!row) return corrupt("the row of the collection \"" + std::string(name) + "\" is damaged");
  return row;
}

Result<std::vector<Collection>> list_collections(const store::Snapshot& rows) {
  std::vector<Collection> out;
  auto at = rows.seek(kCollections, store::prefix_end(kCollections));
  for (; at->valid(); at->next()) {
    const auto row = CollectionRow::decode(at->value());
    std::string name(at->key().substr(kCollections.size()));
    if (!row) return corrupt("the row of the collection \"" + name + "\" is damaged");
    out.push_back(public_collection(std::move(name), *row));
  }
  if (!at->status().ok()) return at->status();
  return out;
}

Result<std::optional<StagedEvent>> newest_staged(const store::Snapshot& rows, std::string_view name,
                                                 std::string_view key_url) {
  auto collection = find_staged(rows, name);
  if (!collection) return collection.error();
  std::optional<StagedEvent> nothing;
  auto bytes = rows.get(page_key(collection->number, key_url));
  if (!bytes) return bytes.error();
  if (!*bytes) return nothing;
  const auto page = StagedPage::decode(**bytes);
  if (!page) return corrupt("the row of a staged page is damaged");
  if (!page->newest || page->newest->place < collection->begin) return nothing;
  auto event = rows.get(event_key(collection->number, page->newest->place));
  if (!event) return event.error();
  if (!*event) return corrupt("a staged update is missing");
  auto out = decode_event(**event, codec::TextUnpacker());
  if (!out) return out.error();
  return std::optional(*std::move(out));
}

Result<CommitReport> commit_collection(living_store::LivingStore& store, std::string_view name,
                                       const ProgressFn& progress, const WriteLimits& limits) {
  return Commit(store, name, progress, limits).run();
}

Result<Collection> cancel_collection(living_store::LivingStore& store, std::string_view name,
                                     const WriteLimits& limits) {
  auto row = find_staged(*store.rows().snapshot(), name);
  if (!row) return row.error();
  store::Batch batch;
  batch.erase(collection_key(name));
  if (Status s = store.write(batch); !s.ok()) return s;
  if (Status s = erase_left_over_rows(store, limits); !s.ok()) return s;
  return public_collection(std::string(name), *row);
}

Status erase_left_over_rows(living_store::LivingStore& store, const WriteLimits& limits) {
  auto staged = staged_numbers(*store.rows().snapshot());
  if (!staged) return staged.status();
  while (true) {
    auto batch = left_over_rows(*store.rows().snapshot(), *staged, limits.erased_rows);
    if (!batch) return batch.status();
    if (batch->empty()) return {};
    if (Status s = store.write(*batch); !s.ok()) return s;
  }
}

}  // namespace doppel::collections
