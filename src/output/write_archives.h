// The archives among the inputs of a run, written to its folder, and their index.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "ingest/archive_format.h"
#include "output/archive_copy.h"
#include "output/format_writer.h"

namespace doppel::output {

class ArchiveWriter final : public FormatWriter {
 public:
  explicit ArchiveWriter(const KeptRecords& kept);

  // Reads the indexes of earlier archives.
  Status prepare() override;
  Status add(uint32_t input, size_t first, size_t last) override;
  size_t parts() const override { return parts_.size(); }
  Status write(size_t part) override;
  // Writes the index of all of them.
  Status finish() override;

  bool has_long_parts() const override { return true; }
  // Nothing when no input was an archive.
  std::optional<ArchiveCounts> written() const override;

 private:
  struct Part {
    uint32_t input;
    size_t first, last;  // pages
  };

  // Created when the first archive is written, so a run without archives does not pay for it.
  ArchiveEdits& edits();

  const corpus::Corpus& corpus_;
  const group::Cover& cover_;
  const DedupOptions& options_;
  const OutputFolder& folder_;
  std::vector<Part> parts_;
  std::once_flag edits_made_;
  std::optional<ArchiveEdits> edits_;
  corpus::PayloadDigests digests_;
  std::vector<std::optional<CopiedArchive>> copied_;  // by part
};

// The sums of all counts.
ArchiveCounts sum_of(std::span<const ArchiveCounts> counts);
// The index of several archives.
std::string sorted_index(std::vector<std::string> lines);

}  // namespace doppel::output
