// What a run wrote, to be compared with what another run wrote.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "support/temp_folder.h"

namespace doppel::fuzz {

// All files of the folder by their relative path; summary.json without its seconds, the one value
// that differs between equal runs.
inline std::map<std::string, std::string> folder_contents(const std::string& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::string name = entry.path().lexically_relative(folder);
    std::string bytes = support::read_whole(entry.path());
    if (size_t at = bytes.find("\"seconds\""); name == "summary.json" && at != bytes.npos) {
      bytes.erase(at, bytes.find(',', at) - at);
    }
    out.emplace(std::move(name), std::move(bytes));
  }
  return out;
}

}  // namespace doppel::fuzz
