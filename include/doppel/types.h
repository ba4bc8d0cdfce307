// The plain values of doppel: fractions, positions, similarities, reasons, progress.
//
// Everything here is a struct of numbers and strings with value semantics; nothing owns a resource.
// The glossary in ARCHITECTURE.md defines the words.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel {

// A fraction in lowest terms, so that thresholds are exact: "0.8" is 4/5.
struct Ratio {
  uint32_t num = 0;
  uint32_t den = 1;

  // Reads "0.8", ".8", "1" and "4/5": at most nine decimals, parts below 2^32, no sign, exponent or
  // comma. The error has no subject: `must be a fraction such as 0.8 or 4/5 (got "x")`.
  static Result<Ratio> parse(std::string_view text);
  // Reads a threshold: a ratio above 0 and at most 1.
  static Result<Ratio> parse_threshold(std::string_view text);
  // "4/5", or "1" if the denominator is 1.
  std::string to_string() const;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// How similar two sets are, as counts. Never a double: decisions are made in integers.
struct Similarity {
  uint32_t common = 0;
  uint32_t left_only = 0;
  uint32_t right_only = 0;

  uint64_t in_union() const { return uint64_t{common} + left_only + right_only; }
  // Whether Jaccard >= threshold. False for two empty sets: they are similar to nothing.
  bool at_least(Ratio threshold) const {
    return in_union() > 0 && uint64_t{common} * threshold.den >= in_union() * threshold.num;
  }

  friend bool operator==(const Similarity&, const Similarity&) = default;
};

// Where a record can be read again. Offsets count uncompressed bytes, but bytes of the file in an
// archive whose records are compressed one by one.
struct Position {
  uint32_t input = 0;   // index into the list of inputs
  uint64_t record = 0;  // its number among the records of the input, from 0
  uint64_t offset = 0;
  // The bytes of the record with its line end, or of the gzip member or frame that it is compressed
  // in; 0 if that member has other records as well.
  uint64_t length = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// Why a record could not become a page. Stored as its name: never rename.
enum class Reject : uint8_t {
  kNone = 0,
  kInvalidUtf8,  // invalid_utf8: the record is not valid UTF-8
  kInvalidJson,  // invalid_json: not a JSON object, or a lone surrogate in text or url
  kNoText,       // no_text: the text field is missing or is not a string
  kTooLarge,     // too_large: longer than --max-record
  kTruncated,    // truncated: the compressed stream is cut short
  kCorrupt,      // corrupt: the compressed stream or the header of a record is damaged
  kDigest,       // digest: the payload or block does not match its digest (if checked)
};
std::string_view name(Reject reason);

// How a removed page matches the page kept instead of it. Stored as its name: never rename.
enum class Level : uint8_t {
  kBytes,      // bytes: the decoded pages have the same bytes
  kWords,      // words: the texts have the same tokens
  kNear,       // near: the predicate holds
  kMainWords,  // main_words: the main contents have the same tokens, the full texts do not
};
std::string_view name(Level level);
// Parses the name of a level; kInvalidArgument for any other word.
Result<Level> parse_level(std::string_view text);

// What a long call reports while it is running.
struct Progress {
  std::string_view phase;  // "spool", "read", "sign", "compare", "write", "check"
  uint64_t done = 0;       // in `unit`
  uint64_t total = 0;      // 0 if unknown
  std::string_view unit;   // "bytes", "texts", "records"
  uint64_t records = 0;    // records seen so far in this phase
};

// Called from time to time by the thread that made the call. If it returns false, the run stops,
// returns kCancelled and leaves nothing behind.
using ProgressFn = std::function<bool(const Progress&)>;

// Lends threads of the caller to a run: it calls the task once, on any thread, now or later. A
// task works until nothing is left to do. It may wait for tasks that have started, but never for
// one that has not, so an executor may have few threads, be busy, call the task before it returns,
// or drop it. A task that starts late, even after the run has ended, returns at once. If an
// executor throws, it has refused the task.
using Executor = std::function<void(std::function<void()> task)>;

}  // namespace doppel
