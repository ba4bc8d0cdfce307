// The kept records of inputs that are lines, written to the run's folder as they came.
//
// A plain file is cut into parts that are copied at the same time: how many bytes are kept before a
// part is known from its pages. A packed file, or one that is a page, is one part. What is kept is
// read again, and it is an error when a record is not what it was, or a file not as long.
//
// write() may be called for different parts at the same time; the rest belongs to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/corpus.h"
#include "engine/output_folder.h"
#include "group/cover.h"
#include "ingest/file.h"

namespace doppel::engine {

class KeptWriter {
 public:
  // All of them must outlive it.
  KeptWriter(const Corpus& corpus, const group::Cover& cover, uint64_t max_record_bytes,
             const OutputFolder& folder);

  // Adds the parts of an input whose pages are corpus.pages[first .. last).
  Status add(uint32_t input, size_t first, size_t last);
  size_t parts() const { return parts_.size(); }
  Status write(size_t part);
  // Once all parts are written: everything is on stable storage when this is ok.
  Status finish();

 private:
  struct Part {
    uint32_t input;
    size_t first, last;  // pages
    uint64_t to = 0;     // where the kept bytes of a plain file begin
  };

  void cut(uint32_t input, size_t first, size_t last);
  Status write_plain(const Part& part) const;
  Status write_packed(const Part& part) const;

  const Corpus& corpus_;
  const group::Cover& cover_;
  uint64_t max_record_bytes_;
  const OutputFolder& folder_;
  std::vector<Part> parts_;
  std::vector<std::optional<ingest::File>> plain_;  // by input
};

}  // namespace doppel::engine
