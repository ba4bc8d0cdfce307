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

#include <algorithm>
#include <cstddef>
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
//
// A list that is sorted when it is read: changes that come in key order, or in a few ascending
// runs, cost no more than a comparison each. Not thread-safe, not even for reading.
class Batch {
 public:
  // nullopt erases the key.
  using Change = std::pair<std::string, std::optional<std::string>>;
  using Changes = std::vector<Change>;

  void put(std::string key, std::string value) { add(std::move(key), std::move(value)); }
  // Erasing a key that does not exist is not an error.
  void erase(std::string key) { add(std::move(key), std::nullopt); }

  // In key order, each key once. Valid until the next change.
  const Changes& changes() const {
    if (!runs_.empty()) sort();
    return changes_;
  }
  bool empty() const { return changes_.empty(); }

 private:
  void add(std::string key, std::optional<std::string> value) {
    if (!changes_.empty() && key <= changes_.back().first) {
      if (key == changes_.back().first) {
        changes_.back().second = std::move(value);
        return;
      }
      runs_.push_back(changes_.size());
    }
    changes_.emplace_back(std::move(key), std::move(value));
  }
  // Merges neighbouring runs until one is left.
  void sort() const;

  mutable Changes changes_;
  mutable std::vector<size_t> runs_;  // where a run begins, the first one left out
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

inline void Batch::sort() const {
  const auto before = [](const Change& a, const Change& b) { return a.first < b.first; };
  const auto at = [&](size_t i) { return changes_.begin() + static_cast<ptrdiff_t>(i); };
  std::vector<size_t> ends = std::exchange(runs_, {});
  ends.push_back(changes_.size());
  while (ends.size() > 1) {
    std::vector<size_t> merged;
    for (size_t i = 0; i < ends.size(); i += 2) {
      const size_t begin = i == 0 ? 0 : ends[i - 1], last = std::min(i + 1, ends.size() - 1);
      std::inplace_merge(at(begin), at(ends[i]), at(ends[last]), before);
      merged.push_back(ends[last]);
    }
    ends = std::move(merged);
  }
  // Of the changes of a key the last one stays.
  size_t size = 0;
  for (Change& change : changes_) {
    if (size > 0 && changes_[size - 1].first == change.first) --size;
    if (&changes_[size] != &change) changes_[size] = std::move(change);
    ++size;
  }
  changes_.resize(size);
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
