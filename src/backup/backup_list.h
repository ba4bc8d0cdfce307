// What one backup consists of: the list that is written last and makes a backup of files.
//
//   doppel backup 1
//   store 5d41..92                XXH3-128 of what RocksDB calls the store; "-" if it has no name
//   time 1762958400000            when the backup was made, in milliseconds since 1970
//   round 12                      the last round in it
//   file 94A1..E7.sst 48213 6c5f..90 000012.sst
//   ...
//   end 1f0e..33                  XXH3-128 of all bytes before this line
//
// A line of a file has the name under which the backup keeps it, its bytes, their XXH3-128, and its
// name in the store. Stored: never change. Thread safety: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace doppel::backup {

struct StoredFile {
  std::string stored;  // in the folder of backups
  uint64_t bytes = 0;
  Hash128 hash;
  std::string name;  // in the store

  friend bool operator==(const StoredFile&, const StoredFile&) = default;
};

struct BackupList {
  uint64_t number = 0;  // part of the file's name, not of its content
  std::string store;
  int64_t time_ms = 0;
  uint64_t round = 0;
  std::vector<StoredFile> files;

  uint64_t bytes() const;
  std::string encode() const;
  // nullopt for bytes that are not a list, or not a whole one. No file of a list that is returned
  // has a name that leads out of its folder.
  static std::optional<BackupList> decode(uint64_t number, std::string_view bytes);

  friend bool operator==(const BackupList&, const BackupList&) = default;
};

// 32 digits, and back.
std::string hexadecimal(const Hash128& hash);
std::optional<Hash128> parse_hash(std::string_view text);

}  // namespace doppel::backup
