// Where an index reads its texts again: memory, or a store.
//
// Thread safety: one thread puts, drops and takes readers; many threads may use a reader, while
// others texts are put and dropped. The reader of a store on disk is a snapshot of it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/shared_vector.h"
#include "doppel/status.h"

namespace doppel::index {

class StoredTextReader {
 public:
  virtual ~StoredTextReader() = default;
  // The bytes that were put. They may be in `buffer`; they are valid until that is changed, the
  // text is dropped, or the reader is destroyed. An error is a failure of the storage.
  virtual Result<std::string_view> text(StoredTextId id, std::string& buffer) const = 0;
};

class StoredTexts : public StoredTextReader {
 public:
  // A new text, under an id that was never used.
  virtual Status put(StoredTextId id, std::string_view text) = 0;
  // The text will not be read again, except by existing readers.
  virtual void drop(StoredTextId id) = 0;
  // A snapshot of the texts as they are now.
  virtual std::shared_ptr<const StoredTextReader> reader() const = 0;
};

class TextsInMemory : public StoredTexts {
 public:
  Status put(StoredTextId id, std::string_view text) override;
  void drop(StoredTextId id) override;
  Result<std::string_view> text(StoredTextId id, std::string& buffer) const override;
  std::shared_ptr<const StoredTextReader> reader() const override {
    return std::make_shared<const TextsInMemory>(*this);
  }

 private:
  static constexpr size_t kPerPage = 64;
  using Page = std::array<std::shared_ptr<const std::string>, kPerPage>;

  SharedVector<std::shared_ptr<const Page>, 64> pages_;  // by id; null if all were dropped
};

}  // namespace doppel::index
