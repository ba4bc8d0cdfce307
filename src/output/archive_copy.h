// An archive written anew: record by record as it stands, but for those that become revisits, get a
// note, or go.
//
// Records packed alone are copied with their packing, byte for byte, and not unpacked; what is new
// is packed the same way (docs/design/archives.md). The bytes written are a function of the input
// and the edits, so that `check` can make them again. ARC knows neither revisits nor notes: there a
// record stays or goes. Memory: one member, and a line of index for each record.
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

// `name` is what the index calls the file. kIo when the input is not what the pages say.
Result<CopiedArchive> copy_archive(const ingest::Input& input, const ingest::ArchiveFile& archive,
                                   const std::string& name, const ArchiveCopy& copy);

}  // namespace doppel::output
