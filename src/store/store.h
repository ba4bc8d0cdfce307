// The interface to persistent storage: an ordered map of byte strings.
//
// Keys compare as unsigned bytes, and a key comes before its extensions. A store changes only by
// batches, each applied completely or not at all, and is read only through snapshots, which do not
// change while batches are written. An LSM tree such as RocksDB offers all of this, and the code
// above needs no more.
//
// Errors: kIo if the system reports one, kCorrupt if stored bytes are damaged. The store in memory
// has none. Thread safety: one thread writes at a time. Meanwhile any thread may take a snapshot,
// which never waits for the write and sees all of it or nothing. Several threads may read a
// Snapshot, but only one a Cursor.
// Conformance: store_suite.h, run by every implementation.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doppel/status.h"

namespace doppel::store {

// Changes that are applied together. The last change of a key counts.
class Batch {
 public:
  // In key order; nullopt erases the key.
  using Changes = std::map<std::string, std::optional<std::string>, std::less<>>;

  void put(std::string key, std::string value) { changes_[std::move(key)] = std::move(value); }
  // Erasing a key that does not exist is not an error.
  void erase(std::string key) { changes_[std::move(key)] = std::nullopt; }

  const Changes& changes() const { return changes_; }
  bool empty() const { return changes_.empty(); }

 private:
  Changes changes_;
};

// A position in the order of keys. Views are valid until next().
class Cursor {
 public:
  virtual ~Cursor() = default;
  // False past the last key, and after an error: call status() to distinguish them.
  virtual bool valid() const = 0;
  // REQUIRES: valid(), for these three.
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  virtual void next() = 0;
  virtual Status status() const = 0;
};

// The store as it was at one moment. Cursors must not outlive it.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  // nullopt if the key does not exist.
  virtual Result<std::optional<std::string>> get(std::string_view key) const = 0;
  // The same for many keys at once, which a store on disk can look up faster than one by one,
  // fastest in ascending order. One value for each key.
  virtual Result<std::vector<std::optional<std::string>>> get_many(
      std::span<const std::string_view> keys) const;
  // The rows from the first key that is not before `from` to the last one before `end`; an empty
  // `end` is past all keys. A scan should always give its end: without it, an LSM tree would search
  // through erased rows far beyond it for a row that the caller does not need.
  virtual std::unique_ptr<Cursor> seek(std::string_view from, std::string_view end) const = 0;
};

inline Result<std::vector<std::optional<std::string>>> Snapshot::get_many(
    std::span<const std::string_view> keys) const {
  std::vector<std::optional<std::string>> out;
  out.reserve(keys.size());
  for (std::string_view key : keys) {
    auto found = get(key);
    if (!found) return found.error();
    out.push_back(*std::move(found));
  }
  return out;
}

// The first key after all keys with this prefix; empty if there is none.
inline std::string prefix_end(std::string_view prefix) {
  while (prefix.ends_with('\xff')) prefix.remove_suffix(1);
  std::string out(prefix);
  if (!out.empty()) out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) + 1);
  return out;
}

class Store {
 public:
  virtual ~Store() = default;
  // Holds resources until it is destroyed, so keep it only for a short time.
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;
  // Applies all changes or none. If the store is durable, the changes survive a crash once write()
  // has returned ok.
  virtual Status write(const Batch& batch) = 0;
};

}  // namespace doppel::store
