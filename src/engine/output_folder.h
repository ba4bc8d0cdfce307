// The folder a run writes: everything goes to DIR.partial, and one rename makes it DIR.
//
// After a kill DIR does not exist. A left-over DIR.partial is emptied and used again unless a run
// holds its lock (flock on the folder itself, so the lock dies with the process). Not thread-safe.
#pragma once

#include <optional>
#include <string>

#include "doppel/status.h"

namespace doppel::engine {

class OutputFolder {
 public:
  // kAlreadyExists if DIR is something else than an empty folder; kUnavailable if a run holds
  // DIR.partial.
  static Result<OutputFolder> begin(const std::string& dir);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  ~OutputFolder();  // unpublished: DIR.partial is removed

  // Where to write the file with this relative name.
  std::string path(const std::string& name) const { return partial_ + "/" + name; }
  // Makes it DIR, on stable storage. Call once, last.
  Status publish();

 private:
  OutputFolder(std::string dir, int lock);

  std::string dir_, partial_;
  int lock_ = -1;  // -1: published or moved away
};

// DIR or DIR.partial, if one of them holds the file.
std::optional<std::string> folder_that_holds(const std::string& dir, const std::string& file);

}  // namespace doppel::engine
