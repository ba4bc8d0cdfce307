// A disk under RocksDB that loses power, fills up or becomes read only when a test says so.
//
// Files are real files, but a sync does not wait for the real disk: it only notes what would
// survive. A power cut at any moment leaves what POSIX promises, and of the rest as much as chance
// decides:
//
//   - of a file that grew: its bytes at its last sync, and some of the bytes appended since;
//   - of a file that was overwritten in place: the new bytes if synced, else either those or the
//     old ones;
//   - of a folder: the files created, renamed and deleted before its last sync, and a prefix of
//     such changes since. So a file may be absent although its bytes were synced.
//
//   FaultyDisk disk(seed);
//   disk.cut_power_after(20);     // the 21st change from now on fails, and all later ones
//   ... open a store with {.file_system = disk.files()}, use it until it fails, destroy it
//   disk.restart();               // now the folder has what survived
//
// It must outlive the stores that use it. Thread-safe, except restart().
#pragma once

#include <cstdint>
#include <memory>

namespace rocksdb {
class FileSystem;
}

namespace doppel::support {

class FaultyDisk {
 public:
  // What a change of a file was made for, as far as its name and RocksDB's priorities tell.
  enum class Work : uint8_t { kNone, kLog, kFlush, kCompaction, kOther };

  explicit FaultyDisk(uint32_t seed);

  std::shared_ptr<rocksdb::FileSystem> files() const;

  // How many changes succeeded: appends, syncs, and files created, renamed and deleted.
  uint64_t changes() const;

  void cut_power_after(uint64_t changes);
  bool power_is_off() const;
  // The work of the change at which the power was cut; kNone while it is on.
  Work interrupted() const;
  // Leaves on the real disk what survived, and switches the power on, if it was off. Without a cut
  // it is a cut between two changes. REQUIRES: no store uses the disk.
  void restart();

  // From now on there is no space for this work; kNone: there is space again.
  void fill_up(Work work);
  void set_read_only(bool read_only);

 private:
  class State;
  class Files;
  class AppendedFile;
  class OverwrittenFile;
  class Folder;

  std::shared_ptr<State> state_;
};

}  // namespace doppel::support
