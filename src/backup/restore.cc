// Tested by backup_test.cc.
#include "backup/restore.h"

#include <filesystem>
#include <map>
#include <utility>

#include "base/streamed_hash.h"
#include "io/file.h"
#include "io/folder_entries.h"
#include "store/frozen_store.h"

namespace doppel::backup {
namespace {

constexpr size_t kPiece = size_t{1} << 20;

// Reads a stored file and returns what is wrong with it, or "". Writes it if there is somewhere to
// write to. An error is one of writing, or of the system.
Result<std::string> pass(const std::string& path, const StoredFile& file, io::File* into,
                         ProgressMeter& progress) {
  std::error_code none;
  const auto type = std::filesystem::status(path, none).type();
  if (type != std::filesystem::file_type::regular &&
      type != std::filesystem::file_type::not_found) {
    return std::string("is not a file");  // reading a pipe would wait for ever
  }
  auto from = io::File::open(path);
  if (!from && from.error().code() == StatusCode::kNotFound) return std::string("is missing");
  if (!from) return from.error();
  StreamedHash128 hash;
  std::string buffer(kPiece, '\0');
  uint64_t bytes = 0;
  while (bytes <= file.bytes) {
    auto read = from->read(buffer);
    if (!read) return "cannot be read (" + read.error().message() + ")";
    if (*read == 0) break;
    bytes += *read;
    const std::string_view piece(buffer.data(), *read);
    hash.add(piece);
    if (Status s = progress.advance(*read); !s.ok()) return s;
    if (into == nullptr) continue;
    if (Status s = into->write(piece); !s.ok()) return s;
  }
  if (bytes != file.bytes) return "does not have its length of " + std::to_string(file.bytes);
  if (hash.hash() != file.hash) return std::string("does not have the bytes that were backed up");
  return std::string();
}

Status check_empty(const std::string& store) {
  std::error_code none;
  if (!std::filesystem::exists(store, none)) return {};
  if (std::filesystem::exists(store + "/" + std::string(store::kFormatFile), none)) {
    return already_exists("there is a store at " + store +
                          " already; restore into a new folder, or delete the store first");
  }
  if (std::filesystem::exists(store + "/" + std::string(store::kRestoringFile), none)) {
    return already_exists("a restore into " + store +
                          " was interrupted; delete the folder, then restore again");
  }
  auto entries = io::folder_entries(store);
  if (!entries) return entries.error();
  if (entries->empty()) return {};
  return already_exists("the folder " + store + " is not empty; restore into a new folder");
}

class Restore {
 public:
  Restore(const BackupFolder& folder, const BackupList& list, std::string store,
          ProgressMeter& progress)
      : folder_(folder), list_(list), store_(std::move(store)), progress_(progress) {}

  Status run() {
    std::error_code error;
    made_folder_ = std::filesystem::create_directories(store_, error);
    if (error) return io::system_error(store_, error.value());
    if (Status s = claim(); !s.ok()) return s;
    Status status;
    for (const StoredFile& file : list_.files) {
      if (status.ok() && file.name != store::kFormatFile) status = copy(file, path(file.name));
    }
    if (status.ok()) status = publish();
    if (!status.ok()) clean_up();
    return status;
  }

 private:
  std::string path(std::string_view name) const { return store_ + "/" + std::string(name); }

  // Only one restore can create the file that says that there is one. Somebody may have made a
  // store since the folder was found empty: then it is left alone.
  Status claim() {
    auto mark = io::File::create_new(path(store::kRestoringFile));
    if (!mark) return mark.error();
    if (Status s = mark->sync(); !s.ok()) return s;
    if (Status s = mark->close(); !s.ok()) return s;
    auto entries = io::folder_entries(store_);
    if (entries && entries->size() == 1) return io::sync_folder(store_);
    (void)io::remove_tree(path(store::kRestoringFile));
    if (!entries) return entries.error();
    return already_exists("the folder " + store_ + " is not empty; restore into a new folder");
  }

