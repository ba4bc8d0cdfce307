// Does each kept file hold what is kept of its input?
//
// Lines and documents: exactly the records of the input that are neither removed nor rejected, byte
// for byte, in order, and nothing else. Archives: archives.h.
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

  // An error is what cannot be read.
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
