// DIR and DIR.partial, to find out whether one of them contains an input: a run must not write to,
// or empty, a folder that it reads from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace doppel::output {

class OutputPaths {
 public:
  explicit OutputPaths(const std::string& dir);
  // The one that contains the file, as the user would write it. Links are followed.
  std::optional<std::string> holder_of(const std::string& file) const;

 private:
  std::vector<std::pair<std::string, std::filesystem::path>> paths_;  // as written, canonical
};

}  // namespace doppel::output
