#include "store_verbs/backup_output.h"

#include "cli/program.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {

void write_backup(json::JsonWriter& json, const BackupInfo& backup) {
  json.key("backup").number(backup.number);
  json.key("time").string(time_text(backup.time_ms));
  json.key("round").number(backup.round);
  json.key("files").number(backup.files);
  json.key("bytes").number(backup.bytes);
}

void warn_about_damaged(uint64_t number, const std::string& folder) {
  warn("backup " + std::to_string(number) + " in " + folder +
       " is damaged: its list cannot be read; delete the file " + folder + "/backup-" +
       std::to_string(number) + " to give it up");
}

}  // namespace doppel::cli
