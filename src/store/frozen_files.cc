// The order in which files are opened, beside a writer that goes on:
//
//   1. list the folder
//   2. read ACKNOWLEDGED and CURRENT, and open the list of tables (MANIFEST) that it names
//   3. list the folder again, and open every table and every log in it
//   4. list once more: if a log of the first list is gone, or one between those that are open was
//      passed over, begin again
//
// Why this is the store as it was after some batch, with all that was acknowledged before step 1:
//
// Tables. The list of tables only names tables that were complete before it was written, so each
// was there in step 3 or has been deleted since. A table that was deleted is missed when RocksDB
// opens what is held here, and everything begins again.
//
// Logs. The list of tables also says from which log on the logs are needed. Logs are deleted from
// the oldest on, and the writer always has one. So if no log of the first list was gone in step 4,
// all logs that were needed in step 2 were there in step 3. A new log is created when the one
// before is complete. So of the logs in step 3 only the newest may still grow: it may end with half
// a batch, as after a crash, and no batch that follows is in another log.
//
// A file is read up to the length that it had when it was opened. The list of tables and logs only
// grow, and tables do not change.
//
// Tested by frozen_store_test.cc.
#include "store/frozen_files.h"

#include <algorithm>
#include <utility>

#include "store/rocks_errors.h"

