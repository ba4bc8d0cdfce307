// Laws of the module, on random inputs.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

#include "codec/byte_stream.h"
#include "codec/output_file.h"
#include "ingest/json_record.h"
#include "ingest/reader.h"
#include "ingest/record_lines.h"
#include "json/json_scanner.h"
#include "json/json_string.h"
#include "support/input_folder.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;
using support::read_whole;
using support::zstd;

// Lines good and bad, short and long, ended in every way.
rc::Gen<std::string> any_jsonl() {
  auto piece = rc::gen::element<std::string>("{\"text\": \"a\"}", "{\"text\": 1}",
                                             "{\"text\": \"long " + std::string(300, 'x') + "\"}",
                                             "[]", "\xef\xbb\xbf", " ", "\t", "\r", "\n", "\n",
                                             "\n", "\xff", "{\"id\": 7, \"text\": \"b\\n\"}", "x");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string out;
                        for (const std::string& p : pieces) out += p;
                        return out;
                      });
}

// Pieces of JSON that come together as anything.
rc::Gen<std::string> almost_json() {
  auto piece = rc::gen::element<std::string>(
      "{", "}", "[", "]", ",", ":", "\"text\"", "\"id\"", "\"score\"", "\"a\"", "\"\\n\"",
      "\"\\ud800\"", "\"\\q\"", "1", "-2.5e3", "01", "1e400", "true", "null", "NaN", " ", "\t",
      "\"", "\\", "\x01", "\xc3\xa9", "\xc3", "{\"text\": \"a\"", "\"text\": \"b\"", ",\"x\":[",
      ",\"x\":{");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string out;
                        for (const std::string& p : pieces) out += p;
                        return out;
                      });
}

struct Seen {
  Position at;
  std::string bytes, text, detail;
  Reject reject;
  friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<Seen> read_splits(const Input& input, const std::vector<Split>& splits,
                              const BatchLimits& limits, uint64_t max_record_bytes) {
  std::vector<Seen> out;
  ReadOptions options;
  options.max_record_bytes = max_record_bytes;
  for (const Split& split : splits) {
    uint64_t before = out.size();
    auto reader = open_reader(input, split, options);
    RecordBatch batch;
    while (*(*reader)->next(batch, limits)) {
      for (const Record& r : batch.records()) {
        Position at = r.at;
        at.record += before;
        out.push_back(
            {at, std::string(r.bytes), std::string(r.text), std::string(r.detail), r.reject});
      }
    }
  }
  return out;
}

RC_GTEST_PROP(Laws, splits_and_batches_never_change_the_records, ()) {
  InputFolder folder;
  Input input = folder.input("x.jsonl", *any_jsonl());
  uint64_t limit = *rc::gen::element<uint64_t>(5, 20, 100, 1000);
  std::vector<Seen> whole = read_splits(input, {Split{}}, {}, limit);
  uint64_t target = *rc::gen::inRange<uint64_t>(1, input.size + 2);
  BatchLimits limits{*rc::gen::inRange<size_t>(1, 5), *rc::gen::inRange<size_t>(1, 100)};
  std::vector<Split> splits = *plan_splits({&input, 1}, {target});
  RC_ASSERT(read_splits(input, splits, limits, limit) == whole);
}

RC_GTEST_PROP(Laws, packing_never_changes_the_records, ()) {
  InputFolder folder;
  std::string bytes = *any_jsonl();
  RC_PRE(!bytes.starts_with("\x1f\x8b"));
  size_t cut = *rc::gen::inRange<size_t>(0, bytes.size() + 1);
  std::string a = bytes.substr(0, cut), b = bytes.substr(cut);
  std::vector<Seen> whole = read_splits(folder.input("x", bytes), {Split{}}, {}, 1000);
  RC_ASSERT(read_splits(folder.input("g", gzip(a) + gzip(b)), {Split{}}, {}, 1000) == whole);
  RC_ASSERT(read_splits(folder.input("z", zstd(a) + zstd(b)), {Split{}}, {}, 1000) == whole);
}

RC_GTEST_PROP(Laws, the_records_and_the_blank_lines_are_the_whole_input, ()) {
  InputFolder folder;
  std::string bytes = *any_jsonl();
  Input input = folder.input("x", bytes);
  uint64_t at = 0;
  Status status = for_each_record_line(input, UINT64_MAX, [&](const RecordLine& line) {
    RC_ASSERT(bytes.substr(at, line.offset - at).find_first_not_of(" \t\r\n") == std::string::npos);
    RC_ASSERT(bytes.substr(line.offset, line.bytes.size()) == line.bytes);
    at = line.offset + line.bytes.size();
    return true;
  });
  RC_ASSERT(status.ok());
  RC_ASSERT(bytes.substr(at).find_first_not_of(" \t\r\n") == std::string::npos);
}

RC_GTEST_PROP(Laws, what_is_written_is_read_back, ()) {
  InputFolder folder;
  auto bytes = *rc::gen::arbitrary<std::string>();
  auto compression = *rc::gen::element(codec::Compression::kNone, codec::Compression::kGzip,
                                       codec::Compression::kZstd);
  Result<codec::OutputFile> file = codec::OutputFile::create(folder.path("x"), compression);
  RC_ASSERT(file->write(bytes).ok() && file->write(bytes).ok() && file->finish().ok());
  auto stream = codec::open_stream(io::memory_source(read_whole(folder.path("x"))));
  std::string back(2 * bytes.size() + 1, '\0');
  RC_ASSERT(*(*stream)->read(back) == 2 * bytes.size());
  RC_ASSERT((*stream)->end().reason == Reject::kNone);
  back.resize(2 * bytes.size());
  RC_ASSERT(back == bytes + bytes);
}

RC_GTEST_PROP(Laws, a_written_string_decodes_to_itself, ()) {
  auto bytes = *rc::gen::arbitrary<std::string>();
  std::string json;
  json::append_json_string(json, bytes);
  RC_ASSERT(json::is_json_value(json));
  RC_ASSERT(json::decode_json_string(json) == bytes);
}

// Two parsers, one grammar: a line is a record exactly when json_scanner.h takes it for an object.
RC_GTEST_PROP(Laws, a_record_is_what_the_grammar_says, ()) {
  std::string line = *almost_json();
  size_t length = line.size();
  std::optional<std::string> fault = json::json_fault(line);
  bool object = !fault && line[line.find_first_not_of(" \t\r\n")] == '{';
  bool utf8 = simdjson::validate_utf8(line);
  line.resize(length + JsonRecordParser::kPadding);
  Arena arena;
  JsonRecordParser parser({});
  Record record;
  parser.parse({line.data(), length}, false, arena, record);
  if (record.reject == Reject::kNone || record.reject == Reject::kNoText) {
    RC_ASSERT(object && utf8);
  }
  if (!utf8) {
    RC_ASSERT(record.reject == Reject::kInvalidUtf8);
  }
  if (object && utf8 && record.reject == Reject::kInvalidJson) {
    RC_ASSERT(record.detail.ends_with("contains a lone surrogate"));
  }
}

}  // namespace
}  // namespace doppel::ingest
