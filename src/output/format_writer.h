// Writes the kept records of all inputs of one format to the output folder: the writing part of a
// format (ingest/format.h).
//
// Call prepare() first, once; add() for each such input, in order; write() for each part, in
// parallel if there are threads; and finish() at the end, after all parts are written. Only write()
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

// What writers write. All of it outlives them.
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

  // Is a part a whole input, of any length? Those are started first.
  virtual bool has_long_parts() const { return false; }
  // What happened to the records, if there is more to it than kept or removed. Call after finish().
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
