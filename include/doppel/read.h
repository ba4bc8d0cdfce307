// Reading the records of files.
//
// Inputs are JSONL or web archives (WARC, WET, ARC), plain or compressed with gzip, zstd or lz4;
// archives may be compressed record by record or as a whole. The format is recognised by content;
// only an archive whose beginning is damaged is recognised by its name. In JSONL every line is a
// record, except lines of only spaces, tabs and CR. Records that cannot become pages have a reason.
//
// Cost: linear; memory is bounded by a batch and the largest record allowed. Not thread-safe. Files
// are read, not mapped into memory: if somebody truncates an input meanwhile, that is an error
// (kIo), and no signal is raised.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/extract.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

// The names of the fields that are read from a JSONL record.
struct FieldNames {
  std::string url = "url", text = "text", html = "html", id = "id", score = "score";
  // Of a record with a text: its main content and its title, if somebody has extracted them.
  std::string main = "main", title = "title";
  std::string canonical = "canonical";  // the target of its rel=canonical
  std::string time = "time";            // when it was fetched: RFC 3339, or milliseconds since 1970
};

// A member of a JSON object.
struct JsonField {
  std::string_view name;   // decoded
  std::string_view value;  // as it is in the record
};

// How a run treats a record. Stored as its name: never rename.
enum class Kind : uint8_t {
  kText,      // text: `text` is the text of the page
  kHtml,      // html: `payload` is HTML whose text is not extracted yet
  kPlain,     // plain: `payload` is plain text in any charset
  kPayload,   // payload: compared by its bytes only: an image, an error, a partial response
  kRedirect,  // redirect: 3xx; compared by its bytes only
  kDead,      // dead: 404 or 410; compared by its bytes only
  kRevisit,   // revisit: records that a page was unchanged; there is nothing to compare
  kNonPage,   // passed: not a page: a request, metadata, a description of the file
};
std::string_view name(Kind kind);

// The string views are valid only during the call that gets the record.
struct Record {
  Position at;
  std::string_view input;  // the path as given or expanded
  // The record as it is in the input: the line with its end, or the header and block of an archive
  // record. Empty if it is too large.
  std::string_view bytes;
  std::string_view text;  // decoded
  // JSONL only, if the record has them: its main content and its title, decoded. Then `text` is its
  // full text.
  std::string_view main, title;
  // JSONL only: the string that became `text` or `payload`, as it is in `bytes` between its quotes.
  // Empty if the record has a main content.
  std::string_view encoded;
  std::string_view url;               // "" if missing
  std::string_view id;                // a JSON value as it is in the record; "null" if missing
  double score = -1;                  // negative if missing or not a finite number >= 0
  std::string_view canonical;         // JSONL only: the URL that it names as canonical
  std::span<const JsonField> fields;  // JSONL only, if requested: all fields but text and html
  Reject reject = Reject::kNone;
  std::string_view detail;  // the exact reason of a rejected record, for people
  int64_t fetched_ms = -1;  // milliseconds since 1970; negative if unknown
  // Archives only:
  Kind kind = Kind::kText;
  std::string_view payload;         // with transfer and content coding decoded; empty for kText
  std::string_view body;            // the payload as it was sent, a part of `bytes`
  std::string_view media_type;      // "text/html", as the header has it
  std::string_view charset_hint;    // from the header; "" if it has none
  std::string_view redirect_to;     // the target of a redirect, as it is; "" if missing
  std::string_view date;            // `fetched_ms` as the header has it
  std::string_view payload_digest;  // as the header has it: "sha1:..."; "" if it has none
  std::string_view stored;          // compressed bytes in the file, if compressed alone; else ""
  uint16_t http_status = 0;         // 0 if it is not HTTP
};

// The largest value of max_record_bytes. Lengths inside a record have 32 bits, and a page may grow
// to three times its size when it is converted to UTF-8.
inline constexpr uint64_t kMaxRecordBytes = uint64_t{512} << 20;

struct ReadOptions {
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;  // archives: of the block and of the payload
  bool check_digests = false;                      // archives: reject records that do not match
  View view = View::kMain;                         // HTML: which words count
  // JSONL: a record needs no text, and Record::fields is set. For page events, which may say that a
  // page is gone.
  bool events = false;
};

// Calls on_record for every record of the inputs, in order, until it returns false.
Status read(const std::vector<std::string>& inputs, const ReadOptions& options,
            const std::function<bool(const Record&)>& on_record);

}  // namespace doppel
