// What do updates say, before a store is asked? Their addresses become key URLs, and what pages say
// becomes texts.
//
// The first step of a round (event_maker.h does the second), and the only one of a staged crawl
// (collections). Updates without a usable address are rejected.
//
// Cost: linear in the pages. Not thread-safe.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "corpus/page_words_reader.h"
#include "doppel/store.h"
#include "group_state/page_event.h"

namespace doppel::living_store {

struct ReadUpdates {
  std::vector<group_state::PageEvent> events;  // without ids of texts
  // For each event: of an upsert its text, as texts/text_views.h stores it; else nothing.
  std::vector<std::string_view> texts;
  std::vector<size_t> updates;  // for each event, the update that it was made of
  std::vector<RejectedUpdate> rejected;
};

class UpdateReader {
 public:
  explicit UpdateReader(View view) : words_reader_(view) {}

  // Texts are valid until the next call, and as long as the updates.
  ReadUpdates read(std::span<const PageUpdate> updates);

 private:
  void read(const PageUpdate& update, size_t index, ReadUpdates& out);
  // Sets what an upsert has, and returns its text.
  std::string_view set_content(const PageUpdate& update, group_state::PageEvent& event);

  corpus::PageWordsReader words_reader_;
  Arena arena_;
};

}  // namespace doppel::living_store
