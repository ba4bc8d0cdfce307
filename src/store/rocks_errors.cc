// Tested by rocks_store_test.cc, rocks_damage_test.cc and rocks_power_cut_test.cc.
#include "store/rocks_errors.h"

#include <string_view>

namespace doppel::store {
namespace {

constexpr std::string_view kRestore =
    "; restore the store from a copy, or ingest its pages into a new store";

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The name of the first file of the store that the text mentions, or nothing.
std::string file_in(const std::string& text, const std::string& folder) {
  size_t begin = text.find(folder);
  if (begin == std::string::npos) return {};
  begin = text.find_first_not_of('/', begin + folder.size());
  if (begin == std::string::npos) return {};
  std::string file = text.substr(begin, text.find_first_of(" :", begin) - begin);
  // A table that is missing is also looked for under the name that older databases gave it.
  if (file.ends_with(".ldb")) file.replace(file.size() - 4, 4, ".sst");
  return file;
}

std::string named(const std::string& folder, const rocksdb::Status& status) {
  return folder + " (" + status.ToString() + ")";
}

}  // namespace

Status missing_file(const std::string& folder, const std::string& file) {
  return corrupt("the store " + folder + " is incomplete: its file " + file + " is missing" +
                 std::string(kRestore));
}

Status damaged(const std::string& folder, const std::string& what) {
  return corrupt("the store " + folder + " is damaged: " + what + std::string(kRestore));
}

Status store_error(const std::string& folder, const rocksdb::Status& status) {
  const std::string text = status.ToString();
  if (contains(text, "No such file or directory")) {
    const std::string file = file_in(text, folder);
    return missing_file(folder, file.empty() ? text : file);
  }
  if (status.IsCorruption()) return damaged(folder, text);
  if (status.IsMemoryLimit()) return out_of_memory();
  if (status.IsNoSpace()) {
    return io_error("the disk is full: cannot write to the store " + named(folder, status) +
                    "; what was acknowledged is safe: free some space, then open the store again");
  }
  if (contains(text, "Too many open files")) {
    return io_error("the store " + folder +
                    " has more files than this process may open; raise the limit (ulimit -n)");
  }
  return io_error("cannot read or write the store " + named(folder, status));
}

Status open_error(const std::string& folder, const rocksdb::Status& status) {
  const std::string text = status.ToString();
  if (contains(text, "lock hold by current process") ||
      contains(text, "Resource temporarily unavailable")) {
    return unavailable("the store " + folder +
                       " is in use by another process; wait until it ends, or open the store read "
                       "only");
  }
  if (contains(text, "Permission denied") || contains(text, "Read-only file system")) {
    return io_error("cannot write to the store " + named(folder, status) +
                    "; change its permissions, or open it read only");
  }
  return store_error(folder, status);
}

}  // namespace doppel::store
