// What is in a folder, by system calls. The iterators of std::filesystem, and its remove_all(),
// allocate in functions that may not throw: when memory runs out there, the process ends.
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
  // Of the entry itself, not of what a link leads to: regular, directory, symlink, or unknown.
  std::filesystem::file_type type;
};

// In no particular order, without "." and "..".
Result<std::vector<FolderEntry>> folder_entries(const std::string& folder);

// Removes a file, or a folder with all that is below it, without following links and without taking
// memory from C++. What is absent is removed. Gives 0, or the errno of what failed.
int remove_tree(const std::string& path) noexcept;

}  // namespace doppel::io
