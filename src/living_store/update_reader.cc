// Tested by store_test.cc.
#include "living_store/update_reader.h"

#include "doppel/url.h"
#include "group/canonical_names.h"
#include "living_store/stored_words.h"

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

ReadUpdates UpdateReader::read(std::span<const PageUpdate> updates) {
  arena_.clear();
  ReadUpdates out;
  out.events.reserve(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) read(updates[i], i, out);
  return out;
}

void UpdateReader::read(const PageUpdate& update, size_t index, ReadUpdates& out) {
  PageEvent event;
  event.kind = kind_of(update.kind);
  event.key = group::key_url(update.url);
  if (event.key.empty() || event.key.size() > group_state::kLongestUrl) {
    const bool missing = update.url.empty(), bad = event.key.empty();
    out.rejected.push_back({index, missing ? "no_url" : bad ? "bad_url" : "long_url"});
    return;
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
      return;
    }
  }
  const bool has_text = event.kind == PageEvent::Kind::kUpsert;
  out.texts.push_back(has_text ? set_content(update, event) : std::string_view());
  out.events.push_back(std::move(event));
  out.updates.push_back(index);
}

std::string_view UpdateReader::set_content(const PageUpdate& update, PageEvent& event) {
  const corpus::PageWords words = words_reader_.of(record_of(update), arena_);
  event.content = content_of(words.text);
  event.url = update.url;
  event.score = update.score;
  event.canonical = group::canonical_of(update.url, words.link);
  // It would be stored several times, and no page of the store can have that URL.
  if (event.canonical.size() > group_state::kLongestUrl) event.canonical.clear();
  event.domain = group::site_of(update.url);
  event.fields = update.fields;
  return words.text;
}

}  // namespace doppel::living_store
