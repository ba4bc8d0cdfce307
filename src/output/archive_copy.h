// Writes an archive again: records are copied unchanged, except those that become revisits, get a
// note, or are dropped.
//
// A record that is a compressed member of its own is copied byte for byte, without decompressing
// it; new records are compressed in the same way (docs/design/archives.md). The bytes written
// depend only on the input and the edits, so that `check` can reproduce them. ARC has neither
// revisits nor notes: there a record is kept or dropped. Memory: one member, and a line of the
// index for each record.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "corpus/payload_digests.h"
#include "doppel/dedup.h"
#include "ingest/archive_format.h"
#include "output/archive_edits.h"

namespace doppel::output {

struct ArchiveCopy {
  const ArchiveEdits& edits;
  size_t first = 0, last = 0;  // the pages of this archive
  corpus::PayloadDigests& digests;
  std::function<Status(std::string_view)> write;
  uint64_t max_record_bytes = 0;
};

struct CopiedArchive {
  uint64_t records = 0;  // of the input, rejected ones included
  ArchiveCounts written;
  std::vector<std::string> index;  // CDXJ lines, not sorted
};

// `name` is the name of the file in the index. kIo when the input does not match the pages.
Result<CopiedArchive> copy_archive(const ingest::Input& input, const ingest::ArchiveFile& archive,
                                   const std::string& name, const ArchiveCopy& copy);

}  // namespace doppel::output
