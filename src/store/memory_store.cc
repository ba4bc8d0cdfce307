#include "store/memory_store.h"

#include "base/bytes.h"

namespace doppel::store {

class MemoryStore::RowCursor : public Cursor {
 public:
  RowCursor(const Rows& rows, std::string_view from) : at_(rows.lower_bound(from)), rows_(rows) {}
  bool valid() const override { return at_ != rows_.end(); }
  std::string_view key() const override { return at_->first; }
  std::string_view value() const override { return at_->second; }
  void next() override { ++at_; }
  Status status() const override { return {}; }

 private:
  Rows::const_iterator at_;
  const Rows& rows_;
};

class MemoryStore::RowSnapshot : public Snapshot {
 public:
  explicit RowSnapshot(std::shared_ptr<const Rows> rows) : rows_(std::move(rows)) {}

  Result<std::optional<std::string>> get(std::string_view key) const override {
    auto found = rows_->find(key);
    if (found == rows_->end()) return std::optional<std::string>();
    return std::optional<std::string>(found->second);
  }

  std::unique_ptr<Cursor> seek(std::string_view from) const override {
    return std::make_unique<RowCursor>(*rows_, from);
  }

 private:
  std::shared_ptr<const Rows> rows_;
};

MemoryStore::MemoryStore() : rows_(std::make_shared<Rows>()) {}

std::shared_ptr<const Snapshot> MemoryStore::snapshot() const {
  return std::make_shared<RowSnapshot>(rows_);
}

Status MemoryStore::write(const Batch& batch) {
  if (rows_.use_count() > 1) rows_ = std::make_shared<Rows>(*rows_);
  for (const auto& [key, value] : batch.changes()) {
    if (value) {
      rows_->insert_or_assign(key, *value);
    } else {
      rows_->erase(key);
    }
  }
  return {};
}

std::string MemoryStore::serialise() const {
  ByteWriter out;
  out.varint(rows_->size());
  for (const auto& [key, value] : *rows_) {
    out.string(key);
    out.string(value);
  }
  return out.bytes();
}

Result<std::unique_ptr<MemoryStore>> MemoryStore::load(std::string_view bytes) {
  auto out = std::make_unique<MemoryStore>();
  ByteReader in(bytes);
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    std::string_view key = in.string();
    out->rows_->insert_or_assign(std::string(key), std::string(in.string()));
  }
  if (!in.done()) return corrupt("the rows of a memory store are cut short or followed by more");
  return out;
}

}  // namespace doppel::store
