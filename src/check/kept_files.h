// Does each kept file contain the kept records of its input?
//
// For lines and documents these are exactly the records of the input that are neither removed nor
// rejected, byte for byte and in order. For archives see archives.h.
#pragma once

#include "check/archives.h"
#include "check/counts.h"
#include "check/folder_files.h"
#include "check/page_index.h"
#include "ingest/format.h"

namespace doppel::checks {

struct KeptFiles {
  const FolderContents& contents;
  const FolderFiles& files;
  const PageIndex& pages;
  const CountsCheck& counts;
  Archives& archives;
  std::span<const ingest::Input> inputs;
  Faults& faults;

  // An error means that something cannot be read.
  Status check() const;

 private:
  // How the inputs of a format (ingest/format.h) are checked.
  struct Entry {
    const ingest::Format& (*format)();
    Status (KeptFiles::*check)(uint32_t input) const;
  };
  static const Entry kEntries[3];

  Status check_archive(uint32_t input) const;
  Status check_lines(uint32_t input) const;
};

}  // namespace doppel::checks
