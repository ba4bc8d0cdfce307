// How a backup knows a file that it has already. RocksDB never changes a table and gives each one
// an id that no other has, so a table is known by its id, without being read. All other files are
// small, or logs of at most some hundred MB; they are known by their hash.
//
// A file counts as present only if a whole list names it and it has the right size. Files that an
// interrupted backup left are copied again: nobody knows their hashes.
//
// A table is checked before it is copied, and a copy of a table that a list names must have the
// bytes that the list says. Otherwise a damaged table of the store would enter the backups, until
// the last one that has it undamaged is dropped.
//
// Tested by backup_test.cc.
#include "backup/write_backup.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "base/streamed_hash.h"
#include "io/file.h"
#include "io/folder_entries.h"

namespace doppel::backup {
namespace {

constexpr size_t kPiece = size_t{1} << 20;

class BackupWriter {
 public:
  BackupWriter(const store::FrozenStore& store, const BackupFolder& folder,
               const BackupFolder::Lists& lists, ProgressMeter& progress)
      : store_(store), folder_(folder), progress_(progress), buffer_(kPiece, '\0') {
    for (const BackupList& list : lists.whole) {
      for (const StoredFile& file : list.files) known_.insert_or_assign(file.stored, file);
    }
  }

  Status add(const store::FrozenFile& file, WrittenBackup& out) {
    auto known = file.table_id.empty() ? known_content(file) : known_table(file);
    if (!known) return known.error();
    if (is_present(*known, file)) {
      if (Status s = progress_.advance(file.bytes); !s.ok()) return s;
    } else {
      if (Status s = copy_checked(file, *known); !s.ok()) return s;
      ++out.copied_files;
      out.copied_bytes += known->bytes;
    }
    known->name = file.name;
    out.list.files.push_back(*std::move(known));
    return {};
  }

 private:
  // What is known about a file before it is copied: at least the name that it has in the backups.
  Result<StoredFile> known_table(const store::FrozenFile& file) const {
    const std::string stored = file.table_id + ".sst";
    const auto at = known_.find(stored);
    if (at != known_.end()) return at->second;
    return StoredFile{stored, file.bytes, {}, {}};
  }

  Result<StoredFile> known_content(const store::FrozenFile& file) {
    auto hash = pass(file, nullptr);
    if (!hash) return hash.error();
    return StoredFile{hexadecimal(*hash), file.bytes, *hash, {}};
  }

  bool is_present(const StoredFile& known, const store::FrozenFile& file) const {
    std::error_code error;
    return known_.contains(known.stored) && known.bytes == file.bytes &&
           std::filesystem::file_size(folder_.path_of(known.stored), error) == file.bytes;
  }

  // Reads a file to its end, and writes it if there is somewhere to write to.
  Result<Hash128> pass(const store::FrozenFile& file, io::File* into) {
    StreamedHash128 hash;
    for (uint64_t at = 0; at < file.bytes;) {
      auto read = store_.read(file, at, buffer_);
      if (!read) return read.error();
      if (*read == 0) return io_error("the file " + file.name + " of the store became shorter");
      const std::string_view piece(buffer_.data(), *read);
      hash.add(piece);
      at += *read;
      if (into == nullptr) continue;
      if (Status s = into->write(piece); !s.ok()) return s;
      if (Status s = progress_.advance(*read); !s.ok()) return s;
    }
    return hash.hash();
  }

  Status copy_checked(const store::FrozenFile& file, StoredFile& out) {
    if (!file.table_id.empty()) {
      if (Status s = store_.verify_table(file); !s.ok()) return s;
    }
    const std::string path = folder_.path_of(out.stored), temporary = path + ".tmp";
    (void)io::remove_tree(temporary);  // of an interrupted backup, or a link somewhere else
    const auto known = known_.find(out.stored);
    Status status = copy_to(temporary, file, out);
    if (status.ok() && known != known_.end() && known->second.hash != out.hash) {
      status = corrupt("the file " + file.name +
                       " of the store is damaged: it does not have the "
                       "bytes that were backed up before; restore the store from a backup");
    }
    if (status.ok()) status = io::rename_file(temporary, path);
    if (!status.ok()) (void)io::remove_tree(temporary);
    return status;
  }

  Status copy_to(const std::string& path, const store::FrozenFile& file, StoredFile& out) {
    auto into = io::File::create_new(path);
    if (!into) return into.error();
    auto hash = pass(file, &*into);
    if (!hash) return hash.error();
    out.hash = *hash;
    out.bytes = file.bytes;
    if (Status s = into->sync(); !s.ok()) return s;
    return into->close();
  }

  const store::FrozenStore& store_;
  const BackupFolder& folder_;
  ProgressMeter& progress_;
  std::map<std::string, StoredFile> known_;
  std::string buffer_;
};

Status check_same_store(const BackupFolder& folder, const BackupFolder::Lists& lists,
                        const std::string& store) {
  if (lists.whole.empty() || store.empty()) return {};
  const std::string& other = lists.whole.back().store;
  if (other.empty() || other == store) return {};
  return invalid_argument("the folder " + folder.path() +
                          " has backups of another store; name another folder");
}

// Removes what is older than the newest `keep` whole backups, and then the files that nobody needs.
// Damaged lists do not count: they would push out whole backups.
Status drop_old(BackupFolder& folder, uint64_t keep, WrittenBackup& out) {
  auto lists = folder.lists();
  if (!lists) return lists.error();
  const size_t whole = lists->whole.size();
  const uint64_t oldest = keep > 0 && whole > keep ? lists->whole[whole - keep].number : 0;
  std::vector<uint64_t> numbers = lists->damaged;
  for (const BackupList& list : lists->whole) numbers.push_back(list.number);
  std::sort(numbers.begin(), numbers.end());
  for (uint64_t number : numbers) {
    if (number >= oldest) break;
    if (Status s = folder.remove_list(number); !s.ok()) return s;
    out.dropped.push_back(number);
  }
  lists = folder.lists();
  if (!lists) return lists.error();
  out.damaged = lists->damaged;
  // Which files belong to a list that cannot be read, nobody knows.
  if (!lists->damaged.empty()) return {};
  return folder.remove_unused(*lists).status();
}

}  // namespace

Result<WrittenBackup> write_backup(const store::FrozenStore& store, BackupFolder& folder,
                                   const BackupRequest& request, ProgressMeter& progress) {
  auto lists = folder.lists();
  if (!lists) return lists.error();
  WrittenBackup out;
  if (lists->last_number == kLastNumber) {
    return invalid_argument("the folder " + folder.path() + " has a backup with the last number, " +
                            std::to_string(kLastNumber) + "; name another folder");
  }
  out.list.number = lists->last_number + 1;
  const std::string identity = store.identity();
  if (!identity.empty()) out.list.store = hexadecimal(hash128(identity));
  out.list.time_ms = request.time_ms;
  out.list.round = request.round;
  if (Status s = check_same_store(folder, *lists, out.list.store); !s.ok()) return s;
  uint64_t bytes = 0;
  for (const store::FrozenFile& file : store.files()) bytes += file.bytes;
  progress.begin("backup", "bytes", bytes);
  BackupWriter writer(store, folder, *lists, progress);
  for (const store::FrozenFile& file : store.files()) {
    if (Status s = writer.add(file, out); !s.ok()) return s;
  }
  if (Status s = folder.add_list(out.list); !s.ok()) return s;
  if (Status s = drop_old(folder, request.keep, out); !s.ok()) return s;
  (void)progress.end();  // it is too late to stop
  return out;
}

}  // namespace doppel::backup
