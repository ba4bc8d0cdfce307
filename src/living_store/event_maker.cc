// Tested by store_test.cc.
#include "living_store/event_maker.h"

#include "index/signature_row.h"
#include "rounds/known_texts.h"

namespace doppel::living_store {
using group_state::PageEvent;

Result<RoundEvents> EventMaker::make(ReadUpdates updates, const group_state::StateView& before) {
  RoundEvents out;
  out.events = std::move(updates.events);
  out.updates = std::move(updates.updates);
  out.rejected = std::move(updates.rejected);
  Status added = add_texts(updates.texts, before, out);
  if (added.ok()) return out;
  for (const NewText& text : out.new_texts) static_cast<void>(index_.forget(text.id).ok());
  return added;
}

Status EventMaker::add_texts(std::span<const std::string_view> texts,
                             const group_state::StateView& before, RoundEvents& out) {
  const std::vector<bool> known = rounds::fill_known_texts(before, out.events);
  for (size_t i = 0; i < out.events.size(); ++i) {
    PageEvent& event = out.events[i];
    if (known[i]) {
      ++out.unchanged;
      continue;
    }
    if (event.kind > PageEvent::Kind::kDelete) continue;  // does not change what the page says
    std::optional<std::string_view> form;
    if (event.kind == PageEvent::Kind::kUpsert) {
      auto added = add_text(texts[i], event, out);
      if (!added) return added.status();
      form = *added;
    }
    bool had = false;
    if (before.page(event.key).live()) {
      auto found = words_.has_form(event.key);
      if (!found) return found.status();
      had = *found;
    }
    if (form || had) out.forms.push_back({i, form, had});
  }
  return before.rows().status();
}

Result<std::optional<std::string_view>> EventMaker::add_text(std::string_view text,
                                                             PageEvent& event, RoundEvents& out) {
  std::optional<std::string_view> form;
  auto added = index_.add(text);
  if (!added) return added.error();
  event.text = added->id;
  if (added->is_new) {
    out.new_texts.push_back(
        {added->id, index::signature_row(index_.signature(added->id)).encode()});
    return form;
  }
  auto stored = words_.text(added->id, buffer_);
  if (!stored) return stored.error();
  if (*stored != text) form = text;
  return form;
}

}  // namespace doppel::living_store
