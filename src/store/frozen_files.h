// The files of a store as they were at one moment, for RocksDB to read.
//
// Every file is opened when this is made, and a file that is open cannot vanish: whatever the
// writer deletes or appends afterwards, RocksDB finds here the same files with the same lengths.
// Nothing is written, in the folder of the store or elsewhere. Paths outside of the folder are
// passed on.
//
// Cost: one descriptor for each table. Thread-safe.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel::store {

class FrozenFiles : public rocksdb::FileSystemWrapper {
 public:
  // Opens all files of the folder that a store needs. kUnavailable if the writer deleted a log or
  // began a new list of tables meanwhile: try again. A table that vanished is left out; RocksDB
  // says if it was needed.
  static Result<std::shared_ptr<FrozenFiles>> open(std::shared_ptr<rocksdb::FileSystem> files,
                                                   const std::string& folder);

  // Whether the list of tables is still as it was. Before a file that is in use is deleted, the
  // list is written, so then none was.
  bool is_current() const;

  // The names of the files that are held, in order.
  std::vector<std::string> names() const;
  uint64_t size(const std::string& name) const;
  // Reads from one of them; fewer bytes than asked for only at its end.
  rocksdb::IOStatus read(const std::string& name, uint64_t offset, size_t bytes, char* into,
                         rocksdb::Slice* out) const;
  // Of FORMAT, IDENTITY, ACKNOWLEDGED and CURRENT; "" if there is none.
  std::string content(const std::string& name) const;

  const char* Name() const override { return "FrozenFiles"; }
  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* out,
                                      rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path,
                                        const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* out,
                                        rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus FileExists(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus GetChildren(const std::string& folder, const rocksdb::IOOptions& options,
                                std::vector<std::string>* out,
                                rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus GetFileSize(const std::string& path, const rocksdb::IOOptions& options,
                                uint64_t* out, rocksdb::IODebugContext* debug) override;

 private:
  class HeldFile;
  class SequentialReader;
  class RandomReader;

  FrozenFiles(std::shared_ptr<rocksdb::FileSystem> files, std::string folder);
  rocksdb::IOStatus list(std::vector<std::string>& out) const;
  rocksdb::IOStatus hold(const std::string& name);
  rocksdb::IOStatus hold_content(const std::string& name);
  rocksdb::IOStatus hold_list_of_tables();
  rocksdb::IOStatus hold_all();
  bool lacks_a_log(const std::vector<std::string>& before,
                   const std::vector<std::string>& after) const;
  bool is_inside(const std::string& path) const;
  std::shared_ptr<const HeldFile> find(const std::string& path) const;

  const std::shared_ptr<rocksdb::FileSystem> target_files_;
  const std::string folder_;
  std::string list_of_tables_;  // its name
  std::map<std::string, std::shared_ptr<const HeldFile>, std::less<>> held_;
};

}  // namespace doppel::store
