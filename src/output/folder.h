// What a run does with folders, by path. Errors name the path and the system's reason.
#pragma once

#include <string>
#include <vector>

#include "doppel/status.h"

namespace doppel::output {

// The names in a folder. kNotFound when there is nothing; kAlreadyExists when the path is a
// symbolic link or anything else that is not a folder.
Result<std::vector<std::string>> names_in(const std::string& folder);

// Can nothing be renamed to this folder, because a file system is mounted there?
bool is_mount_point(const std::string& folder);

struct LockedFolder {
  int descriptor;  // holds the lock; to be closed by the caller
  bool made;       // it did not exist before
};
// Makes the folder if need be and locks it. kUnavailable when another process holds the lock.
Result<LockedFolder> lock_folder(const std::string& path);
// Does the path still lead to the folder behind the descriptor?
bool same_folder(int descriptor, const std::string& path);
bool is_owned_by_us(int descriptor);

Status make_folder(const std::string& path);
// Removes these of the folder's entries, with all that is below them. Links are not followed.
Status remove_entries(const std::string& folder, const std::vector<std::string>& names);
// Renames a file or a folder; kAlreadyExists when something has that name.
Status rename_to_new(const std::string& from, const std::string& to);

// Waits until the folder's entries are on stable storage.
Status sync_folder(const std::string& path);
// The same for all folders below it, too.
Status sync_folders(const std::string& path);

}  // namespace doppel::output
