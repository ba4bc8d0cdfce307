// Makes a store of a backup, and checks backups.
//
// Every byte is compared with the hash in the backup's list while it is copied. The file that makes
// a folder a store is written last, when everything else is on stable storage: a restore that is
// interrupted leaves a folder that no program takes for a store, and a file RESTORING in it.
#pragma once

#include <string>
#include <vector>

#include "backup/backup_folder.h"
#include "base/progress.h"

namespace doppel::backup {

// kAlreadyExists if the folder is not empty, kCorrupt for a backup that is damaged. After an error
// nothing is left behind.
Status restore_backup(const BackupFolder& folder, const BackupList& list, const std::string& store,
                      ProgressMeter& progress);

// What is wrong with the backups: a sentence for each file that is missing or damaged, with the
// backups that need it, and for each list that cannot be read. Reads every file once.
Result<std::vector<std::string>> verify_backups(const BackupFolder& folder,
                                                ProgressMeter& progress);

}  // namespace doppel::backup
