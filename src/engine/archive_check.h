// Are the archives of an output folder what the inputs and the certificates make of them? They are
// made again and held against the files, byte by byte; so are the index and the books.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/archive_copy.h"
#include "engine/claims.h"
#include "ingest/archive_input.h"

namespace doppel::engine {

class ArchiveCheck {
 public:
  // `pages` are those of all inputs, in order, `places` where they are; both outlive this, as do
  // the claims.
  ArchiveCheck(std::string dir, const Claims& claims, std::vector<EditPage> pages,
               std::span<const Place> places);

  // Reads the indexes of earlier archives. Call once, first.
  Status look_up() { return edits_.look_up(claims_.earlier_indexes); }
  // One input that is an archive.
  Status check(const ingest::Input& input, const ingest::ArchiveFile& archive, uint32_t number);
  // The index and the books, after all archives.
  void check_sums();
  std::vector<std::string> take_faults() { return std::move(faults_); }

 private:
  void fault(std::string what) { faults_.push_back(std::move(what)); }

  std::string dir_;
  const Claims& claims_;
  std::span<const Place> places_;
  ArchiveEdits edits_;
  PayloadDigests digests_;
  std::vector<WrittenBooks> books_;
  std::vector<std::string> index_;
  std::vector<std::string> faults_;
};

}  // namespace doppel::engine
