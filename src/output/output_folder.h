// The output folder of a run: DIR is complete, or it does not exist.
//
//   DIR.partial/             what will be DIR; one rename at the end makes it that
//     news.jsonl ...         path()
//     .doppel-run/           our mark, made first; temporary files lie in it: scratch()
//
//   DIR/                     a mount point, which nothing can be renamed to
//     .doppel-run/files/     path(); moved up one by one at the end, summary.json last
//
// Nothing that another program wrote is changed. DIR must not exist or must be an empty folder.
// DIR.partial is used if it does not exist, is empty, or contains the mark: then it is left over
// from a run that was killed, and it is emptied. A run holds a lock while it is running (flock on
// the folder, so that the lock ends with the process). Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::output {

class OutputFolder {
 public:
  // kAlreadyExists when there is something that another program wrote; kUnavailable when another
  // run is writing to the same folder.
  static Result<OutputFolder> begin(const std::string& dir);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  ~OutputFolder();  // removes what was written, unless it was published

  // Where to write the file that will have this name in DIR.
  std::string path(const std::string& name) const { return files_ + "/" + name; }
  // Where to write a file that is removed when the run ends.
  std::string scratch(const std::string& name) const { return mark_ + "/" + name; }
  // Makes it DIR, on stable storage. Call it once, at the end.
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
  bool ours_ = false;               // created or taken over: removed if it is not published
  int lock_ = -1;                   // -1: not locked yet, published, or moved away
};

}  // namespace doppel::output
