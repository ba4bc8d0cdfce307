// The seam between files and everything else: splits say what can be read apart, a Reader turns one
// split into batches of records.
//
// A split is a range of one input. Plain files and archives whose members hold whole records can be
// cut into several; any other compressed input is one split. Where a packed archive is cut is a
// guess: whoever joins its splits asks a SplitWalk (split_walk.h) which of them count. Record
// ordinals (Position::record) count within the split, because nobody knows yet how
// many records stand before it; whoever joins the splits of an input in order adds them up. Offsets
// are of the whole input.
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
  // Of a packed archive in several splits: where they begin. The split ends at the first of these
  // places that its reader comes to, which need not be the next one.
  std::shared_ptr<const std::vector<uint64_t>> guessed_points = nullptr;
};

struct SplitOptions {
  uint64_t target_bytes = uint64_t{1} << 20;
};

class Reader {
 public:
  virtual ~Reader() = default;
  // Fills the batch (cleared first) up to the limits. False: there was nothing left, the batch is
  // empty (its input_bytes() may still count blank lines at the end). Broken records and broken
  // streams are records with a reason; only an I/O failure is an error.
  virtual Result<bool> next(RecordBatch& batch, const BatchLimits& limits) = 0;
  // Where the next record will be looked for; after the last one, where the split has ended.
  virtual Position position() const = 0;
};

// Splits of all inputs, in input order. The first split of an input holds its first record, if it
// has one.
Result<std::vector<Split>> plan_splits(std::span<const Input> inputs, const SplitOptions& options);

// kInvalidArgument for records, or a limit for them, of more than kMaxRecordBytes.
Status check_record_bytes(uint64_t bytes);

// The records' `input` views point into the given Input, which must outlive reader and records.
// Standard input that was not spooled is read as it comes. Buffers that grow with a record are in
// `memory`, which must outlive the reader.
Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                            const ReadOptions& options,
                                            TableMemory* memory = usual_memory());

}  // namespace doppel::ingest
