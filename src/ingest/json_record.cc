#include "ingest/json_record.h"

#include <simdjson.h>

#include <charconv>
#include <cmath>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "archive/date.h"
#include "base/decimal.h"
#include "ingest/mutants.h"
#include "json/json_scanner.h"
#include "json/json_string.h"
#include "json/json_value.h"

namespace doppel::ingest {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(JsonRecordParser::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
// The parser's memory grows with the longest line; beyond this size it is freed.
constexpr size_t kKeepBytes = size_t{1} << 20;

std::string_view trim(std::string_view json) {
  size_t end = json.find_last_not_of(" \t\r\n");
  return json.substr(0, end + 1);
}

void reject(Record& record, Reject reason, std::string_view detail, Arena& arena) {
  record.reject = reason;
  record.detail = arena.copy(detail);
}

// The offset of the first byte that is not part of a valid UTF-8 sequence.
// REQUIRES: there is one.
size_t first_bad_byte(std::string_view bytes) {
  // Each sequence is valid or invalid by itself: find the first one that is not valid.
  size_t at = 0;
  while (at < bytes.size()) {
    size_t length = 1;
    while (length <= 4 && at + length <= bytes.size() &&
           !simdjson::validate_utf8(bytes.data() + at, length)) {
      ++length;
    }
    if (length > 4 || at + length > bytes.size()) return at;
    at += length;
  }
  return at;
}

// A finite number >= 0, or -1, also for numbers that are larger than the largest double.
double score_of(std::string_view json) {
  const double value = parse_decimal(json).value_or(-1);
  if (mutant(Mutant::kNegativeScores)) return value;
  return std::isfinite(value) && value >= 0 ? value + 0.0 : -1;  // + 0.0: no negative zero
}

// A time in RFC 3339, or whole milliseconds since 1970; -1 for anything else.
int64_t time_of(std::string_view json) {
  if (json.starts_with('"')) {
    return archive::parse_rfc3339(json.substr(1, json.size() - 2)).value_or(-1);
  }
  int64_t out = -1;
  const char* end = json.data() + json.size();
  auto [rest, error] = std::from_chars(json.data(), end, out);
  return error == std::errc() && rest == end ? out : -1;
}

}  // namespace

// The values of the fields as they are in the line, empty if missing; and the whole object.
struct JsonRecordParser::Fields {
  std::string_view text, html, url, id, score, main, title, canonical, time, object;
  std::vector<JsonField> all;  // but text and html, if requested; names are quoted
};

struct JsonRecordParser::Simdjson {
  // Strings can be decoded before a line was parsed.
  Simdjson() {
    if (parser.allocate(kPadding) != simdjson::SUCCESS) throw std::bad_alloc();
  }

