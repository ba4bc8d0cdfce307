// A collection that updates are staged in: where an ingestion writes instead of the store.
//
// Each submit() is one write: the events, which of them is the newest of its page, how far inputs
// were read, and the row of the collection. It is durable when it returns, and changes nothing that
// the store says. Versions are not compared with those of the store; that is done when the
// collection is committed.
//
// Cost: linear in the updates; a look-up for each of their pages. Errors: those of the store. One
// writer of a store at a time, as for rounds; not thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "collections/collection_rows.h"
#include "living_store/living_store.h"
#include "living_store/update_reader.h"
#include "living_store/update_sink.h"

namespace doppel::collections {

class StagedCrawl final : public living_store::UpdateSink {
 public:
  // An absent collection is begun by the first submit(). kInvalidArgument for a name that no
  // collection can have, kAlreadyExists if it was committed.
  static Result<std::unique_ptr<StagedCrawl>> open(living_store::LivingStore& store,
                                                   std::string_view name);

  Result<RoundReport> submit(std::span<const PageUpdate> updates,
                             std::span<const living_store::InputRow> inputs) override;
  Result<std::string> input_row(const std::string& name) const override;
  Collection collection() const { return public_collection(name_, row_); }

 private:
  StagedCrawl(living_store::LivingStore& store, std::string_view name, const CollectionRow& row);

  // The pages of a batch of events, with the place in the batch of the newest event of each.
  using NewestOfPages = std::map<std::string_view, size_t>;
  static NewestOfPages newest_of_pages(std::span<const group_state::PageEvent> events);
  Status add_pages(std::span<const group_state::PageEvent> events, CollectionRow& row,
                   store::Batch& batch) const;
  // Is the event newer than the staged one that was the newest of its page?
  Result<bool> is_newest(const group_state::PageEvent& event, const StagedPage& page,
                         const store::Snapshot& rows) const;
  void add_events(const living_store::ReadUpdates& read, CollectionRow& row,
                  store::Batch& batch) const;

  living_store::LivingStore& store_;
  living_store::UpdateReader updates_;
  codec::TextPacker packer_;
  codec::TextUnpacker unpacker_;
  const std::string name_;
  CollectionRow row_;
};

}  // namespace doppel::collections
