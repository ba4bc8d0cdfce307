// The errors of RocksDB in the words of this project: what happened, to which store, and what to do
// next. What RocksDB itself says follows in brackets, because it names the file.
#pragma once

#include <rocksdb/status.h>

#include <string>

#include "doppel/status.h"

namespace doppel::store {

// Of any call. REQUIRES: !status.ok().
Status store_error(const std::string& folder, const rocksdb::Status& status);

// Of opening for writing, where a lock or a permission may be missing. REQUIRES: !status.ok().
Status open_error(const std::string& folder, const rocksdb::Status& status);

// kCorrupt: a file of the store does not exist.
Status missing_file(const std::string& folder, const std::string& file);

// kCorrupt: what is wrong, in whole words.
Status damaged(const std::string& folder, const std::string& what);

}  // namespace doppel::store