  ondemand::parser parser;
};

JsonRecordParser::JsonRecordParser(FieldNames fields, bool events)
    : names_(std::move(fields)), events_(events), simdjson_(std::make_unique<Simdjson>()) {}
JsonRecordParser::JsonRecordParser(JsonRecordParser&&) noexcept = default;
JsonRecordParser::~JsonRecordParser() = default;

void JsonRecordParser::parse(std::string_view line, bool first, Arena& arena, Record& record) {
  std::string_view json = line;
  first = first || mutant(Mutant::kMarkBeforeEveryRecord);
  if (first && json.starts_with(kByteOrderMark)) json.remove_prefix(kByteOrderMark.size());
  Fields fields;
  if (!find_fields(json, fields) || !fill(fields, arena, record)) {
    reject_line(line, json, arena, record);
  }
  if (line.size() > kKeepBytes) simdjson_ = std::make_unique<Simdjson>();
}

namespace {

std::string_view without_quotes(std::string_view string) {
  return string.substr(1, string.size() - 2);
}

// Stage 1 of simdjson has found the ends of strings, and no control character in them.
bool is_valid(std::string_view json) {
  if (!json.starts_with('"')) return json::is_json_value(json);
  return json::escapes_are_valid(without_quotes(json));
}

// The text of a value of the top-level object; empty if it is not valid. `decoded`: the caller will
// decode the string, which checks its escapes.
std::string_view checked_value(ondemand::value value, bool decoded) {
  std::string_view json;
  ondemand::json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return {};
  simdjson::error_code error = simdjson::SUCCESS;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    error = value.get_object().get(object);
    if (!error) error = object.raw_json().get(json);
  } else if (type == ondemand::json_type::array) {
    ondemand::array array;
    error = value.get_array().get(array);
    if (!error) error = array.raw_json().get(json);
  } else {
    json = value.raw_json_token();
    // When simdjson skips a string, it takes one before a colon for a key and reads on.
    if (type == ondemand::json_type::string) error = value.get_raw_json_string().error();
  }
  if (error) return {};
  json = trim(json);
  if (decoded && json.starts_with('"')) return json;
  return is_valid(json) ? json : std::string_view();
}

// The first keys of an object, for a message: "; the record has: id, message".
std::string first_keys(std::string_view object) {
  constexpr size_t kMostKeys = 5, kMostBytes = 80;
  const auto document = json::JsonDocument::parse(std::string(object));
  if (!document) return "";
  const auto values = document->root().values();
  std::string out;
  for (size_t i = 0; values && i < values->size(); ++i) {
    const std::string_view key = (*values)[i].key();
    if (i == kMostKeys || out.size() + key.size() > kMostBytes) return out + ", ...";
    out.append(i == 0 ? "; the record has: " : ", ").append(key);
  }
  return out;
}

// Is this the key? `quoted` is valid JSON.
bool is_key(std::string_view quoted, std::string_view name) {
  std::string_view plain = without_quotes(quoted);
  if (plain.find('\\') == plain.npos) return plain == name;
  return json::decode_json_string(quoted) == name;
}

}  // namespace

// Finds the fields of the object. False if the line is not one valid JSON object in UTF-8.
bool JsonRecordParser::find_fields(std::string_view line, Fields& fields) {
  ondemand::document document;
  ondemand::object object;
  auto begun = simdjson_->parser.iterate(line.data(), line.size(), line.size() + kPadding);
  if (begun.error() == simdjson::MEMALLOC) throw std::bad_alloc();  // says nothing of the line
  if (std::move(begun).get(document)) return false;
  if (document.get_object().get(object)) return false;
  fields.object = line;
  for (simdjson::simdjson_result<ondemand::field> member : object) {
    ondemand::field field;
    if (std::move(member).get(field)) return false;
    size_t key_begin = reinterpret_cast<const char*>(field.key().raw()) - 1 - line.data();
    json::JsonScanner key(line, key_begin);
    if (!key.string()) return false;
    std::string_view quoted = line.substr(key_begin, key.at() - key_begin);
    const bool is_text = is_key(quoted, names_.text);
    std::string_view value = checked_value(field.value(), is_text);
    if (value.empty()) return false;
    if (is_text && !fields.text.empty() && !is_valid(fields.text)) return false;
    if (is_text) fields.text = value;
    if (is_key(quoted, names_.html)) fields.html = value;
    const bool keep_first = mutant(Mutant::kFirstOfRepeatedKeys) && !fields.url.empty();
    if (is_key(quoted, names_.url) && !keep_first) fields.url = value;
    if (is_key(quoted, names_.id)) fields.id = value;
    if (is_key(quoted, names_.score)) fields.score = value;
    if (is_key(quoted, names_.main)) fields.main = value;
    if (is_key(quoted, names_.title)) fields.title = value;
    if (is_key(quoted, names_.canonical)) fields.canonical = value;
    if (is_key(quoted, names_.time)) fields.time = value;
    if (events_ && !is_text && !is_key(quoted, names_.html)) fields.all.push_back({quoted, value});
  }
  const char* rest;
  return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
}

// A string with a lone surrogate counts as missing.
std::string_view JsonRecordParser::optional_string(std::string_view json, Arena& arena) {
  std::string_view out;
  if (!json.starts_with('"') || !decode(without_quotes(json), arena, out)) return {};
  return out;
}

