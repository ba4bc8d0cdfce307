// The plain values that travel through doppel: fractions, places, similarities, reasons, progress.
//
// Everything here is a struct of numbers and strings with value semantics; nothing owns a resource.
// The words are those of the glossary in ARCHITECTURE.md.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel {

// A fraction in lowest terms: thresholds are exact, "0.8" is 4/5.
struct Ratio {
  uint32_t num = 0;
  uint32_t den = 1;

  // Reads "0.8", ".8", "1", "4/5". At most nine decimals, parts below 2^32; no sign, exponent or
  // comma.
  static Result<Ratio> parse(std::string_view text);
  // Reads a threshold: a ratio in (0, 1].
  static Result<Ratio> parse_threshold(std::string_view text);
  // "4/5"; "1" when the denominator is 1.
  std::string to_string() const;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// How alike two sets are, as counts. Never a double: decisions are made in integers.
struct Similarity {
  uint32_t common = 0;
  uint32_t left_only = 0;
  uint32_t right_only = 0;

  uint64_t in_union() const { return uint64_t{common} + left_only + right_only; }
  // Jaccard >= threshold. Two empty sets are similar to nothing: false.
  bool at_least(Ratio threshold) const {
    return in_union() > 0 && uint64_t{common} * threshold.den >= in_union() * threshold.num;
  }

  friend bool operator==(const Similarity&, const Similarity&) = default;
};

// Where a record can be read again. Offsets count uncompressed bytes; in an archive whose records
// are packed one by one, bytes of the file.
struct Position {
  uint32_t input = 0;   // index into the list of inputs
  uint64_t record = 0;  // 0-based ordinal among the records of its input
  uint64_t offset = 0;
  // Bytes of the record, its line end included; of the unit it is packed in, 0 where that holds
  // others too.
  uint64_t length = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// Why a record could not become a page. Stored as its name: never rename.
enum class Reject : uint8_t {
  kNone = 0,
  kInvalidUtf8,  // invalid_utf8: the record is not UTF-8
  kInvalidJson,  // invalid_json: not one JSON object, or a lone surrogate in text or url
  kNoText,       // no_text: the text field is missing or is not a string
  kTooLarge,     // too_large: longer than --max-record
  kTruncated,    // truncated: the compressed stream ends in the middle
  kCorrupt,      // corrupt: the compressed stream, or a record's head, is damaged
  kDigest,       // digest: the payload or block is not what its digest says (when asked)
};
std::string_view name(Reject reason);

// How a removed page equals the page kept instead of it. Stored as its name: never rename.
enum class Level : uint8_t {
  kBytes,      // bytes: the decoded pages are the same bytes
  kWords,      // words: the texts have the same tokens
  kNear,       // near: the predicate holds
  kMainWords,  // main_words: the main contents of two pages have the same tokens, the pages do not
};
std::string_view name(Level level);
// The level with that name; kInvalidArgument for any other word.
Result<Level> parse_level(std::string_view text);

// What a long call reports while it runs.
struct Progress {
  std::string_view phase;  // "spool", "read", "sign", "compare", "write", "check"
  uint64_t done = 0;       // in units
  uint64_t total = 0;      // 0 when unknown
  std::string_view unit;   // "bytes", "texts", "records"
  uint64_t records = 0;    // records seen so far in this phase
};

// Called now and then from the thread that made the call; returning false cancels the run, which
// then answers kCancelled and leaves nothing behind.
using ProgressFn = std::function<bool(const Progress&)>;

// Threads that a caller lends to a run: calls the task once, on whatever thread, now or later. A
// task works until nothing is left to do, and may wait for other tasks that have begun, never for
// one that has not: an executor may have few threads, may be busy, may call the task before it
// returns, and may drop it. A task that begins when its work is done returns at once, also after
// the run has ended. What an executor throws means that it refuses the task.
using Executor = std::function<void(std::function<void()> task)>;

}  // namespace doppel
