// Tested by record_updates_test.cc and tests/cli/store_ingest.test.
#include "living_store/record_updates.h"

#include <algorithm>
#include <charconv>

#include "json/json_value.h"

namespace doppel::living_store {
namespace {

using Outcome = RecordUpdates::Outcome;

Outcome refused(std::string reason, std::string detail) {
  return {std::nullopt, std::move(reason), std::move(detail)};
}

bool is_permanent(uint16_t status) { return status == 301 || status == 308; }
bool is_success(uint64_t status) { return status >= 200 && status < 300; }

std::optional<uint64_t> whole_number(std::string_view json) {
  uint64_t out = 0;
  const char* end = json.data() + json.size();
  const auto [rest, error] = std::from_chars(json.data(), end, out);
  return error == std::errc() && rest == end ? std::optional(out) : std::nullopt;
}

// A string without its quotes and escapes; any other value as it is.
std::string plain_value(std::string_view json) {
  if (!json.starts_with('"')) return std::string(json);
  auto document = json::JsonDocument::parse(std::string(json));
  return document ? document->root().string().value_or("") : std::string();
}

// The fields of an event beside those that every record may have.
struct EventFields {
  std::optional<uint64_t> version, status;
  std::string_view redirect, flag;
  bool deleted = false, report = false;
};

// The reason why the fields make no sense; empty: they do.
std::string read_field(const JsonField& field, Arena& arena, EventFields& out) {
  const std::string_view json = field.value;
  if (json == "null") return {};
  if (field.name == "version") {
    out.version = whole_number(json);
    if (!out.version) return "bad_version";
  } else if (field.name == "status") {
    out.status = whole_number(json);
    if (!out.status || *out.status > 999) return "bad_status";
  } else if (field.name == "redirect") {
    out.redirect = arena.copy(plain_value(json));
    if (!json.starts_with('"')) return "bad_redirect";
  } else if (field.name == "flag") {
    out.flag = arena.copy(plain_value(json));
    if (!json.starts_with('"') || out.flag.empty()) return "bad_flag";
  } else if (field.name == "delete") {
    if (json != "true" && json != "false") return "bad_delete";
    out.deleted = json == "true";
  } else if (field.name == "report") {
    if (json != "true" && json != "false") return "bad_report";
    out.report = json == "true";
  }
  return {};
}

// Beyond the year 9999 are numbers that count something smaller than milliseconds.
bool is_time(int64_t ms) {
  constexpr int64_t kYear10000 = 253'402'300'800'000;
  return ms >= 0 && ms < kYear10000;
}

// The first fields of a record, for a message: "; the record has: url, body".
std::string names_of(const Record& record) {
  constexpr size_t kMostNames = 5;
  std::string out;
  for (size_t i = 0; i < record.fields.size(); ++i) {
    if (i == kMostNames) return out + ", ...";
    out.append(i == 0 ? "; the record has: " : ", ").append(record.fields[i].name.substr(0, 80));
  }
  return out;
}

bool has_text(const Record& record) { return record.kind != Kind::kNonPage; }

// What happened, by the fields and the HTTP status. False: nothing that a store can use.
bool set_kind(const Record& record, const EventFields& fields, PageUpdate& update) {
  const uint64_t status = fields.status.value_or(0);
  update.http_status = static_cast<uint16_t>(status);
  if (fields.deleted) {
    update.kind = PageUpdate::Kind::kDelete;
  } else if (!fields.flag.empty()) {
    update.kind = PageUpdate::Kind::kFlag;
    update.flag = fields.flag;
  } else if (fields.report) {
    update.kind = PageUpdate::Kind::kReport;
  } else if (!fields.redirect.empty()) {
    update.kind = PageUpdate::Kind::kRedirect;
    update.target = fields.redirect;
    update.permanent = status == 0 || is_permanent(update.http_status);
  } else if (status == 404 || status == 410) {
    update.kind = PageUpdate::Kind::kDead;
  } else if (status == 304) {
    update.kind = PageUpdate::Kind::kTouch;
  } else {
    return has_text(record) && (status == 0 || is_success(status));
  }
  return true;
}

}  // namespace

RecordUpdates::RecordUpdates(const group_state::Rules& rules, std::string time_field)
    : time_field_(std::move(time_field)) {
  for (const group::Market& market : rules.markets) {
    for (const group::MarketRule& rule : market.rules) {
      if (!rule.field.empty()) market_fields_.insert(rule.field);
    }
  }
}

Outcome RecordUpdates::of(const Record& record, int64_t file_time_ms, Arena& arena) {
  if (record.reject != Reject::kNone) {
    return refused(std::string(name(record.reject)), std::string(record.detail));
  }
  PageUpdate update;
  update.url = record.url;
  update.score = record.score;
  // A file from before 1970 has a wrong date; no record may have such a time either.
  update.time_ms = record.fetched_ms >= 0 ? record.fetched_ms : std::max<int64_t>(file_time_ms, 0);
  update.version = static_cast<uint64_t>(update.time_ms);
  // Records of archives and documents have no fields.
  return record.fields.empty() ? of_archive(record, update, arena) : of_line(record, update, arena);
}

Outcome RecordUpdates::of_line(const Record& record, PageUpdate update, Arena& arena) {
  EventFields fields;
  for (const JsonField& field : record.fields) {
    if (std::string reason = read_field(field, arena, fields); !reason.empty()) {
      return refused(std::move(reason), "field \"" + std::string(field.name) + "\" is " +
                                            std::string(field.value.substr(0, 80)));
    }
    if (field.name == time_field_ && field.value != "null" && !is_time(record.fetched_ms)) {
      return refused("bad_time", "field \"" + time_field_ +
                                     "\" is neither RFC 3339 nor milliseconds since 1970");
    }
    if (market_fields_.contains(field.name)) {
      update.fields[std::string(field.name)] = plain_value(field.value);
    }
  }
  if (fields.version) update.version = *fields.version;
  if (!set_kind(record, fields, update)) {
    if (fields.status && !is_success(*fields.status)) return {};
    return refused("no_text",
                   "no text, html, redirect, status, flag, report or delete" + names_of(record));
  }
  if (update.kind != PageUpdate::Kind::kPage) return {update, {}, {}};
  if (record.kind == Kind::kHtml) {
    update.html = record.payload;
    update.charset = record.charset_hint;
  } else if (record.kind == Kind::kPlain) {
    update.text = arena.copy(charset_.decode(record.payload, record.charset_hint).utf8);
  } else {
    update.text = record.text;
    update.main = record.main;
    update.title = record.title;
    update.canonical = record.canonical;
  }
  return {update, {}, {}};
}

Outcome RecordUpdates::of_archive(const Record& record, PageUpdate update, Arena& arena) {
  update.http_status = record.http_status;
  switch (record.kind) {
    case Kind::kText: update.text = record.text; break;
    case Kind::kHtml:
      update.html = record.payload;
      update.charset = record.charset_hint;
      break;
    case Kind::kPlain:
      update.text = arena.copy(charset_.decode(record.payload, record.charset_hint).utf8);
      break;
    case Kind::kRedirect:
      if (record.redirect_to.empty()) return {};
      update.kind = PageUpdate::Kind::kRedirect;
      update.target = record.redirect_to;
      update.permanent = is_permanent(record.http_status);
      break;
    case Kind::kDead: update.kind = PageUpdate::Kind::kDead; break;
    case Kind::kRevisit: update.kind = PageUpdate::Kind::kTouch; break;
    case Kind::kPayload:
      if (record.http_status != 304) return {};
      update.kind = PageUpdate::Kind::kTouch;
      break;
    case Kind::kNonPage: return {};
  }
  return {update, {}, {}};
}

}  // namespace doppel::living_store
