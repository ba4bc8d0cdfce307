// The archives among the inputs of a run, written to its folder, and their index.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "engine/archive_copy.h"
#include "engine/corpus.h"
#include "engine/output_folder.h"
#include "group/cover.h"
#include "ingest/archive_input.h"

namespace doppel::engine {

class ArchiveWriter {
 public:
  // All of them must outlive it.
  ArchiveWriter(const Corpus& corpus, const group::Cover& cover, const DedupOptions& options);
  // Reads the indexes of earlier archives. Call once, first.
  Status look_up();

  // Writes one input, whose pages are corpus.pages[first .. last). Different inputs may be written
  // at the same time.
  Status write(uint32_t input, size_t first, size_t last, const OutputFolder& folder);
  // Writes the index of all of them. Call once, last.
  Status write_index(const OutputFolder& folder);
  // Nothing when no input was an archive.
  std::optional<WrittenBooks> written() const;

 private:
  // Made when the first archive is written: a run without one pays nothing.
  ArchiveEdits& edits();

  const Corpus& corpus_;
  const group::Cover& cover_;
  const DedupOptions& options_;
  std::once_flag edits_made_;
  std::optional<ArchiveEdits> edits_;
  PayloadDigests digests_;
  std::vector<std::optional<CopiedArchive>> copied_;  // by input
};

// What all of them come to.
WrittenBooks sum_of(std::span<const WrittenBooks> books);
// The index of several archives.
std::string sorted_index(std::vector<std::string> lines);

}  // namespace doppel::engine
