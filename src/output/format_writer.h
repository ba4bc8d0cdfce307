// Writes what a run keeps of the inputs of one format to the run's folder: the part of a format
// (ingest/format.h) that writes.
//
// prepare() comes first, once; add() for each such input, in order; then write() for each part, at
// the same time where there are threads; finish() last, once all parts are written. Only write()
// may be called by several threads, for different parts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "corpus/corpus.h"
#include "doppel/dedup.h"
#include "group/cover.h"
#include "ingest/format.h"
#include "output/output_folder.h"

namespace doppel::output {

// What writers write of. All of it outlives them.
struct KeptRecords {
  const corpus::Corpus& corpus;
  const group::Cover& cover;
  const DedupOptions& options;
  const OutputFolder& folder;
};

class FormatWriter {
 public:
  virtual ~FormatWriter() = default;

  virtual Status prepare() { return {}; }
  // An input whose pages are corpus.pages[first .. last).
  virtual Status add(uint32_t input, size_t first, size_t last) = 0;
  virtual size_t parts() const = 0;
  virtual Status write(size_t part) = 0;
  virtual Status finish() = 0;

  // Whether a part is a whole input, of any length: those are begun first.
  virtual bool has_long_parts() const { return false; }
  // What became of the records, where that is more than kept or not. After finish().
  virtual std::optional<ArchiveCounts> written() const { return std::nullopt; }
};

// The writers of a run, one for each format.
class FormatWriters {
 public:
  explicit FormatWriters(const KeptRecords& kept);

  FormatWriter& of(const ingest::Format& format);
  const std::vector<std::unique_ptr<FormatWriter>>& all() const { return writers_; }

 private:
  std::vector<std::unique_ptr<FormatWriter>> writers_;  // in the order of the table
};

}  // namespace doppel::output
