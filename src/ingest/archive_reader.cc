#include <algorithm>
#include <utility>

#include "ingest/archive_format.h"
#include "ingest/archive_record.h"
#include "ingest/mutants.h"

namespace doppel::ingest {
namespace {

// Pages are decompressed, and then their texts are extracted and signed, batch by batch. A batch
// should be small enough to stay in the core's cache meanwhile.
constexpr size_t kCachedBytes = size_t{256} << 10;

class ArchiveReader : public Reader {
 public:
  ArchiveReader(const Input& input, const Split& split, const ReadOptions& options,
                archive::Format format, std::unique_ptr<archive::RawRecordReader> raw_records)
      : path_(input.path),
        split_(split),
        raw_records_(std::move(raw_records)),
        parser_(format, options) {}

  // The limits of a batch apply to its decompressed and decoded records; it may exceed them by one
  // record.
  Result<bool> next(RecordBatch& batch, const BatchLimits& limits) override {
    batch.clear();
    const size_t most_bytes = std::min(limits.bytes, kCachedBytes);
    archive::RawRecord raw;
    for (size_t bytes = 0; batch.records().size() < limits.records && bytes < most_bytes;) {
      Result<bool> more = raw_records_->next(batch.arena(), raw);
      if (!more) return more;
      if (!*more) break;
      bytes += push(raw, batch);
    }
    return !batch.records().empty();
  }

  Position position() const override { return {split_.input, records_, raw_records_->offset(), 0}; }

 private:
  // Returns the number of bytes that the record has in memory.
  size_t push(const archive::RawRecord& raw, RecordBatch& batch) {
    Record record;
    if (mutant(Mutant::kArchiveOrdinalsRestart) && batch.records().empty()) records_ = 0;
    record.at = {split_.input, records_++, raw.offset, raw.length};
    record.input = path_;
    parser_.parse(raw, batch.arena(), record);
    batch.push(record);
    batch.add_input_bytes(raw.bytes.empty() ? raw.length : raw.bytes.size());
    const bool decoded = record.payload.data() != record.body.data();
    return raw.bytes.size() + (decoded ? record.payload.size() : 0);
  }

  std::string_view path_;
  Split split_;
  std::unique_ptr<archive::RawRecordReader> raw_records_;
  ArchiveRecordParser parser_;
  uint64_t records_ = 0;  // so far
};

}  // namespace

std::unique_ptr<Reader> archive_reader(const Input& input, const Split& split,
                                       const ReadOptions& options, archive::Format format,
                                       std::unique_ptr<archive::RawRecordReader> raw_records) {
  return std::make_unique<ArchiveReader>(input, split, options, format, std::move(raw_records));
}

}  // namespace doppel::ingest
