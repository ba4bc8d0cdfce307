// Any bytes as a line, and as a file of lines.
// A line: what the parser accepts the grammar of json_scanner.h accepts, and the other way round;
// the values it gives are UTF-8 and JSON. A file: records come in order, and two splits give what
// one gives.
#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ingest/json_record.h"
#include "ingest/line_reader.h"
#include "json/json_scanner.h"
#include "json/json_value.h"

namespace {

using namespace doppel;
using namespace doppel::codec;
using namespace doppel::ingest;
using namespace doppel::io;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_line(std::string_view bytes) {
  // Exactly the line and its padding, so that a byte further is seen.
  auto buffer = std::make_unique<char[]>(bytes.size() + JsonRecordParser::kPadding);
  if (!bytes.empty()) std::memcpy(buffer.get(), bytes.data(), bytes.size());
  std::string_view line(buffer.get(), bytes.size());
  Arena arena;
  JsonRecordParser parser({});
  Record record;
  record.id = "null";
  parser.parse(line, false, arena, record);

  std::string_view json = line;
  json.remove_prefix(std::min(json.find_first_not_of(" \t\r\n"), json.size()));
  bool valid = simdjson::validate_utf8(line) && !json::json_fault(line) && json.starts_with('{');
  bool taken = record.reject == Reject::kNone || record.reject == Reject::kNoText;
  require(taken ? valid : !record.detail.empty());
  if (valid && !taken) require(record.detail.ends_with("contains a lone surrogate"));
  require(simdjson::validate_utf8(record.text) && simdjson::validate_utf8(record.url));
  require(json::is_json_value(record.id));
  require(record.score == -1 || record.score >= 0);
  if (record.reject == Reject::kNone) {
    const bool html = record.kind == Kind::kHtml;  // a page where there is no text
    auto document = json::JsonDocument::parse(std::string(line));
    auto value = document->root().get_string(html ? "html" : "text");
    require(value.has_value() && *value == (html ? record.payload : record.text));
  }
}

// The lines of [begin, end), as "offset+length reason".
void list_lines(const std::string& file, LineRange range, std::vector<std::string>& out) {
  auto source = memory_source(file.substr(range.begin > 0 ? range.begin - 1 : 0));
  auto lines = LineReader::over(plain_stream(std::move(source)), range, 50);
  Line line;
  while (*lines->next(line)) {
    require(line.reject != Reject::kNone || file.substr(line.offset, line.length) == line.bytes);
    out.push_back(std::to_string(line.offset) + "+" + std::to_string(line.length) + " " +
                  std::string(name(line.reject)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  check_line(bytes);
  uint64_t cut = size > 0 ? data[0] % (size + 1) : 0;
  std::vector<std::string> whole, parts;
  list_lines(bytes, {}, whole);
  list_lines(bytes, {0, cut}, parts);
  list_lines(bytes, {cut, UINT64_MAX}, parts);
  require(cut == 0 || whole == parts);
  return 0;
}
