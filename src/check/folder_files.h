// Which files lie in an output folder, and are they files at all?
//
// Listed once, before anything in the folder is opened. Links are listed, never followed, so a name
// found here does not lead out of the folder, and a pipe or a device is never opened.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "check/claims.h"

namespace doppel::checks {

class FolderFiles {
 public:
  // kNotFound when it is no folder.
  static Result<FolderFiles> list(const std::string& dir);

  // A regular file with this name, relative to the folder.
  bool has(const std::string& name) const;
  // A fault for each file that is in the way of nothing and was not written by the run that the
  // summary describes, and for each kept file with a name that no run would give it.
  void check(const SummaryClaims& summary, Faults& faults) const;
  std::string path(const std::string& name) const { return dir_ + "/" + name; }

 private:
  explicit FolderFiles(std::string dir) : dir_(std::move(dir)) {}

  std::string dir_;
  std::map<std::string, std::filesystem::file_type> entries_;
};

}  // namespace doppel::checks
