// Tested by collections_test.cc in store_queries.
#include "collections/staged_crawl.h"

#include <algorithm>

#include "collections/collections.h"
#include "rounds/join_events.h"

namespace doppel::collections {
namespace {

using group_state::PageEvent;

// A number that has no rows. REQUIRES: no rows are left over.
Result<uint64_t> unused_number(const store::Snapshot& rows) {
  uint64_t last = 0;
  auto at = rows.seek(kCollections, store::prefix_end(kCollections));
  for (; at->valid(); at->next()) {
    const auto row = CollectionRow::decode(at->value());
    if (!row) return corrupt("the row of a collection is damaged");
    last = std::max(last, row->number);
  }
  if (!at->status().ok()) return at->status();
  return last + 1;
}

bool makes_a_version(const PageEvent& event) { return event.kind <= PageEvent::Kind::kDelete; }

}  // namespace

Result<std::unique_ptr<StagedCrawl>> StagedCrawl::open(living_store::LivingStore& store,
                                                       std::string_view name) {
  auto found = find_collection(*store.rows().snapshot(), name);
  if (!found) return found.error();
  CollectionRow row;
  if (*found) {
    row = **found;
    if (row.committed) return was_committed(name, row);
  } else {
    if (Status s = erase_left_over_rows(store); !s.ok()) return s;
    auto number = unused_number(*store.rows().snapshot());
    if (!number) return number.error();
    row.number = *number;
  }
  return std::unique_ptr<StagedCrawl>(new StagedCrawl(store, name, row));
}

StagedCrawl::StagedCrawl(living_store::LivingStore& store, std::string_view name,
                         const CollectionRow& row)
    : store_(store), updates_(store.settings().view), name_(name), row_(row) {}

Result<RoundReport> StagedCrawl::submit(std::span<const PageUpdate> updates,
                                        std::span<const living_store::InputRow> inputs) {
  if (Status s = living_store::check_update_count(updates.size()); !s.ok()) return s;
  living_store::ReadUpdates read = updates_.read(updates);
  CollectionRow next = row_;
  store::Batch batch;
  for (const living_store::InputRow& input : inputs) {
    batch.put(input_key(row_.number, input.name), input.value);
  }
  if (Status s = add_pages(read.events, next, batch); !s.ok()) return s;
  add_events(read, next, batch);
  batch.put(collection_key(name_), next.encode());
  if (Status s = store_.write(batch); !s.ok()) return s;
  row_ = next;
  return RoundReport{.round = store_.view().groups.view().meta().round,
                     .rejected = std::move(read.rejected)};
}

Result<std::string> StagedCrawl::input_row(const std::string& name) const {
  auto row = store_.rows().snapshot()->get(input_key(row_.number, name));
  if (!row) return row.error();
  return row->value_or("");
}

StagedCrawl::NewestOfPages StagedCrawl::newest_of_pages(std::span<const PageEvent> events) {
  NewestOfPages out;
  for (size_t i = 0; i < events.size(); ++i) {
    const auto [at, is_new] = out.emplace(events[i].key, i);
    if (!is_new && rounds::is_newer(events[i], events[at->second])) at->second = i;
  }
  return out;
}

Status StagedCrawl::add_pages(std::span<const PageEvent> events, CollectionRow& row,
                              store::Batch& batch) const {
  const NewestOfPages newest = newest_of_pages(events);
  std::vector<std::string> keys;
  for (const auto& [page, event] : newest) keys.push_back(page_key(row.number, page));
  const std::vector<std::string_view> views(keys.begin(), keys.end());
  const auto snapshot = store_.rows().snapshot();
  auto found = snapshot->get_many(views);
  if (!found) return found.status();
  size_t i = 0;
  for (const auto& [key, place] : newest) {
    const std::optional<std::string>& bytes = (*found)[i];
    std::string& row_key = keys[i++];
    auto page = bytes ? StagedPage::decode(*bytes) : StagedPage();
    if (!page) return corrupt("the row of a staged page is damaged");
    auto is_newer = is_newest(events[place], *page, *snapshot);
    if (!is_newer) return is_newer.status();
    if (!bytes) ++row.pages;
    if (bytes && !*is_newer) continue;
    if (*is_newer) page->newest = StagedVersion{events[place].version, row.end + place};
    batch.put(std::move(row_key), page->encode());
  }
  return {};
}

Result<bool> StagedCrawl::is_newest(const PageEvent& event, const StagedPage& page,
                                    const store::Snapshot& rows) const {
  if (!makes_a_version(event)) return false;
  if (!page.newest) return true;
  if (event.version != page.newest->version) return event.version > page.newest->version;
  auto bytes = rows.get(event_key(row_.number, page.newest->place));
  if (!bytes) return bytes.error();
  if (!*bytes) return corrupt("a staged update is missing");
  auto other = decode_event(**bytes, unpacker_);
  if (!other) return other.error();
  return rounds::is_newer(event, other->event);
}

void StagedCrawl::add_events(const living_store::ReadUpdates& read, CollectionRow& row,
                             store::Batch& batch) const {
  for (size_t i = 0; i < read.events.size(); ++i) {
    const PageEvent& event = read.events[i];
    std::string bytes = encode_event(event, read.texts[i], packer_);
    const bool is_first = row.end == 0;
    row.first_ms = is_first ? event.time_ms : std::min(row.first_ms, event.time_ms);
    row.last_ms = is_first ? event.time_ms : std::max(row.last_ms, event.time_ms);
    row.bytes += bytes.size();
    batch.put(event_key(row.number, row.end), std::move(bytes));
    ++row.end;
  }
}

}  // namespace doppel::collections
