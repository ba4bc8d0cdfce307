// Tested by store_test.cc.
#include "living_store/event_maker.h"

#include <algorithm>

#include "doppel/url.h"
#include "group/canonical_names.h"
#include "index/signature_row.h"

namespace doppel::living_store {
namespace {

using group_state::PageEvent, group_state::PageRow;

PageEvent::Kind kind_of(PageUpdate::Kind kind) {
  switch (kind) {
    case PageUpdate::Kind::kPage: return PageEvent::Kind::kUpsert;
    case PageUpdate::Kind::kRedirect: return PageEvent::Kind::kRedirect;
    case PageUpdate::Kind::kDead: return PageEvent::Kind::kDead;
    case PageUpdate::Kind::kDelete: return PageEvent::Kind::kDelete;
    case PageUpdate::Kind::kTouch: return PageEvent::Kind::kTouch;
    case PageUpdate::Kind::kFlag: break;
  }
  return PageEvent::Kind::kFlag;
}

Record record_of(const PageUpdate& update) {
  Record out;
  out.url = update.url;
  if (update.html.empty()) {
    out.text = update.text;
    out.main = update.main;
    out.title = update.title;
    out.canonical = update.canonical;
  } else {
    out.kind = Kind::kHtml;
    out.payload = update.html;
    out.charset_hint = update.charset;
    out.bytes = update.html;
  }
  return out;
}

// The key of the page that a redirect leads to, relative to its own address; "" if there is none.
std::string target_key(const PageUpdate& update) {
  auto target = resolve_url(update.url, update.target);
  return target ? group::key_url(*target) : std::string();
}

}  // namespace

Result<RoundEvents> EventMaker::make(std::span<const PageUpdate> updates,
                                     const group_state::StateView& before) {
  arena_.clear();
  RoundEvents out;
  out.events.reserve(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) {
    Status added = add(updates[i], i, before, out);
    if (added.ok()) added = before.rows().status();
    if (added.ok()) continue;
    for (const NewText& text : out.new_texts) static_cast<void>(index_.forget(text.id).ok());
    return added;
  }
  return out;
}

Status EventMaker::add(const PageUpdate& update, size_t index, const group_state::StateView& before,
                       RoundEvents& out) {
  PageEvent event;
  event.kind = kind_of(update.kind);
  event.key = group::key_url(update.url);
  if (event.key.empty() || event.key.size() > group_state::kLongestUrl) {
    const bool missing = update.url.empty(), bad = event.key.empty();
    out.rejected.push_back({index, missing ? "no_url" : bad ? "bad_url" : "long_url"});
    return {};
  }
  event.version = update.version;
  event.time_ms = update.time_ms;
  event.http_status = update.http_status;
  event.flag = update.flag;
  event.permanent = update.permanent;
  if (event.kind == PageEvent::Kind::kRedirect) event.target = target_key(update);
  // Only these change what a page says.
  const bool has_state = event.kind <= PageEvent::Kind::kDelete;
  const PageRow old = has_state ? before.page(event.key) : PageRow();
  std::optional<std::string_view> form;
  if (event.kind == PageEvent::Kind::kUpsert) {
    auto made = set_content(update, old, event, out);
    if (!made) return made.status();
    form = *made;
  }
  bool had = false;
  if (has_state && old.live() && event.content != old.content) {
    auto found = words_.has_form(event.key);
    if (!found) return found.status();
    had = *found;
  }
  if (form || had) out.forms.push_back({out.events.size(), form, had});
  out.events.push_back(std::move(event));
  out.updates.push_back(index);
  return {};
}

Result<std::optional<std::string_view>> EventMaker::set_content(const PageUpdate& update,
                                                                const PageRow& old,
                                                                PageEvent& event,
                                                                RoundEvents& out) {
  const corpus::PageWords words = words_reader_.of(record_of(update), arena_);
  event.content = content_of(words.text);
  event.url = update.url;
  event.score = update.score;
  event.canonical = group::canonical_of(update.url, words.link);
  // It would be stored several times, and no page of the store can have that URL.
  if (event.canonical.size() > group_state::kLongestUrl) event.canonical.clear();
  event.domain = group::site_of(update.url);
  event.fields = update.fields;
  if (old.live() && old.content == event.content) {
    event.text = old.text;
    ++out.unchanged;
    return std::optional<std::string_view>();
  }
  return add_text(words.text, event, out);
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
