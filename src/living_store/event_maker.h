// Gives the page events of a round their texts: the second step of a round, after update_reader.h.
//
// A page whose content is what the store has is given the text that it has, without looking at its
// words. Any other text is added to the index, where equal texts have one id.
//
// Cost: linear in the page. Not thread-safe: one for each writer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/store.h"
#include "group_state/page_event.h"
#include "group_state/state_view.h"
#include "index/text_index.h"
#include "living_store/stored_words.h"
#include "living_store/update_reader.h"

namespace doppel::living_store {

// A text that the index did not know.
struct NewText {
  StoredTextId id;
  std::string signature;  // its row
};

// The events of a round, and what has to be stored beside them.
struct RoundEvents {
  std::vector<group_state::PageEvent> events;
  std::vector<size_t> updates;  // for each event, the update that it was made of
  std::vector<RejectedUpdate> rejected;
  std::vector<NewText> new_texts;
  // Pages whose own form (stored_words.h) may change if their event is applied.
  struct FormChange {
    size_t event = 0;
    std::optional<std::string_view> text;  // the form, with the caller; or none
    bool had = false;                      // the page has one now
  };
  std::vector<FormChange> forms;
  uint64_t unchanged = 0;  // pages whose content is what the store has
};

class EventMaker {
 public:
  EventMaker(index::TextIndex& index, const StoredWords& words) : index_(index), words_(words) {}

  // REQUIRES: `before` is the present state; the round that is applied should be asked of the same
  // view, which then has the rows of its pages. Forms of the result are texts of the updates. If it
  // fails, the texts that it added are forgotten.
  Result<RoundEvents> make(ReadUpdates updates, const group_state::StateView& before);

 private:
  // Texts of pages whose content is not what the store has.
  Status add_texts(std::span<const std::string_view> texts, const group_state::StateView& before,
                   RoundEvents& out);
  // Returns the page's form, if it is not that of its text.
  Result<std::optional<std::string_view>> add_text(std::string_view text,
                                                   group_state::PageEvent& event, RoundEvents& out);

  index::TextIndex& index_;
  const StoredWords& words_;
  std::string buffer_;
};

}  // namespace doppel::living_store
