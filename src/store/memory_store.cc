// A write walks pages and changes together, both in key order:
//
//   pages     | a c e | g i k | m o |          changes   h   i (erased)
//   becomes   | a c e | g h k | m o |          the first and the last page are shared
//
// A page that grew too long is split; one that grew too short is joined with the next one.
//
// Tested by memory_store_test.cc, which runs the suite of all stores.
#include "store/memory_store.h"

#include <algorithm>

#include "base/bytes.h"

namespace doppel::store {
namespace {

constexpr size_t kShortest = 32, kLongest = 128;  // rows of a page; the last one may be shorter

}  // namespace

// Builds the pages of one write. Rows and pages must be added in key order.
class MemoryStore::PageWriter {
 public:
  // Shares the page, unless the rows added before it are too few for a page of their own.
  void add(const std::shared_ptr<const Page>& page) {
    if (waiting_.empty()) {
      out_.push_back(page);
    } else {
      waiting_.insert(waiting_.end(), page->begin(), page->end());
      cut(kShortest);
    }
  }

  void add(std::shared_ptr<const Row> row) { waiting_.push_back(std::move(row)); }

  // Call after all rows of a page were added.
  void end_page() { cut(kShortest); }

  Pages finish() {
    cut(1);
    return std::move(out_);
  }

 private:
  // Makes pages of the rows added, unless there are fewer than `shortest`.
  void cut(size_t shortest) {
    if (waiting_.size() < shortest) return;
    const size_t count = (waiting_.size() + kLongest - 1) / kLongest;
    for (size_t i = 0; i < count; ++i) {
      auto first = waiting_.begin() + static_cast<ptrdiff_t>(waiting_.size() * i / count);
      auto last = waiting_.begin() + static_cast<ptrdiff_t>(waiting_.size() * (i + 1) / count);
      out_.push_back(std::make_shared<const Page>(first, last));
    }
    waiting_.clear();
  }

  Page waiting_;
  Pages out_;
};

class MemoryStore::RowCursor : public Cursor {
 public:
  RowCursor(const Pages& pages, std::string_view from, std::string_view end)
      : pages_(pages), end_(end) {
    auto after = [](const std::shared_ptr<const Page>& page, std::string_view key) {
      return page->back()->key < key;
    };
    page_ = std::lower_bound(pages.begin(), pages.end(), from, after) - pages.begin();
    if (at_last_page()) return;
    const Page& page = *pages_[page_];
    auto before = [](const auto& row, std::string_view key) { return row->key < key; };
    row_ = std::lower_bound(page.begin(), page.end(), from, before) - page.begin();
  }
  bool valid() const override { return !at_last_page() && (end_.empty() || row().key < end_); }
  std::string_view key() const override { return row().key; }
  std::string_view value() const override { return row().value; }
  void next() override {
    if (++row_ < pages_[page_]->size()) return;
    ++page_;
    row_ = 0;
  }
  Status status() const override { return {}; }

 private:
  bool at_last_page() const { return page_ == pages_.size(); }
  const Row& row() const { return *(*pages_[page_])[row_]; }

  const Pages& pages_;
  const std::string end_;
  size_t page_ = 0, row_ = 0;
};

class MemoryStore::RowSnapshot : public Snapshot {
 public:
  explicit RowSnapshot(std::shared_ptr<const Pages> pages) : pages_(std::move(pages)) {}

  Result<std::optional<std::string>> get(std::string_view key) const override {
    RowCursor at(*pages_, key, {});
    if (!at.valid() || at.key() != key) return std::optional<std::string>();
    return std::optional<std::string>(at.value());
  }

  std::unique_ptr<Cursor> seek(std::string_view from, std::string_view end) const override {
    return std::make_unique<RowCursor>(*pages_, from, end);
  }

 private:
  std::shared_ptr<const Pages> pages_;
};

MemoryStore::MemoryStore() : pages_(std::make_shared<const Pages>()) {}

std::shared_ptr<const MemoryStore::Pages> MemoryStore::pages() const {
  const std::lock_guard lock(mutex_);
  return pages_;
}

std::shared_ptr<const Snapshot> MemoryStore::snapshot() const {
  return std::make_shared<RowSnapshot>(pages());
}

Status MemoryStore::write(const Batch& batch) {
  const std::shared_ptr<const Pages> old = pages();
  PageWriter writer;
  auto change = batch.changes().begin();
  const auto end = batch.changes().end();
  auto put = [&] {
    if (change->second) {
      writer.add(std::make_shared<const Row>(Row{change->first, *change->second}));
    }
    ++change;
  };
  for (const std::shared_ptr<const Page>& page : *old) {
    if (change == end || page->back()->key < change->first) {
      writer.add(page);
      continue;
    }
    for (const std::shared_ptr<const Row>& row : *page) {
      while (change != end && change->first < row->key) put();
      if (change != end && change->first == row->key) {
        put();
      } else {
        writer.add(row);
      }
    }
    writer.end_page();
  }
  while (change != end) put();
  auto now = std::make_shared<const Pages>(writer.finish());
  const std::lock_guard lock(mutex_);
  pages_ = std::move(now);
  return {};
}

std::string MemoryStore::serialise() const {
  const std::shared_ptr<const Pages> pages = this->pages();
  uint64_t count = 0;
  for (const auto& page : *pages) count += page->size();
  ByteWriter out;
  out.varint(count);
  for (const auto& page : *pages) {
    for (const auto& row : *page) {
      out.string(row->key);
      out.string(row->value);
    }
  }
  return out.bytes();
}

Result<std::unique_ptr<MemoryStore>> MemoryStore::load(std::string_view bytes) {
  Batch rows;
  ByteReader in(bytes);
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    std::string_view key = in.string();
    rows.put(std::string(key), std::string(in.string()));
  }
  if (!in.done()) return corrupt("the rows of a memory store are cut short or followed by more");
  auto out = std::make_unique<MemoryStore>();
  Status written = out->write(rows);
  if (!written.ok()) return written;
  return out;
}

}  // namespace doppel::store
