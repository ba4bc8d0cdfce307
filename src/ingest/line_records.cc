#include "ingest/line_records.h"

#include <cstring>

#include "ingest/mutants.h"

namespace doppel::ingest {

Result<bool> LineRecords::next(RecordBatch& batch, const BatchLimits& limits) {
  const size_t most = limits.records + (mutant(Mutant::kBatchIgnoresItsLimit) ? 1 : 0);
  batch.clear();
  uint64_t begin = lines_.offset();
  size_t bytes = 0;
  Line line;
  while (batch.records().size() < most && bytes < limits.bytes) {
    Result<bool> more = lines_.next(line);
    if (!more) return more;
    if (!*more) break;
    push(line, batch);
    bytes += line.bytes.size();
  }
  batch.add_input_bytes(lines_.offset() - begin);
  return !batch.records().empty();
}

void LineRecords::push(const Line& line, RecordBatch& batch) {
  Record record;
  record.at = {split_.input, records_, line.offset, line.length};
  record.input = path_;
  record.id = "null";
  if (line.reject == Reject::kNone) {
    size_t size = line.bytes.size();
    char* copy = batch.arena().allocate(size + kPadding);
    std::memcpy(copy, line.bytes.data(), size);
    std::memset(copy + size, 0, kPadding);
    record.bytes = {copy, size};
    bool first = records_ == 0 && (split_.begin == 0 || mutant(Mutant::kMarkInEverySplit));
    parse(first, batch.arena(), record);
  } else {
    record.reject = line.reject;
    record.detail = batch.arena().copy(line.detail);
  }
  batch.push(record);
  if (mutant(Mutant::kRejectedHaveNoOrdinal) && record.reject != Reject::kNone) return;
  ++records_;
}

}  // namespace doppel::ingest
