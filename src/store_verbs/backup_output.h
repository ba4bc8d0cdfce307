// How the verbs backup and restore print a backup.
#pragma once

#include <cstdint>
#include <string>

#include "doppel/maintenance.h"
#include "json/json_writer.h"

namespace doppel::cli {

// "backup", "time", "round", "files" and "bytes" of an open object.
void write_backup(json::JsonWriter& json, const BackupInfo& backup);
// Warns that the list of a backup cannot be read.
void warn_about_damaged(uint64_t number, const std::string& folder);

}  // namespace doppel::cli
