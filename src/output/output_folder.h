// The folder a run writes: DIR is complete, or it is not there.
//
//   DIR.partial/             what will be DIR; one rename at the end makes it that
//     news.jsonl ...         path()
//     .doppel-run/           our mark, made first; temporary files lie in it: scratch()
//
//   DIR/                     a mount point, which nothing can be renamed to
//     .doppel-run/files/     path(); moved up one by one at the end, summary.json last
//
// Nothing that is not ours is touched. DIR must be absent or an empty folder. DIR.partial is used
// when it is absent, empty, or holds the mark: then a run that was killed left it, and it is
// emptied. While a run lives it holds a lock (flock on the folder, so that it dies with the
// process). Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::output {

class OutputFolder {
 public:
  // kAlreadyExists when something is in the way that is not ours; kUnavailable when another run
  // writes to the same folder.
  static Result<OutputFolder> begin(const std::string& dir);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  ~OutputFolder();  // unpublished: what was written is removed

  // Where to write the file that will have this name in DIR.
  std::string path(const std::string& name) const { return files_ + "/" + name; }
  // Where to write a file that will be gone when the run ends.
  std::string scratch(const std::string& name) const { return mark_ + "/" + name; }
  // Makes it DIR, on stable storage. Call once, last.
  Status publish();

 private:
  OutputFolder(std::string dir, bool inside);

  Status claim(bool made);
  Status publish_by_rename();
  Status publish_by_moving();
  void discard();

  std::string dir_;
  bool inside_;         // DIR is a mount point
  std::string holder_;  // DIR or DIR.partial: what is locked
  std::string mark_, files_;
  std::vector<std::string> moved_;  // to DIR, so far
  bool ours_ = false;               // made or claimed: to be removed if it is not published
  int lock_ = -1;                   // -1: not locked yet, published, or moved away
};

}  // namespace doppel::output
