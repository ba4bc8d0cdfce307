// The entries of a folder, by system calls. The iterators of std::filesystem, and its remove_all(),
// allocate in noexcept functions: if memory runs out there, the process is terminated.
//
// Thread-safe. Tested by folder_entries_test.cc and tests/faults.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::io {

struct FolderEntry {
  std::string name;
  // The type of the entry itself, not of a link's target: regular, directory, symlink, or unknown.
  std::filesystem::file_type type;
};

// In no particular order, without "." and "..".
Result<std::vector<FolderEntry>> folder_entries(const std::string& folder);

// Removes a file, or a folder with everything below it, without following links and without
// allocating memory with `new`. Returns 0, also if there is nothing to remove, or an errno.
int remove_tree(const std::string& path) noexcept;

}  // namespace doppel::io
