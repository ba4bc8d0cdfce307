// DIR and DIR.partial, to ask whether one of them holds an input: a run may not write, or empty, a
// folder that it reads from.
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
  // The one that holds the file, as the user would write it. Links are followed.
  std::optional<std::string> holder_of(const std::string& file) const;

 private:
  std::vector<std::pair<std::string, std::filesystem::path>> paths_;  // as written, canonical
};

}  // namespace doppel::output