  Status copy(const StoredFile& file, const std::string& to) {
    auto into = io::File::create_new(to);
    if (!into) return into.error();
    auto wrong = pass(folder_.path_of(file.stored), file, &*into, progress_);
    if (!wrong) return wrong.error();
    if (!wrong->empty()) {
      return damaged_backup(folder_.path(), list_.number,
                            "its file files/" + file.stored + " " + *wrong);
    }
    if (Status s = into->sync(); !s.ok()) return s;
    return into->close();
  }

  // The last file, under its name when all others are stable.
  Status publish() {
    for (const StoredFile& file : list_.files) {
      if (file.name != store::kFormatFile) continue;
      const std::string temporary = path(file.name + ".tmp");
      if (Status s = copy(file, temporary); !s.ok()) return s;
      if (Status s = io::sync_folder(store_); !s.ok()) return s;
      if (Status s = io::rename_file(temporary, path(file.name)); !s.ok()) return s;
      if (const int e = io::remove_tree(path(store::kRestoringFile)); e != 0) {
        return io::system_error(path(store::kRestoringFile), e);
      }
      if (Status s = io::sync_folder(store_); !s.ok()) return s;
      const auto parent = std::filesystem::absolute(store_).lexically_normal().parent_path();
      return io::sync_folder(parent.string());
    }
    return damaged_backup(folder_.path(), list_.number, "its list names no file FORMAT");
  }

  // Removes what this restore has written, and nothing else.
  void clean_up() const {
    (void)io::remove_tree(path(store::kFormatFile));
    (void)io::remove_tree(path(std::string(store::kFormatFile) + ".tmp"));
    for (const StoredFile& file : list_.files) (void)io::remove_tree(path(file.name));
    (void)io::remove_tree(path(store::kRestoringFile));
    std::error_code none;
    if (made_folder_) std::filesystem::remove(store_, none);  // if it is empty
  }

  const BackupFolder& folder_;
  const BackupList& list_;
  const std::string store_;
  ProgressMeter& progress_;
  bool made_folder_ = false;
};

std::string numbers_text(const std::vector<uint64_t>& numbers) {
  std::string out = numbers.size() == 1 ? "backup " : "backups ";
  for (size_t i = 0; i < numbers.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  return out;
}

}  // namespace

Status restore_backup(const BackupFolder& folder, const BackupList& list, const std::string& store,
                      ProgressMeter& progress) {
  if (Status s = check_empty(store); !s.ok()) return s;
  progress.begin("restore", "bytes", list.bytes());
  if (Status s = Restore(folder, list, store, progress).run(); !s.ok()) return s;
  (void)progress.end();  // it is too late to stop
  return {};
}

Result<std::vector<std::string>> verify_backups(const BackupFolder& folder,
                                                ProgressMeter& progress) {
  auto lists = folder.lists();
  if (!lists) return lists.error();
  struct Use {
    StoredFile file;
    std::vector<uint64_t> backups;
  };
  std::map<std::pair<std::string, std::string>, Use> files;  // two lists may disagree
  uint64_t bytes = 0;
  for (const BackupList& list : lists->whole) {
    for (const StoredFile& file : list.files) {
      Use& use = files[{file.stored, hexadecimal(file.hash) + std::to_string(file.bytes)}];
      if (use.backups.empty()) bytes += file.bytes;
      use.file = file;
      if (use.backups.empty() || use.backups.back() != list.number) {
        use.backups.push_back(list.number);
      }
    }
  }
  progress.begin("verify", "bytes", bytes);
  std::vector<std::string> out;
  for (uint64_t number : lists->damaged) {
    out.push_back("the list of backup " + std::to_string(number) + " cannot be read");
  }
  for (const auto& [claim, use] : files) {
    auto wrong = pass(folder.path_of(use.file.stored), use.file, nullptr, progress);
    if (!wrong) return wrong.error();
    if (!wrong->empty()) {
      out.push_back("files/" + use.file.stored + " of " + numbers_text(use.backups) + " " + *wrong);
    }
  }
  if (Status s = progress.end(); !s.ok()) return s;
  return out;
}

}  // namespace doppel::backup
