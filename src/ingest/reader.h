// Splits and readers: a split is a part of an input that can be read separately, and a Reader turns
// one split into batches of records.
//
// A split is a range of one input. Plain files, and archives whose members have whole records, may
// have several splits; any other compressed input is one split. Where a compressed archive is split
// is a guess: code that joins its splits asks a SplitWalk (split_walk.h) which of them count.
// Record ordinals (Position::record) count within the split, because the number of records before
// it is not known yet; code that joins the splits of an input in order adds them up. Offsets are
// those of the whole input.
//
// A Reader is used by one thread; different readers may run at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "doppel/read.h"
#include "doppel/status.h"
#include "ingest/inputs.h"
#include "record/record_batch.h"

namespace doppel::ingest {

struct Split {
  uint32_t input = 0;  // index into the list of inputs
  uint64_t begin = 0;  // a record belongs to the split in which its line begins
  uint64_t end = UINT64_MAX;
  // For a compressed archive with several splits: where they begin. The split ends at the first of
  // these offsets that its reader comes to, which need not be the next one.
  std::shared_ptr<const std::vector<uint64_t>> guessed_points = nullptr;
};

struct SplitOptions {
  uint64_t target_bytes = uint64_t{1} << 20;
};

class Reader {
 public:
  virtual ~Reader() = default;
  // Clears the batch and fills it up to the limits. False if there was nothing left: then the batch
  // is empty (but its input_bytes() may count blank lines at the end). Broken records and damaged
  // streams are records with a reason; only an I/O failure is an error.
  virtual Result<bool> next(RecordBatch& batch, const BatchLimits& limits) = 0;
  // The position of the next record; after the last one, where the split has ended.
  virtual Position position() const = 0;
};

// The splits of all inputs, in input order. The first split of an input has its first record, if
// there is one.
Result<std::vector<Split>> plan_splits(std::span<const Input> inputs, const SplitOptions& options);

// kInvalidArgument for records, or a limit for them, of more than kMaxRecordBytes.
Status check_record_bytes(uint64_t bytes);

// The records' `input` views point into the given Input, which must outlive reader and records.
// Standard input that was not spooled is read directly. Buffers that grow with a record are in
// `memory`, which must outlive the reader.
Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                            const ReadOptions& options,
                                            TableMemory* memory = usual_memory());

}  // namespace doppel::ingest
