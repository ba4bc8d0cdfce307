// The second pass over an input: the bytes of its records, without parsing them.
//
// Ordinals, offsets and bytes are the same as those of Reader, because both use LineReader.
// Cost: one memchr over the bytes; memory is bounded by the largest record allowed.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "doppel/status.h"
#include "doppel/types.h"
#include "ingest/inputs.h"
#include "ingest/line_reader.h"

namespace doppel::ingest {

struct RecordLine {
  uint64_t record = 0;     // 0-based ordinal among the records of the input
  uint64_t offset = 0;     // in uncompressed bytes
  std::string_view bytes;  // line end included; empty when `reject` is set. Valid during the call.
  Reject reject =
      Reject::kNone;  // kTooLarge, kTruncated or kCorrupt; the content of a line is not checked
};

// Calls on_line for every record in order, until it returns false.
Status for_each_record_line(const Input& input, uint64_t max_record_bytes,
                            const std::function<bool(const RecordLine&)>& on_line);
// The same for the lines of any file.
Status for_each_line(const std::string& path, const LineRange& range, uint64_t max_line_bytes,
                     const std::function<bool(const RecordLine&)>& on_line);

}  // namespace doppel::ingest
