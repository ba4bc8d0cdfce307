// The store on disk: a folder with a RocksDB database. docs/design/storage_format.md describes its
// files, families and options, and how each failure looks.
//
// Durable: a batch is in the log and on stable storage when write() returns ok. After a crash or a
// power cut the store has all acknowledged batches, and possibly the one that was being written,
// each as a whole. A store whose acknowledged batches were lost nevertheless, because its log was
// cut or deleted, is refused as corrupt.
//
// One process may open a store for writing; meanwhile others may open it read only. A reader sees
// the batches that were in the log when it opened, and no later ones: open again to see them.
//
// The files are closed when the store and all its snapshots are gone. Then what is only in the log
// is written to tables, so that the next open is fast.
//
// Errors: open() says below. write() and reads: kIo if the system reports an error, kCorrupt if
// stored bytes are damaged. After a write that failed, all later ones fail too, and reads go on:
// close the store and open it again. Thread safety: as store.h says.
// Tested by rocks_store_test.cc, rocks_damage_test.cc, rocks_power_cut_test.cc and
// rocks_reopened_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "store/store.h"

namespace rocksdb {
class FileSystem;
}

namespace doppel::store {

// The format of the folder, docs/design/storage_format.md.
inline constexpr uint32_t kStoreFormat = 1;

struct RocksOptions {
  enum class Mode : uint8_t {
    kCreateIfAbsent,  // for writing; a missing or empty folder becomes a store
    kExisting,        // for writing; the store must exist
    kReadOnly,        // beside at most one writer; changes nothing in the folder
  };

  Mode mode = Mode::kExisting;
  size_t cache_bytes = size_t{256} << 20;  // for blocks of tables, shared by all families
  // For tests: where files are read and written instead of the system's files.
  std::shared_ptr<rocksdb::FileSystem> file_system = nullptr;
};

class RocksStore : public Store {
 public:
  // Errors, each naming the folder and what to do:
  //   kNotFound         there is no store, and the mode does not create one
  //   kInvalidArgument  a file, a folder with other files, or a store of another format
  //   kCorrupt          files of the store are missing or damaged, or acknowledged batches lost
  //   kUnavailable      another process has it open for writing; or, read only, its files were
  //                     replaced again and again while they were read
  //   kIo               no permission, a full disk, no memory
  static Result<std::unique_ptr<RocksStore>> open(const std::string& folder,
                                                  const RocksOptions& options);

  ~RocksStore() override;
  std::shared_ptr<const Snapshot> snapshot() const override;
  // kInvalidArgument if the store was opened read only.
  Status write(const Batch& batch) override;

  // Writes what is only in the log to tables, of all families at once.
  Status flush();

  // Reads every table and checks the checksums of its blocks; kCorrupt names the first damaged
  // file. The log and the list of tables are checked by open().
  Status verify() const;

  // Merges all tables of each family, so that nothing that was erased or overwritten takes up
  // space. kInvalidArgument if the store was opened read only.
  Status compact();

  // The number of the last change.
  uint64_t last_change() const;

  // The tables in use, by file name, each with 32 hexadecimal digits that no other table has,
  // whichever store wrote it.
  Result<std::map<std::string, std::string>> table_ids() const;
  // Checks the checksums of one table's blocks.
  Status verify_table(const std::string& name) const;

  struct FamilySize {
    std::string name;
    uint64_t table_bytes;  // of tables in use; what is only in the log does not count
    uint64_t rows;         // an estimate
  };
  // One for each family, always in the same order.
  std::vector<FamilySize> family_sizes() const;

 private:
  class Database;
  class RocksSnapshot;
  class RocksCursor;

  explicit RocksStore(std::shared_ptr<Database> database);

  std::shared_ptr<Database> database_;
};

}  // namespace doppel::store
