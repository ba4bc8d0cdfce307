// The state knows, for each file written since the last restart, how many of its bytes are durable,
// and has a journal of the changes of folders that are not. A deleted or replaced file is moved to
// another folder, so that the deletion can be undone. A restart cuts the files, then undoes the
// journal from its end up to a random entry.
#include "support/faulty_disk.h"

#include <rocksdb/file_system.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/temp_folder.h"

// After an error in the background RocksDB sleeps for a second, by calling this function. Tests
// have many errors, so in their programs it sleeps for at most a millisecond.
extern "C" __attribute__((visibility("default"))) int usleep(useconds_t micros) {
  const timespec time = {.tv_sec = 0, .tv_nsec = std::min<long>(micros, 1'000) * 1'000};
  return nanosleep(&time, nullptr);
}

namespace doppel::support {
namespace fs = std::filesystem;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

class FaultyDisk::State {
 public:
  explicit State(uint32_t seed) : random_(seed) {}

  // Makes a change, unless the disk refuses it.
  IOStatus change(Work work, const std::function<IOStatus()>& make);

  // The folder entries. REQUIRES: called by make() of change().
  // make() makes the entry `path`; what had that name is put aside before.
  IOStatus replace(const std::string& path, const std::function<IOStatus()>& make,
                   std::function<void()> undo);
  void created(const std::string& path) { files_[path] = {}; }
  void renamed(const std::string& from, const std::string& to) { move(from, to); }
  void deleted(const std::string& path);
  void folder_synced(const std::string& folder);

  // The bytes. REQUIRES: as above.
  void appended(const std::string& path, uint64_t bytes) { files_[path].length += bytes; }
  void overwriting(const std::string& path);
  void synced(const std::string& path);

  IOStatus check_power() const;
  uint64_t changes() const { return locked(changes_); }
  bool is_off() const { return locked(off_); }
  Work interrupted() const { return locked(interrupted_); }
  void cut_power_after(uint64_t changes);
  void fill_up(Work work);
  void set_read_only(bool read_only);
  void restart();

 private:
  struct Bytes {
    uint64_t durable = 0, length = 0;
    std::optional<std::string> old_bytes;  // of a file that is overwritten in place
  };
  struct Entry {
    std::string folder;
    std::function<void()> undo;
  };

  template <typename T>
  T locked(const T& value) const {
    std::lock_guard lock(mutex_);
    return value;
  }
  void move(const std::string& from, const std::string& to);
  std::string put_aside(const std::string& path);
  void cut_file(const std::string& path, const Bytes& bytes);

  mutable std::mutex mutex_;
  std::mt19937 random_;
  TempFolder aside_;
  uint64_t put_aside_ = 0, changes_ = 0;
  std::optional<uint64_t> cut_at_;
  bool off_ = false, read_only_ = false;
  Work interrupted_ = Work::kNone, full_for_ = Work::kNone;
  std::map<std::string, Bytes> files_;  // by the present path
  std::vector<Entry> journal_;
};

namespace {

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

FaultyDisk::Work work_of(const std::string& path, rocksdb::Env::IOPriority priority) {
  if (path.ends_with(".log")) return FaultyDisk::Work::kLog;
  if (!path.ends_with(".sst")) return FaultyDisk::Work::kOther;
  return priority == rocksdb::Env::IO_LOW ? FaultyDisk::Work::kCompaction
                                          : FaultyDisk::Work::kFlush;
}

}  // namespace

IOStatus FaultyDisk::State::check_power() const {
  return is_off() ? IOStatus::IOError("the power is off") : IOStatus::OK();
}

IOStatus FaultyDisk::State::change(Work work, const std::function<IOStatus()>& make) {
  std::lock_guard lock(mutex_);
  if (!off_ && cut_at_ && changes_ >= *cut_at_) {
    off_ = true;
    interrupted_ = work;
  }
  if (off_) return IOStatus::IOError("the power is off");
  if (read_only_) return IOStatus::IOError("Read-only file system");
  if (full_for_ != Work::kNone && full_for_ == work) {
    return IOStatus::NoSpace("No space left on device");
  }
  ++changes_;
  return make();
}

IOStatus FaultyDisk::State::replace(const std::string& path, const std::function<IOStatus()>& make,
                                    std::function<void()> undo) {
  std::optional<std::string> aside;
  if (fs::exists(path)) aside = put_aside(path);
  IOStatus status = make();
  if (!status.ok()) undo = [] {};
  journal_.push_back({folder_of(path), [path, aside, undo = std::move(undo)] {
                        undo();
                        if (aside) fs::rename(*aside, path);
                      }});
  return status;
}

void FaultyDisk::State::deleted(const std::string& path) {
  const std::string aside = put_aside(path);
  journal_.push_back({folder_of(path), [aside, path] { fs::rename(aside, path); }});
}

void FaultyDisk::State::folder_synced(const std::string& folder) {
  std::erase_if(journal_, [&](const Entry& entry) {
    return fs::path(entry.folder + "/").lexically_normal() ==
           fs::path(folder + "/").lexically_normal();
  });
}

void FaultyDisk::State::overwriting(const std::string& path) {
  Bytes& bytes = files_[path];
  if (!bytes.old_bytes) bytes.old_bytes = read_whole(path);
}

void FaultyDisk::State::synced(const std::string& path) {
  Bytes& bytes = files_[path];
  bytes.durable = bytes.length;
  bytes.old_bytes.reset();
}

void FaultyDisk::State::move(const std::string& from, const std::string& to) {
  auto known = files_.extract(from);
  files_.erase(to);
  if (known.empty()) return;
  known.key() = to;
  files_.insert(std::move(known));
}

std::string FaultyDisk::State::put_aside(const std::string& path) {
  std::string aside = aside_.path(std::to_string(put_aside_++));
  fs::rename(path, aside);
  move(path, aside);
  return aside;
}

void FaultyDisk::State::cut_power_after(uint64_t changes) {
  std::lock_guard lock(mutex_);
  cut_at_ = changes_ + changes;
}

void FaultyDisk::State::fill_up(Work work) {
  std::lock_guard lock(mutex_);
  full_for_ = work;
}

void FaultyDisk::State::set_read_only(bool read_only) {
  std::lock_guard lock(mutex_);
  read_only_ = read_only;
}

void FaultyDisk::State::cut_file(const std::string& path, const Bytes& bytes) {
  if (!fs::exists(path)) return;
  if (bytes.old_bytes) {
    if (random_() % 2 == 0) std::ofstream(path, std::ios::binary) << *bytes.old_bytes;
    return;
  }
  const uint64_t loose = bytes.length - bytes.durable;
  const uint64_t kept[] = {0, loose, loose == 0 ? 0 : random_() % loose};
  fs::resize_file(path, bytes.durable + kept[random_() % 3]);
}

void FaultyDisk::State::restart() {
  std::lock_guard lock(mutex_);
  for (const auto& [path, bytes] : files_) cut_file(path, bytes);
  const size_t kept = random_() % (journal_.size() + 1);
  while (journal_.size() > kept) {
    journal_.back().undo();
    journal_.pop_back();
  }
  journal_.clear();
  files_.clear();
  cut_at_.reset();
  off_ = false;
  interrupted_ = Work::kNone;
}

// A file that grows: logs, tables, lists of tables.
class FaultyDisk::AppendedFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  AppendedFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::string path,
               std::shared_ptr<State> state)
      : FSWritableFileOwnerWrapper(std::move(file)),
        path_(std::move(path)),
        state_(std::move(state)) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    return state_->change(work(), [&] {
      IOStatus status = target()->Append(data, options, debug);
      if (status.ok()) state_->appended(path_, data.size());
      return status;
    });
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus PositionedAppend(const rocksdb::Slice&, uint64_t, const IOOptions&,
                            IODebugContext*) override {
    return IOStatus::NotSupported();
  }
  IOStatus PositionedAppend(const rocksdb::Slice&, uint64_t, const IOOptions&,
                            const rocksdb::DataVerificationInfo&, IODebugContext*) override {
    return IOStatus::NotSupported();
  }
  IOStatus Truncate(uint64_t, const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Allocate(uint64_t, uint64_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }
  void PrepareWrite(size_t, size_t, const IOOptions&, IODebugContext*) override {}
  IOStatus RangeSync(uint64_t, uint64_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    return state_->change(work(), [&] {
      state_->synced(path_);
      return IOStatus::OK();
    });
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  Work work() { return work_of(path_, GetIOPriority()); }

  const std::string path_;
  const std::shared_ptr<State> state_;
};

// A file that is overwritten in place.
class FaultyDisk::OverwrittenFile : public rocksdb::FSRandomRWFileOwnerWrapper {
 public:
  OverwrittenFile(std::unique_ptr<rocksdb::FSRandomRWFile> file, std::string path,
                  std::shared_ptr<State> state)
      : FSRandomRWFileOwnerWrapper(std::move(file)),
        path_(std::move(path)),
        state_(std::move(state)) {}

  IOStatus Write(uint64_t offset, const rocksdb::Slice& data, const IOOptions& options,
                 IODebugContext* debug) override {
    return state_->change(Work::kOther, [&] {
      state_->overwriting(path_);
      return target()->Write(offset, data, options, debug);
    });
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    return state_->change(Work::kOther, [&] {
      state_->synced(path_);
      return IOStatus::OK();
    });
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  const std::string path_;
  const std::shared_ptr<State> state_;
};

class FaultyDisk::Folder : public rocksdb::FSDirectoryWrapper {
 public:
  Folder(std::unique_ptr<rocksdb::FSDirectory> folder, std::string path,
         std::shared_ptr<State> state)
      : FSDirectoryWrapper(std::move(folder)), path_(std::move(path)), state_(std::move(state)) {}

  IOStatus Fsync(const IOOptions&, IODebugContext*) override {
    return state_->change(Work::kOther, [&] {
      state_->folder_synced(path_);
      return IOStatus::OK();
    });
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions&) override {
    return Fsync(options, debug);
  }

 private:
  const std::string path_;
  const std::shared_ptr<State> state_;
};

class FaultyDisk::Files : public rocksdb::FileSystemWrapper {
 public:
  explicit Files(std::shared_ptr<State> state)
      : FileSystemWrapper(FileSystem::Default()), state_(std::move(state)) {}
  const char* Name() const override { return "FaultyDisk"; }

  IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* out,
                             IODebugContext* debug) override {
    IOStatus power = state_->check_power();
    return power.ok() ? target()->NewSequentialFile(path, options, out, debug) : power;
  }
  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* out,
                               IODebugContext* debug) override {
    IOStatus power = state_->check_power();
    return power.ok() ? target()->NewRandomAccessFile(path, options, out, debug) : power;
  }
  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* out,
                           IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    IOStatus status = state_->change(Work::kOther, [&] {
      auto create = [&] { return target()->NewWritableFile(path, options, &file, debug); };
      IOStatus created = state_->replace(path, create, [path] { fs::remove(path); });
      if (created.ok()) state_->created(path);
      return created;
    });
    if (status.ok()) *out = std::make_unique<AppendedFile>(std::move(file), path, state_);
    return status;
  }
  IOStatus ReopenWritableFile(const std::string&, const rocksdb::FileOptions&,
                              std::unique_ptr<rocksdb::FSWritableFile>*, IODebugContext*) override {
    return IOStatus::NotSupported();
  }
  IOStatus ReuseWritableFile(const std::string&, const std::string&, const rocksdb::FileOptions&,
                             std::unique_ptr<rocksdb::FSWritableFile>*, IODebugContext*) override {
    return IOStatus::NotSupported();
  }
  IOStatus NewRandomRWFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSRandomRWFile>* out,
                           IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSRandomRWFile> file;
    IOStatus status = state_->check_power();
    if (status.ok()) status = target()->NewRandomRWFile(path, options, &file, debug);
    if (status.ok()) *out = std::make_unique<OverwrittenFile>(std::move(file), path, state_);
    return status;
  }
  IOStatus NewDirectory(const std::string& path, const IOOptions& options,
                        std::unique_ptr<rocksdb::FSDirectory>* out,
                        IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSDirectory> folder;
    IOStatus status = target()->NewDirectory(path, options, &folder, debug);
    if (status.ok()) *out = std::make_unique<Folder>(std::move(folder), path, state_);
    return status;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    return state_->change(Work::kOther, [&] {
      auto rename = [&] { return target()->RenameFile(from, to, options, debug); };
      IOStatus status = state_->replace(to, rename, [from, to] { fs::rename(to, from); });
      if (status.ok()) state_->renamed(from, to);
      return status;
    });
  }
  IOStatus DeleteFile(const std::string& path, const IOOptions& options,
                      IODebugContext* debug) override {
    return state_->change(Work::kOther, [&] {
      if (!fs::exists(path)) return target()->DeleteFile(path, options, debug);
      state_->deleted(path);
      return IOStatus::OK();
    });
  }
  IOStatus LinkFile(const std::string&, const std::string&, const IOOptions&,
                    IODebugContext*) override {
    return IOStatus::NotSupported();
  }
  IOStatus LockFile(const std::string& path, const IOOptions& options, rocksdb::FileLock** lock,
                    IODebugContext* debug) override {
    return state_->change(Work::kOther,
                          [&] { return target()->LockFile(path, options, lock, debug); });
  }

 private:
  const std::shared_ptr<State> state_;
};

FaultyDisk::FaultyDisk(uint32_t seed) : state_(std::make_shared<State>(seed)) {}

std::shared_ptr<rocksdb::FileSystem> FaultyDisk::files() const {
  return std::make_shared<Files>(state_);
}

uint64_t FaultyDisk::changes() const { return state_->changes(); }
void FaultyDisk::cut_power_after(uint64_t changes) { state_->cut_power_after(changes); }
bool FaultyDisk::power_is_off() const { return state_->is_off(); }
FaultyDisk::Work FaultyDisk::interrupted() const { return state_->interrupted(); }
void FaultyDisk::restart() { state_->restart(); }
void FaultyDisk::fill_up(Work work) { state_->fill_up(work); }
void FaultyDisk::set_read_only(bool read_only) { state_->set_read_only(read_only); }

}  // namespace doppel::support
