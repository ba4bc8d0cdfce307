#include "output/output_paths.h"

#include <algorithm>
#include <system_error>

namespace doppel::output {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> canonical(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return std::nullopt;
  fs::path out = fs::weakly_canonical(absolute, error);
  if (error) return std::nullopt;
  return out;
}

}  // namespace

OutputPaths::OutputPaths(const std::string& given) {
  std::string dir = given;
  while (dir.size() > 1 && dir.back() == '/') dir.pop_back();
  for (const std::string& folder : {dir, dir + ".partial"}) {
    if (auto path = canonical(folder)) {
      paths_.emplace_back(folder == dir ? given : folder, *std::move(path));
    }
  }
}

std::optional<std::string> OutputPaths::holder_of(const std::string& file) const {
  const auto inner = canonical(file);
  if (!inner) return std::nullopt;
  for (const auto& [written, outer] : paths_) {
    auto [end, at] = std::mismatch(outer.begin(), outer.end(), inner->begin(), inner->end());
    if (end == outer.end() && at != inner->end()) return written;
  }
  return std::nullopt;
}

}  // namespace doppel::output
