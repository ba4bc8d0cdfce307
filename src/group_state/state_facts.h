// What of a state is kept in memory beside its rows. Immutable; rebuilt when the state is opened,
// and updated by every batch.
#pragma once

#include <utility>

#include "group_state/text_facts.h"
#include "group_state/touches.h"

namespace doppel::group_state {

struct StateFacts {
  TextFacts texts;
  Touches touches;

  // kCorrupt for a row that cannot be read, for both.
  static Result<StateFacts> load(const store::Snapshot& snapshot) {
    return joined(TextFacts::load(snapshot), Touches::load(snapshot));
  }
  // The facts after a batch.
  Result<StateFacts> with(const store::Batch& batch) const {
    return joined(texts.with(batch), touches.with(batch));
  }

 private:
  static Result<StateFacts> joined(Result<TextFacts> texts, Result<Touches> touches) {
    if (!texts) return texts.error();
    if (!touches) return touches.error();
    return StateFacts{*std::move(texts), *std::move(touches)};
  }
};

}  // namespace doppel::group_state
