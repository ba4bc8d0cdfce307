// Reading records: what is in these files?
//
// Inputs are JSONL, plain or compressed (gzip, zstd; told apart by content, not by name). A record
// is a line that is not made of space, tab and CR only; one that cannot become a page comes with
// the reason.
//
// Cost: linear; memory is bounded by a batch and the largest record allowed. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

// Names of the fields read from a JSONL record.
struct FieldNames {
  std::string url = "url", text = "text", id = "id", score = "score";
};

// Views are valid during the call that gets the record.
struct Record {
  Position at;
  std::string_view input;  // the path as given or expanded
  std::string_view
      bytes;  // the record as it stands in the input, its line end included; empty if too large
  std::string_view text;  // decoded
  std::string_view url;   // "" when missing
  std::string_view id;    // a JSON value as it stands in the record; "null" when missing
  double score = -1;      // negative: missing, or not a finite number >= 0
  Reject reject = Reject::kNone;
  std::string_view detail;  // with reject: what exactly, for people
};

struct ReadOptions {
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;
};

// Calls on_record for every record of the inputs, in order, until it returns false.
Status read(const std::vector<std::string>& inputs, const ReadOptions& options,
            const std::function<bool(const Record&)>& on_record);

}  // namespace doppel