void JsonRecordParser::fill_optional(const Fields& fields, Arena& arena, Record& record) {
  record.canonical = optional_string(fields.canonical, arena);
  record.fetched_ms = time_of(fields.time);
  // The full text is then not all there is to compare, so it cannot be read again by itself.
  if (record.kind == Kind::kText && !record.text.empty()) {
    record.main = optional_string(fields.main, arena);
    if (!record.main.empty()) {
      record.title = optional_string(fields.title, arena);
      record.encoded = {};
    }
  }
  if (fields.all.empty()) return;
  auto* out = reinterpret_cast<JsonField*>(arena.allocate(fields.all.size() * sizeof(JsonField)));
  for (size_t i = 0; i < fields.all.size(); ++i) {
    new (out + i) JsonField{optional_string(fields.all[i].name, arena), fields.all[i].value};
  }
  record.fields = {out, fields.all.size()};
}

// False: the escapes of the text are not valid.
bool JsonRecordParser::fill(const Fields& fields, Arena& arena, Record& record) {
  const bool html = !fields.text.starts_with('"') && fields.html.starts_with('"');
  const bool has_text = html || fields.text.starts_with('"');
  if (!has_text && !(events_ && fields.text.empty() && fields.html.empty())) {
    const std::string field = "field \"" + names_.text + "\"";
    const std::string detail =
        fields.text.empty()
            ? "no " + field + first_keys(fields.object)
            : field + " is " + std::string(json::json_kind(fields.text)) + ", not a string";
    reject(record, Reject::kNoText, detail, arena);
    return true;
  }
  if (!has_text) record.kind = Kind::kNonPage;
  if (has_text) record.encoded = without_quotes(html ? fields.html : fields.text);
  if (has_text && !decode(record.encoded, arena, html ? record.payload : record.text)) {
    if (!json::escapes_are_valid(record.encoded)) return false;
    reject(record, Reject::kInvalidJson,
           "field \"" + (html ? names_.html : names_.text) + "\" contains a lone surrogate", arena);
    return true;
  }
  if (html) {
    record.kind = Kind::kHtml;
    record.charset_hint = "utf-8";  // whatever it was before it became JSON
  }
  if (fields.url.starts_with('"') && !decode(without_quotes(fields.url), arena, record.url)) {
    record.text = record.payload = {};
    reject(record, Reject::kInvalidJson, "field \"" + names_.url + "\" contains a lone surrogate",
           arena);
    return true;
  }
  record.id = fields.id.empty() ? std::string_view("null") : fields.id;
  record.score = score_of(fields.score);
  fill_optional(fields, arena, record);
  return true;
}

bool JsonRecordParser::decode(std::string_view inside, Arena& arena, std::string_view& out) {
  if (inside.find('\\') == inside.npos) {
    out = inside;
    return true;
  }
  auto* into = reinterpret_cast<uint8_t*>(arena.allocate(inside.size() + kPadding));
  ondemand::raw_json_string raw(reinterpret_cast<const uint8_t*>(inside.data()));
  return simdjson_->parser.unescape(raw, into).get(out) == simdjson::SUCCESS;
}

// Finds out why and where the line is invalid. Slow.
void JsonRecordParser::reject_line(std::string_view whole, std::string_view json, Arena& arena,
                                   Record& record) {
  if (!simdjson::validate_utf8(whole)) {
    std::string detail = "invalid UTF-8 at byte " + std::to_string(first_bad_byte(whole));
    return reject(record, Reject::kInvalidUtf8, detail, arena);
  }
  json = trim(json);
  size_t begin = json.find_first_not_of(" \t\r\n");
  bool array = begin != json.npos && json[begin] == '[';  // often one that goes on over many lines
  std::optional<std::string> fault = json::json_fault(json);
  if (fault && !array) return reject(record, Reject::kInvalidJson, *fault, arena);
  std::string kind(json::json_kind(json.substr(begin)));
  reject(record, Reject::kInvalidJson, "expected an object, got " + kind, arena);
}

}  // namespace doppel::ingest
