// A store as it was at one moment, with its rows and its files, beside a writer that goes on.
//
// The files together are a whole store: who copies them under their names has the store that
// snapshot() shows, with every change that had been acknowledged when open() began. Nothing in the
// folder of the store is written, locked or linked, so the writer, in this process or another, does
// not notice it.
//
// Errors: as those of RocksStore::open() in the mode kReadOnly. Thread-safe.
// Tested by frozen_store_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/rocks_store.h"

namespace doppel::store {

class FrozenFiles;

// The file that makes a folder a store: whoever copies a store writes it last.
inline constexpr std::string_view kFormatFile = "FORMAT";
// And while it copies, this one, with nothing in it.
inline constexpr std::string_view kRestoringFile = "RESTORING";

struct FrozenFile {
  std::string name;
  uint64_t bytes = 0;
  // A table: 32 hexadecimal digits; tables with the same ones have the same bytes. "" for others.
  std::string table_id = {};
};

class FrozenStore {
 public:
  static Result<std::unique_ptr<FrozenStore>> open(
      const std::string& folder, std::shared_ptr<rocksdb::FileSystem> file_system = nullptr);
  ~FrozenStore();

  std::shared_ptr<const Snapshot> snapshot() const { return rows_->snapshot(); }
  // By name.
  const std::vector<FrozenFile>& files() const { return list_; }
  // Reads a part of a file; fewer bytes only at its end.
  Result<size_t> read(const FrozenFile& file, uint64_t offset, std::span<char> into) const;
  // Checks the checksums inside a table. REQUIRES: file is a table.
  Status verify_table(const FrozenFile& file) const { return rows_->verify_table(file.name); }

  // What RocksDB calls this store, and copies of it; "" if the file was deleted.
  std::string identity() const;

 private:
  FrozenStore(std::string folder, std::shared_ptr<FrozenFiles> files,
              std::unique_ptr<RocksStore> rows);
  Status list_files();

  const std::string folder_;
  const std::shared_ptr<FrozenFiles> files_;
  const std::unique_ptr<RocksStore> rows_;
  std::string acknowledged_;  // the content of that file
  std::vector<FrozenFile> list_;
};

}  // namespace doppel::store
