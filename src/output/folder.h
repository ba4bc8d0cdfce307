// What a run does with folders, by path. Error messages contain the path and the reason given by
// the system.
#pragma once

#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::output {

// The names in a folder. kNotFound when the path does not exist; kAlreadyExists when it is a
// symbolic link or anything else that is not a folder.
Result<std::vector<std::string>> names_in(const std::string& folder);

// Is a file system mounted there? Then no folder can be renamed to it.
bool is_mount_point(const std::string& folder);

struct LockedFolder {
  int descriptor;  // holds the lock; to be closed by the caller
  bool made;       // it did not exist before
};
// Creates the folder if necessary and locks it. kUnavailable when another process holds the lock.
Result<LockedFolder> lock_folder(const std::string& path);
// Does the path still refer to the folder of the descriptor?
bool same_folder(int descriptor, const std::string& path);
bool is_owned_by_us(int descriptor);

Status make_folder(const std::string& path);
// Removes these entries of the folder with everything below them. Links are not followed.
Status remove_entries(const std::string& folder, const std::vector<std::string>& names);
// Renames a file or a folder; kAlreadyExists when something has that name.
Status rename_to_new(const std::string& from, const std::string& to);

// Waits until the folder's entries are on stable storage.
Status sync_folder(const std::string& path);
// The same, also for all folders below it.
Status sync_folders(const std::string& path);

}  // namespace doppel::output
