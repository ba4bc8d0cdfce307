// Where does it live? The seam behind which everything stored is kept.
//
// A store is an ordered map of byte strings: keys compare as unsigned bytes, a shorter key before
// its extensions. It changes only by batches, each applied as a whole or not at all, and is read
// only through snapshots, which do not move while batches are written. That is what an LSM tree
// such as RocksDB gives for nothing, and all that the tiers above ask for.
//
// Errors: kIo when the system refuses, kCorrupt when stored bytes are damaged. The memory store has
// none. Thread safety: one thread at a time writes; meanwhile any thread may take a snapshot, which
// never waits for the write and sees all of it or nothing. A Snapshot may be read by several
// threads, a Cursor by one.
// Conformance: store_suite.h, run by every implementation.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "doppel/status.h"

namespace doppel::store {

// Changes to be made together. The last change to a key counts.
class Batch {
 public:
  // In key order; nothing: the key is erased.
  using Changes = std::map<std::string, std::optional<std::string>, std::less<>>;

  void put(std::string key, std::string value) { changes_[std::move(key)] = std::move(value); }
  // Erasing a key that is not there is no error.
  void erase(std::string key) { changes_[std::move(key)] = std::nullopt; }

  const Changes& changes() const { return changes_; }
  bool empty() const { return changes_.empty(); }

 private:
  Changes changes_;
};

// A place in the order of keys. Views are valid until next().
class Cursor {
 public:
  virtual ~Cursor() = default;
  // False behind the last key, and after an error: ask status() then.
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
  // Nothing when the key is not there.
  virtual Result<std::optional<std::string>> get(std::string_view key) const = 0;
  // The rows from the first key that is not before `from` to the last one before `end`; an empty
  // end is behind all keys. A scan should say where it ends: an LSM tree would step over erased
  // rows far behind it in search of a row that nobody wants.
  virtual std::unique_ptr<Cursor> seek(std::string_view from, std::string_view end) const = 0;
};

// The end of the keys that begin so: the first key behind them all; empty when there is none.
inline std::string prefix_end(std::string_view prefix) {
  while (prefix.ends_with('\xff')) prefix.remove_suffix(1);
  std::string out(prefix);
  if (!out.empty()) out.back() = static_cast<char>(static_cast<unsigned char>(out.back()) + 1);
  return out;
}

class Store {
 public:
  virtual ~Store() = default;
  // Holds resources until it is let go: short-lived, please.
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;
  // All changes or none, and durable where the store is: what write() answered ok to is still there
  // after a crash.
  virtual Status write(const Batch& batch) = 0;
};

}  // namespace doppel::store
