// Tested by store_test.cc.
#include "living_store/event_maker.h"

#include <algorithm>

#include "doppel/url.h"
#include "group/canonical_names.h"
#include "index/signature_row.h"
#include "rounds/known_texts.h"

namespace doppel::living_store {
namespace {

using group_state::PageEvent;

PageEvent::Kind kind_of(PageUpdate::Kind kind) {
  switch (kind) {
    case PageUpdate::Kind::kPage: return PageEvent::Kind::kUpsert;
    case PageUpdate::Kind::kRedirect: return PageEvent::Kind::kRedirect;
    case PageUpdate::Kind::kDead: return PageEvent::Kind::kDead;
    case PageUpdate::Kind::kDelete: return PageEvent::Kind::kDelete;
    case PageUpdate::Kind::kTouch: return PageEvent::Kind::kTouch;
    case PageUpdate::Kind::kFlag: return PageEvent::Kind::kFlag;
    case PageUpdate::Kind::kReport: break;
  }
  return PageEvent::Kind::kReport;
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
  texts_.clear();
  RoundEvents out;
  out.events.reserve(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) {
    if (add_event(updates[i], i, out)) out.updates.push_back(i);
  }
  Status added = add_texts(before, out);
  if (added.ok()) return out;
  for (const NewText& text : out.new_texts) static_cast<void>(index_.forget(text.id).ok());
  return added;
}

bool EventMaker::add_event(const PageUpdate& update, size_t index, RoundEvents& out) {
  PageEvent event;
  event.kind = kind_of(update.kind);
  event.key = group::key_url(update.url);
  if (event.key.empty() || event.key.size() > group_state::kLongestUrl) {
    const bool missing = update.url.empty(), bad = event.key.empty();
    out.rejected.push_back({index, missing ? "no_url" : bad ? "bad_url" : "long_url"});
    return false;
  }
  event.version = update.version;
  event.time_ms = update.time_ms;
  event.http_status = update.http_status;
  event.flag = update.flag;
  event.permanent = update.permanent;
  if (event.kind == PageEvent::Kind::kRedirect) {
    event.target = target_key(update);
    if (event.target.empty()) {
      out.rejected.push_back({index, "bad_redirect"});
      return false;
    }
  }
  texts_.emplace_back();
  if (event.kind == PageEvent::Kind::kUpsert) set_content(update, event);
  out.events.push_back(std::move(event));
  return true;
}

void EventMaker::set_content(const PageUpdate& update, PageEvent& event) {
  const corpus::PageWords words = words_reader_.of(record_of(update), arena_);
  texts_.back() = words.text;
  event.content = content_of(words.text);
  event.url = update.url;
  event.score = update.score;
  event.canonical = group::canonical_of(update.url, words.link);
  // It would be stored several times, and no page of the store can have that URL.
  if (event.canonical.size() > group_state::kLongestUrl) event.canonical.clear();
  event.domain = group::site_of(update.url);
  event.fields = update.fields;
}

Status EventMaker::add_texts(const group_state::StateView& before, RoundEvents& out) {
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
      auto added = add_text(texts_[i], event, out);
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
