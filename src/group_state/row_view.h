// A snapshot with changes on top: what a round reads and writes before anything is committed.
//
// A view shows a snapshot together with its own changes, which it returns as one batch. Each row of
// the snapshot is read once, for the view and its copies. The first error of the store is kept;
// after it every row seems to be absent, and the round ends with that error. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"

namespace doppel::group_state {

class RowView {
 public:
  explicit RowView(std::shared_ptr<const store::Snapshot> base)
      : base_(std::move(base)), known_(std::make_shared<Known>()) {}

  std::optional<std::string> get(std::string_view key) const;
  // A row of the snapshot, for callers that keep what they have read and changed themselves; the
  // same for many rows at once, in the order of the keys. Not counted as reads.
  std::optional<std::string> get_stored(std::string_view key) const;
  std::vector<std::optional<std::string>> get_stored(std::span<const std::string_view> keys) const;
  void put(std::string key, std::string value) { changes_[std::move(key)] = std::move(value); }
  void erase(std::string key) { changes_[std::move(key)] = std::nullopt; }

  // Calls back for the rows whose keys have this prefix, in order, until the callback returns
  // false. The callback gets the rest of the key, and must not change the view.
  using RowFn = std::function<bool(std::string_view rest, std::string_view value)>;
  void scan(std::string_view prefix, const RowFn& on_row) const;
  // The same for the keys from `from` to the last one before `end`, whole.
  void scan_range(std::string_view from, std::string_view end, const RowFn& on_row) const;

  // The decoded row; nullopt if it is absent. A row that cannot be decoded is an error.
  template <typename Row>
  std::optional<Row> row(std::string_view key) const {
    return decode<Row>(key, get(key));
  }
  template <typename Row>
  std::optional<Row> decode(std::string_view key, const std::optional<std::string>& bytes) const {
    if (!bytes) return std::nullopt;
    std::optional<Row> out = Row::decode(*bytes);
    if (!out) fail(corrupt("a row of table " + std::string(key.substr(0, 1)) + " is damaged"));
    return out;
  }

  // The rows read so far, including erased and missing ones: the measure of a round's work.
  uint64_t reads() const { return reads_; }
  void count_read() const { ++reads_; }

  // In key order; nullopt erases the row.
  using Changes = std::map<std::string, std::optional<std::string>, std::less<>>;
  const Changes& changes() const { return changes_; }
  Changes take_changes() { return std::exchange(changes_, {}); }

  const Status& status() const { return status_; }
  void fail(Status status) const {
    if (status_.ok()) status_ = std::move(status);
  }

 private:
  using Known = std::map<std::string, std::optional<std::string>, std::less<>>;

  std::shared_ptr<const store::Snapshot> base_;
  std::shared_ptr<Known> known_;  // rows of base_ that were asked for
  Changes changes_;
  mutable uint64_t reads_ = 0;
  mutable Status status_;
};

}  // namespace doppel::group_state
