// Which files are in an output folder, and are they regular files?
//
// The folder is listed once, before anything in it is opened. Links are listed but never followed,
// so no name found here leads out of the folder, and a pipe or a device is never opened.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "check/folder_contents.h"

namespace doppel::checks {

class FolderFiles {
 public:
  // kNotFound when it is not a folder.
  static Result<FolderFiles> list(const std::string& dir);

  // Does the folder have a regular file with this name, relative to the folder?
  bool has(const std::string& name) const;
  // Why has() is false, for a message: "DIR/groups.jsonl: no such file", or what is there instead.
  std::string describe_missing(const std::string& name) const;
  // Adds a fault for each file that the run described by the summary did not write, and for each
  // kept file with a name that no run would give it.
  void check(const SummaryContents& summary, Faults& faults) const;
  std::string path(const std::string& name) const { return dir_ + "/" + name; }

 private:
  explicit FolderFiles(std::string dir) : dir_(std::move(dir)) {}

  std::string dir_;
  std::map<std::string, std::filesystem::file_type> entries_;
};

}  // namespace doppel::checks
