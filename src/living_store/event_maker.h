// Turns what a caller says about a page into an event of a round: its address becomes a key URL,
// its content a text of the index.
//
// A page whose content is what the store has is given the text that it has, without looking at its
// words. Any other text is added to the index, where equal texts have one id.
//
// Cost: linear in the page. Not thread-safe: one for each writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "corpus/page_words_reader.h"
#include "doppel/store.h"
#include "group_state/page_event.h"
#include "group_state/state_view.h"
#include "index/text_index.h"
#include "living_store/stored_words.h"

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
    std::optional<std::string_view> text;  // the form, in the arena or with the caller; or none
    bool had = false;                      // the page has one now
  };
  std::vector<FormChange> forms;
  uint64_t unchanged = 0;  // pages whose content is what the store has
};

class EventMaker {
 public:
  EventMaker(View view, index::TextIndex& index, const StoredWords& words)
      : words_reader_(view), index_(index), words_(words) {}

  // REQUIRES: `before` is the present state; the round that is applied should be asked of the same
  // view, which then has the rows of its pages. Views of the result are valid until the next call.
  // If it fails, the texts that it added are forgotten.
  Result<RoundEvents> make(std::span<const PageUpdate> updates,
                           const group_state::StateView& before);

 private:
  // The address and what else does not need the state. False: the update is rejected.
  bool add_event(const PageUpdate& update, size_t index, RoundEvents& out);
  // Sets what an upsert has; its text is kept for add_texts().
  void set_content(const PageUpdate& update, group_state::PageEvent& event);
  // Texts of pages whose content is not what the store has.
  Status add_texts(const group_state::StateView& before, RoundEvents& out);
  // Returns the page's form, if it is not that of its text.
  Result<std::optional<std::string_view>> add_text(std::string_view text,
                                                   group_state::PageEvent& event, RoundEvents& out);

  corpus::PageWordsReader words_reader_;
  index::TextIndex& index_;
  const StoredWords& words_;
  Arena arena_;
  std::vector<std::string_view> texts_;  // by event
  std::string buffer_;
};

}  // namespace doppel::living_store