namespace doppel::store {
namespace {

rocksdb::IOStatus missing(const std::string& path) {
  return rocksdb::IOStatus::PathNotFound(path, "No such file or directory");
}

bool is_missing(const rocksdb::IOStatus& status) {
  return status.IsPathNotFound() || status.IsNotFound();
}

bool is_log(const std::string& name) { return name.ends_with(".log"); }

// Names are numbers of six digits or more.
bool is_older(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

class FrozenFiles::HeldFile {
 public:
  HeldFile(std::unique_ptr<rocksdb::FSRandomAccessFile> file, uint64_t size)
      : file_(std::move(file)), size_(size) {}
  explicit HeldFile(std::string bytes) : bytes_(std::move(bytes)), size_(bytes_.size()) {}

  uint64_t size() const { return size_; }
  const std::string& bytes() const { return bytes_; }
  rocksdb::IOStatus read(uint64_t offset, size_t bytes, const rocksdb::IOOptions& options,
                         rocksdb::Slice* out, char* into, rocksdb::IODebugContext* debug) const {
    *out = rocksdb::Slice();
    if (offset >= size_) return rocksdb::IOStatus::OK();
    bytes = static_cast<size_t>(std::min<uint64_t>(bytes, size_ - offset));
    if (!file_) {
      *out = rocksdb::Slice(bytes_.data() + offset, bytes);
      return rocksdb::IOStatus::OK();
    }
    return file_->Read(offset, bytes, options, out, into, debug);
  }

 private:
  const std::unique_ptr<rocksdb::FSRandomAccessFile> file_;  // null: bytes_
  const std::string bytes_;
  const uint64_t size_;
};

class FrozenFiles::RandomReader : public rocksdb::FSRandomAccessFile {
 public:
  explicit RandomReader(std::shared_ptr<const HeldFile> file) : file_(std::move(file)) {}
  rocksdb::IOStatus Read(uint64_t offset, size_t bytes, const rocksdb::IOOptions& options,
                         rocksdb::Slice* out, char* into,
                         rocksdb::IODebugContext* debug) const override {
    return file_->read(offset, bytes, options, out, into, debug);
  }

 private:
  const std::shared_ptr<const HeldFile> file_;
};

class FrozenFiles::SequentialReader : public rocksdb::FSSequentialFile {
 public:
  explicit SequentialReader(std::shared_ptr<const HeldFile> file) : file_(std::move(file)) {}
  rocksdb::IOStatus Read(size_t bytes, const rocksdb::IOOptions& options, rocksdb::Slice* out,
                         char* into, rocksdb::IODebugContext* debug) override {
    rocksdb::IOStatus status = file_->read(offset_, bytes, options, out, into, debug);
    if (status.ok()) offset_ += out->size();
    return status;
  }
  rocksdb::IOStatus Skip(uint64_t bytes) override {
    offset_ += bytes;
    return rocksdb::IOStatus::OK();
  }

 private:
  const std::shared_ptr<const HeldFile> file_;
  uint64_t offset_ = 0;
};

FrozenFiles::FrozenFiles(std::shared_ptr<rocksdb::FileSystem> files, std::string folder)
    : rocksdb::FileSystemWrapper(files),
      target_files_(std::move(files)),
      folder_(std::move(folder)) {}

rocksdb::IOStatus FrozenFiles::list(std::vector<std::string>& out) const {
  out.clear();
  return target()->GetChildren(folder_, rocksdb::IOOptions(), &out, nullptr);
}

rocksdb::IOStatus FrozenFiles::hold(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  rocksdb::IOStatus status =
      target()->NewRandomAccessFile(path, rocksdb::FileOptions(), &file, nullptr);
  uint64_t size = 0;
  if (status.ok()) status = target()->GetFileSize(path, rocksdb::IOOptions(), &size, nullptr);
  if (status.ok()) held_[name] = std::make_shared<HeldFile>(std::move(file), size);
  return status;
}

// Reads a file that the writer overwrites or replaces; one that does not exist is left out.
rocksdb::IOStatus FrozenFiles::hold_content(const std::string& name) {
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  rocksdb::IOStatus status =
      target()->NewSequentialFile(folder_ + "/" + name, rocksdb::FileOptions(), &file, nullptr);
  if (is_missing(status)) return rocksdb::IOStatus::OK();
  constexpr size_t kMost = 4096;
  std::string buffer(kMost, '\0');
  rocksdb::Slice found;
  if (status.ok()) {
    status = file->Read(kMost, rocksdb::IOOptions(), &found, buffer.data(), nullptr);
  }
  if (status.ok()) held_[name] = std::make_shared<HeldFile>(found.ToString());
  return status;
}

rocksdb::IOStatus FrozenFiles::hold_list_of_tables() {
  rocksdb::IOStatus status = hold_content("CURRENT");
  list_of_tables_ = content("CURRENT");
  if (list_of_tables_.ends_with('\n')) list_of_tables_.pop_back();
  // RocksDB says what is wrong with a CURRENT that names something else.
  return status.ok() && list_of_tables_.starts_with("MANIFEST-") ? hold(list_of_tables_) : status;
}

rocksdb::IOStatus FrozenFiles::hold_all() {
  rocksdb::IOStatus status;
  for (const char* name : {"FORMAT", "IDENTITY", "ACKNOWLEDGED"}) {
    if (status.ok()) status = hold_content(name);
  }
  if (status.ok()) status = hold_list_of_tables();
  std::vector<std::string> names;
  if (status.ok()) status = list(names);
  for (const std::string& name : names) {
    if (!status.ok()) break;
    if (!name.ends_with(".sst") && !is_log(name)) continue;
    status = hold(name);
    if (is_missing(status)) status = rocksdb::IOStatus::OK();
  }
  return status;
}

// Is one gone that was there before, or was one passed over because it was created while the folder
// was being listed?
bool FrozenFiles::lacks_a_log(const std::vector<std::string>& before,
                              const std::vector<std::string>& after) const {
  const bool gone = std::any_of(before.begin(), before.end(), [&](const std::string& name) {
    return is_log(name) && std::find(after.begin(), after.end(), name) == after.end();
  });
  std::string newest;
  for (const auto& [name, file] : held_) {
    if (is_log(name) && is_older(newest, name)) newest = name;
  }
  return gone || std::any_of(after.begin(), after.end(), [&](const std::string& name) {
           return is_log(name) && is_older(name, newest) && !held_.contains(name);
         });
}

Result<std::shared_ptr<FrozenFiles>> FrozenFiles::open(std::shared_ptr<rocksdb::FileSystem> files,
                                                       const std::string& folder) {
  std::shared_ptr<FrozenFiles> out(new FrozenFiles(std::move(files), folder));
  std::vector<std::string> before, after;
  rocksdb::IOStatus status = out->list(before);
  if (status.ok()) status = out->hold_all();
  if (status.ok()) status = out->list(after);
  if (is_missing(status)) {
    return unavailable("a file of the store " + folder + " is gone (" + status.ToString() + ")");
  }
  if (!status.ok()) return store_error(folder, status);
  if (out->lacks_a_log(before, after)) {
    return unavailable("a log of the store " + folder + " is gone");
  }
  return out;
}

bool FrozenFiles::is_current() const {
  FrozenFiles now(target_files_, folder_);
  return now.hold_list_of_tables().ok() && now.list_of_tables_ == list_of_tables_ &&
         held_.contains(list_of_tables_) && now.size(list_of_tables_) == size(list_of_tables_);
}

std::vector<std::string> FrozenFiles::names() const {
  std::vector<std::string> out;
  for (const auto& [name, file] : held_) out.push_back(name);
  return out;
}

uint64_t FrozenFiles::size(const std::string& name) const { return held_.at(name)->size(); }

rocksdb::IOStatus FrozenFiles::read(const std::string& name, uint64_t offset, size_t bytes,
                                    char* into, rocksdb::Slice* out) const {
  return held_.at(name)->read(offset, bytes, rocksdb::IOOptions(), out, into, nullptr);
}

std::string FrozenFiles::content(const std::string& name) const {
  const auto at = held_.find(name);
  return at == held_.end() ? std::string() : at->second->bytes();
}

bool FrozenFiles::is_inside(const std::string& path) const {
  return path.size() > folder_.size() + 1 && path.starts_with(folder_) &&
         path[folder_.size()] == '/';
}

std::shared_ptr<const FrozenFiles::HeldFile> FrozenFiles::find(const std::string& path) const {
  const size_t begin = path.find_first_not_of('/', folder_.size());
  const auto at = begin == std::string::npos ? held_.end() : held_.find(path.substr(begin));
  return at == held_.end() ? nullptr : at->second;
}

rocksdb::IOStatus FrozenFiles::NewSequentialFile(const std::string& path,
                                                 const rocksdb::FileOptions& options,
                                                 std::unique_ptr<rocksdb::FSSequentialFile>* out,
                                                 rocksdb::IODebugContext* debug) {
  if (!is_inside(path)) return target()->NewSequentialFile(path, options, out, debug);
  auto file = find(path);
  if (!file) return missing(path);
  *out = std::make_unique<SequentialReader>(std::move(file));
  return rocksdb::IOStatus::OK();
}

rocksdb::IOStatus FrozenFiles::NewRandomAccessFile(
    const std::string& path, const rocksdb::FileOptions& options,
    std::unique_ptr<rocksdb::FSRandomAccessFile>* out, rocksdb::IODebugContext* debug) {
  if (!is_inside(path)) return target()->NewRandomAccessFile(path, options, out, debug);
  auto file = find(path);
  if (!file) return missing(path);
  *out = std::make_unique<RandomReader>(std::move(file));
  return rocksdb::IOStatus::OK();
}

rocksdb::IOStatus FrozenFiles::FileExists(const std::string& path,
                                          const rocksdb::IOOptions& options,
                                          rocksdb::IODebugContext* debug) {
  if (!is_inside(path)) return target()->FileExists(path, options, debug);
  if (!find(path)) return rocksdb::IOStatus::NotFound(path);
  return rocksdb::IOStatus::OK();
}

rocksdb::IOStatus FrozenFiles::GetChildren(const std::string& folder,
                                           const rocksdb::IOOptions& options,
                                           std::vector<std::string>* out,
                                           rocksdb::IODebugContext* debug) {
  const bool same = folder.starts_with(folder_) &&
                    folder.find_first_not_of('/', folder_.size()) == std::string::npos;
  if (!same) return target()->GetChildren(folder, options, out, debug);
  *out = names();
  return rocksdb::IOStatus::OK();
}

rocksdb::IOStatus FrozenFiles::GetFileSize(const std::string& path,
                                           const rocksdb::IOOptions& options, uint64_t* out,
                                           rocksdb::IODebugContext* debug) {
  if (!is_inside(path)) return target()->GetFileSize(path, options, out, debug);
  auto file = find(path);
  if (!file) return missing(path);
  *out = file->size();
  return rocksdb::IOStatus::OK();
}

}  // namespace doppel::store
