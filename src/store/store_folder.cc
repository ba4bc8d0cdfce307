// A new store is made in this order, so that a crash between two steps leaves a folder that the
// next open completes or explains:
//
//   folder, FORMAT.tmp (synced), renamed to FORMAT (folder synced), database, ACKNOWLEDGED
//
// Without FORMAT a folder is only used if it is empty. With FORMAT and without the file CURRENT
// there is no database: either its creation was interrupted, and there are only files that RocksDB
// creates before CURRENT, or somebody deleted files of the store.
//
// Tested by rocks_store_test.cc, rocks_damage_test.cc and rocks_power_cut_test.cc.
#include "store/store_folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

#include "store/frozen_store.h"
#include "store/rocks_errors.h"

namespace doppel::store {
namespace {

using Mode = RocksOptions::Mode;

constexpr std::string_view kFormatPrefix = "doppel store ";
constexpr size_t kDigits = 20;  // of the largest 64-bit number

std::string file(const std::string& folder, std::string_view name) {
  return folder + "/" + std::string(name);
}

bool is_in(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

rocksdb::Status sync_folder(rocksdb::Env& env, const std::string& folder) {
  std::unique_ptr<rocksdb::Directory> opened;
  rocksdb::Status status = env.NewDirectory(folder, &opened);
  return status.ok() ? opened->Fsync() : status;
}

// With the folders above it, each on stable storage before the next.
rocksdb::Status make_folder(rocksdb::Env& env, const std::filesystem::path& folder) {
  if (env.FileExists(folder.string()).ok()) return {};
  const std::filesystem::path parent = folder.has_parent_path() ? folder.parent_path() : ".";
  rocksdb::Status status = make_folder(env, parent);
  if (status.ok()) status = env.CreateDirIfMissing(folder.string());
  return status.ok() ? sync_folder(env, parent.string()) : status;
}

rocksdb::Status write_format(rocksdb::Env& env, const std::string& folder) {
  const std::string temporary = file(folder, "FORMAT.tmp");
  const std::string line = std::string(kFormatPrefix) + std::to_string(kStoreFormat) + "\n";
  rocksdb::Status status = rocksdb::WriteStringToFile(&env, line, temporary, /*should_sync=*/true);
  if (status.ok()) status = env.RenameFile(temporary, file(folder, "FORMAT"));
  return status.ok() ? sync_folder(env, folder) : status;
}

Status check_format(rocksdb::Env& env, const std::string& folder) {
  std::string line;
  rocksdb::Status read = rocksdb::ReadFileToString(&env, file(folder, "FORMAT"), &line);
  if (!read.ok()) return store_error(folder, read);
  unsigned format = 0;
  char end = 0;
  const bool whole = line.starts_with(kFormatPrefix) && line.size() < 40 &&
                     std::sscanf(line.c_str() + kFormatPrefix.size(), "%u%c", &format, &end) == 2;
  if (!whole || end != '\n') return damaged(folder, "its file FORMAT cannot be read");
  if (format == kStoreFormat) return {};
  const std::string has = "the store " + folder + " has format " + std::to_string(format) +
                          ", and this version of doppel has format " + std::to_string(kStoreFormat);
  if (format > kStoreFormat) return invalid_argument(has + "; use a newer version of doppel");
  return invalid_argument(has +
                          "; export its pages with the version of doppel that wrote it, and "
                          "ingest them into a new store");
}

Result<std::vector<std::string>> list(rocksdb::Env& env, const std::string& folder, Mode mode) {
  bool is_folder = false;
  rocksdb::Status status = env.FileExists(folder);
  if (status.IsNotFound() && mode != Mode::kCreateIfAbsent) {
    return not_found("there is no store at " + folder +
                     "; check the path, or ingest pages to create it");
  }
  if (status.IsNotFound()) {
    std::filesystem::path path(folder);
    status = make_folder(env, path.has_filename() ? path : path.parent_path());
  }
  if (status.ok()) status = env.IsDirectory(folder, &is_folder);
  if (status.ok() && !is_folder) {
    return invalid_argument(folder + " is a file; a store is a folder, so name another path");
  }
  std::vector<std::string> names;
  if (status.ok()) status = env.GetChildren(folder, &names);
  if (!status.ok()) return open_error(folder, status);
  std::erase_if(names, [](const std::string& name) { return name == "." || name == ".."; });
  return names;
}

Result<bool> begin_store(rocksdb::Env& env, const std::string& folder, Mode mode,
                         const std::vector<std::string>& names) {
  const bool is_empty = names.empty() || (names.size() == 1 && names[0] == "FORMAT.tmp");
  if (is_in(names, kRestoringFile)) {
    return invalid_argument(
        "the folder " + folder +
        " is not a store: a restore into it was interrupted; delete the folder, "
        "then restore again");
  }
  if (!is_empty && is_in(names, "CURRENT")) {
    return invalid_argument("the folder " + folder +
                            " has a database but no file FORMAT: it belongs to another program, or "
                            "the file was deleted; name another folder, or restore the file");
  }
  if (!is_empty) {
    return invalid_argument("the folder " + folder +
                            " is not a store: it has other files; name another folder");
  }
  if (mode != Mode::kCreateIfAbsent) {
    return not_found("the folder " + folder +
                     " is empty; check the path, or ingest pages to create a store in it");
  }
  rocksdb::Status status = write_format(env, folder);
  if (!status.ok()) return open_error(folder, status);
  return false;
}

bool exists_before_current(const std::string& name) {
  return name == "FORMAT" || name == "FORMAT.tmp" || name == "LOCK" || name == "IDENTITY" ||
         name == "MANIFEST-000001" || name.starts_with("LOG") || name.ends_with(".dbtmp");
}

}  // namespace

Status never_completed(const std::string& folder) {
  return not_found("the store " + folder +
                   " is empty, because its creation was interrupted; ingest pages into it first");
}

Result<bool> prepare_folder(rocksdb::Env& env, const std::string& folder, Mode mode) {
  auto names = list(env, folder, mode);
  if (!names) return names.error();
  if (!is_in(*names, "FORMAT")) return begin_store(env, folder, mode, *names);
  if (Status format = check_format(env, folder); !format.ok()) return format;
  if (is_in(*names, "CURRENT")) return is_in(*names, kAcknowledgedFile);
  if (!std::all_of(names->begin(), names->end(), exists_before_current)) {
    return missing_file(folder, "CURRENT");
  }
  if (mode == Mode::kReadOnly) {
    return never_completed(folder);
  }
  return false;
}

std::string acknowledged_line(uint64_t change) {
  std::string number = std::to_string(change);
  number.insert(0, kDigits - number.size(), '0');
  return number + " " + number + "\n";
}

std::optional<uint64_t> read_acknowledged(rocksdb::Env& env, const std::string& folder) {
  std::string text;
  const bool read = rocksdb::ReadFileToString(&env, file(folder, kAcknowledgedFile), &text).ok();
  if (!read || text.size() != 2 * kDigits + 2) return std::nullopt;
  const std::string number = text.substr(0, kDigits);
  if (text != number + " " + number + "\n") return std::nullopt;
  unsigned long long change = 0;
  if (std::sscanf(number.c_str(), "%20llu", &change) != 1) return std::nullopt;
  return change;
}

Result<AcknowledgedFile> AcknowledgedFile::open(rocksdb::Env& env, const std::string& folder) {
  const std::string path = file(folder, kAcknowledgedFile);
  rocksdb::Status status = env.FileExists(path);
  if (status.IsNotFound()) {
    status = rocksdb::WriteStringToFile(&env, "", path);
    if (status.ok()) status = sync_folder(env, folder);
  }
  std::unique_ptr<rocksdb::RandomRWFile> opened;
  if (status.ok()) status = env.NewRandomRWFile(path, &opened, rocksdb::EnvOptions());
  if (!status.ok()) return open_error(folder, status);
  return AcknowledgedFile(std::move(opened));
}

void AcknowledgedFile::set(uint64_t change) {
  file_->Write(0, acknowledged_line(change)).PermitUncheckedError();
}

}  // namespace doppel::store
