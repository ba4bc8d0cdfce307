// Reading records: what is in these files?
//
// Inputs are JSONL, plain or compressed (gzip, zstd), or web archives: WARC, WET and ARC, plain or
// packed (gzip, zstd, lz4), record by record or as a whole. They are told apart by content; only an
// archive whose beginning is damaged is known by its name. A record of JSONL is a line that is not
// made of space, tab and CR only. A record that cannot become a page comes with the reason.
//
// Cost: linear; memory is bounded by a batch and the largest record allowed. Not thread-safe. Files
// are read, not mapped: an input that somebody cuts short meanwhile is an error (kIo), and no
// signal is raised.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/extract.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

// Names of the fields read from a JSONL record.
struct FieldNames {
  std::string url = "url", text = "text", html = "html", id = "id", score = "score";
};

// What a record is to a run. Stored as its name: never rename.
enum class Kind : uint8_t {
  kText,      // text: `text` is what the page says
  kHtml,      // html: `payload` is a page whose text is still to be extracted
  kPlain,     // plain: `payload` is plain text in some charset
  kPayload,   // payload: compared by its bytes alone: an image, an error, a part of something
  kRedirect,  // redirect: 3xx; compared by its bytes alone
  kDead,      // dead: 404 or 410; compared by its bytes alone
  kRevisit,   // revisit: says that a page was unchanged; has nothing to compare
  kPassed,    // passed: no page: a request, metadata, what describes the file
};
std::string_view name(Kind kind);

// Views are valid during the call that gets the record.
struct Record {
  Position at;
  std::string_view input;  // the path as given or expanded
  // The record as it stands in the input: the line with its end; of archives head and block. Empty
  // if too large.
  std::string_view bytes;
  std::string_view text;  // decoded
  // Of JSONL: the string that became `text`, or `payload`, as it stands in `bytes` between quotes.
  std::string_view encoded;
  std::string_view url;  // "" when missing
  std::string_view id;   // a JSON value as it stands in the record; "null" when missing
  double score = -1;     // negative: missing, or not a finite number >= 0
  Reject reject = Reject::kNone;
  std::string_view detail;  // with reject: what exactly, for people
  // Of archives:
  Kind kind = Kind::kText;
  std::string_view payload;         // without transfer and content coding; empty for kText
  std::string_view body;            // the payload as it was sent and lies in `bytes`
  std::string_view media_type;      // "text/html"; as the head says
  std::string_view charset_hint;    // of the head; "" when it says none
  std::string_view redirect_to;     // of a redirect, as it stands; "" when it does not say
  int64_t fetched_ms = -1;          // since 1970; negative: not known
  std::string_view date;            // the same as the head says it
  std::string_view payload_digest;  // as the head says: "sha1:..."; "" when it says none
  std::string_view stored;          // as it lies in the file, where it is packed alone; else ""
  uint16_t http_status = 0;         // 0: no HTTP
};

// The largest max_record_bytes. Lengths within a record are counted in 32 bits, and a page may grow
// to three times its size when it becomes UTF-8.
inline constexpr uint64_t kMaxRecordBytes = uint64_t{512} << 20;

struct ReadOptions {
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;  // of archives: block, and decoded payload
  bool check_digests = false;                      // of archives: reject what does not match
  View view = View::kMain;                         // of HTML: which words count
};

// Calls on_record for every record of the inputs, in order, until it returns false.
Status read(const std::vector<std::string>& inputs, const ReadOptions& options,
            const std::function<bool(const Record&)>& on_record);

}  // namespace doppel
