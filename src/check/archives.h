// Are the archives of an output folder what the inputs and the certificates say they should be?
// They are written again and compared with the files, byte by byte; so are the index and the
// counts.
//
// Memory: what dedup keeps of each page of an archive (corpus/archive_page.h). Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/arena.h"
#include "check/folder_files.h"
#include "check/page_index.h"
#include "check/proofs.h"
#include "ingest/archive_format.h"
#include "output/archive_copy.h"

namespace doppel::checks {

class Archives {
 public:
  // All arguments must outlive it.
  Archives(const FolderContents& contents, const FolderFiles& files, const PageIndex& pages,
           Faults& faults)
      : contents_(contents), files_(files), pages_(pages), faults_(faults) {}

  // Adds a page of any input, in order. Call this for all pages when the summary mentions archives.
  void remember(const Record& record, RecordRef ref, const corpus::PageWords& words);
  // Call this once afterwards. Decides, from the certificates, what happens to each page. Reads the
  // indexes of earlier archives.
  Status decide(const std::vector<Proof>& proofs);
  // Checks one input that is an archive.
  Status check(const ingest::Input& input, const ingest::ArchiveFile& archive, uint32_t number);
  // Checks the index and the counts. Call it after all archives.
  Status check_sums();

 private:
  const FolderContents& contents_;
  const FolderFiles& files_;
  const PageIndex& pages_;
  Faults& faults_;
  std::vector<RecordRef> refs_;  // of the pages
  std::vector<output::EditPage> edit_pages_;
  Arena strings_;
  std::optional<output::ArchiveEdits> edits_;
  corpus::PayloadDigests digests_;
  std::vector<ArchiveCounts> counts_;
  std::vector<std::string> index_;
};

}  // namespace doppel::checks
