// An archive written anew: record by record as it stands, but for those that become revisits, get a
// note, or go.
//
// Records packed alone are copied with their packing, byte for byte; what is new is packed the same
// way (docs/design/archives.md). The bytes written are a function of the input and the edits, so
// that `check` can make them again. ARC knows neither revisits nor notes: there a record stays or
// goes. Memory: one unit, and a line of index for each record.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "archive/frames.h"
#include "archive/revisit.h"
#include "doppel/dedup.h"
#include "ingest/archive_input.h"

namespace doppel::engine {

enum class Fate : uint8_t {
  kCopy,
  kRevisit,  // its payload is another's
  kRepoint,  // a revisit whose original has become one
  kNote,     // it stays, and what it resembles is said behind it
  kDrop,
};

struct Edit {
  Fate fate = Fate::kCopy;
  archive::Original original = {};  // of kRevisit and kRepoint
  archive::Note note = {};          // of kNote
};

struct ArchiveCopy {
  // Asked once for each record that is not rejected, in order; an error ends the copy.
  std::function<Result<Edit>(uint64_t record, const archive::Frame& frame)> edit;
  std::function<Status(std::string_view)> write;
  uint64_t max_record_bytes = 0;
};

struct CopiedArchive {
  uint64_t records = 0;  // of the input, rejected ones included
  WrittenBooks written;
  std::vector<std::string> index;  // CDXJ lines, not sorted
};

// `name` is what the index calls the file.
Result<CopiedArchive> copy_archive(const ingest::Input& input, const ingest::ArchiveFile& archive,
                                   const std::string& name, const ArchiveCopy& copy);

}  // namespace doppel::engine
