// The folder of a store: what doppel itself writes there beside the files of RocksDB, and whether a
// folder is a store at all.
//
//   FORMAT         "doppel store 1\n": the format. Written first, so a folder with this file is
//                  ours, even if its creation was interrupted.
//   ACKNOWLEDGED   the number of the last acknowledged change, twice, in 20 digits each. Created
//                  last, so its presence says that the store was created completely. Written after
//                  each batch, without waiting for the disk: it can be too old after a power cut,
//                  but never too new. So a store that ends before it has lost something.
//
// Stored: never change.
#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "doppel/status.h"
#include "store/rocks_store.h"

namespace doppel::store {

inline constexpr const char* kAcknowledgedFile = "ACKNOWLEDGED";

// The content of that file.
std::string acknowledged_line(uint64_t change);

// Decides whether RocksDB may open the folder, and creates it if the mode says so. True: the store
// was created completely; false: it is new, or its creation was interrupted.
Result<bool> prepare_folder(rocksdb::Env& env, const std::string& folder, RocksOptions::Mode mode);

// kNotFound: the error of a reader that finds no complete store.
Status never_completed(const std::string& folder);

// The last change that was acknowledged, as far as the file knows; nothing if it is damaged.
std::optional<uint64_t> read_acknowledged(rocksdb::Env& env, const std::string& folder);

// Keeps the file ACKNOWLEDGED up to date.
class AcknowledgedFile {
 public:
  static Result<AcknowledgedFile> open(rocksdb::Env& env, const std::string& folder);
  // An error is ignored: the batch itself is safe, and only the loss of later ones would not be
  // noticed.
  void set(uint64_t change);

 private:
  explicit AcknowledgedFile(std::unique_ptr<rocksdb::RandomRWFile> file) : file_(std::move(file)) {}

  std::unique_ptr<rocksdb::RandomRWFile> file_;
};

}  // namespace doppel::store
