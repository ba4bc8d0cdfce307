#include "ingest/record_lines.h"

#include "ingest/format.h"
#include "ingest/mutants.h"

namespace doppel::ingest {

Status for_each_record_line(const Input& input, uint64_t max_record_bytes,
                            const std::function<bool(const RecordLine&)>& on_line) {
  auto content = content_of(input);
  if (!content) return content.error();
  return for_each_line(input.data_path(), {.one_line = (*content)->is_one_page()}, max_record_bytes,
                       on_line);
}

Status for_each_line(const std::string& path, const LineRange& range, uint64_t max_line_bytes,
                     const std::function<bool(const RecordLine&)>& on_line) {
  Result<LineReader> lines = LineReader::open(path, range, max_line_bytes);
  if (!lines) return lines.error();
  Line line;
  for (uint64_t record = mutant(Mutant::kSecondPassCountsFromOne) ? 1 : 0;; ++record) {
    Result<bool> more = lines->next(line);
    if (!more) return more.error();
    if (!*more || !on_line({record, line.offset, line.bytes, line.reject})) return {};
  }
}

}  // namespace doppel::ingest
