#include "ingest/record_lines.h"

#include "ingest/line_reader.h"

namespace doppel::ingest {

Status for_each_record_line(const Input& input, uint64_t max_record_bytes,
                            const std::function<bool(const RecordLine&)>& on_line) {
  Result<LineReader> lines = LineReader::open(input, {}, max_record_bytes);
  if (!lines) return lines.error();
  Line line;
  for (uint64_t record = 0;; ++record) {
    Result<bool> more = lines->next(line);
    if (!more) return more.error();
    if (!*more || !on_line({record, line.offset, line.bytes, line.reject})) return {};
  }
}

}  // namespace doppel::ingest
