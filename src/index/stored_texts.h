// Where the texts of an index are read again: memory, or a store.
//
// Thread safety: one thread puts, drops and takes readers; a reader may be used by many threads,
// whatever is put and dropped meanwhile. A store on disk hands out a snapshot of itself.
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
  // The bytes it was put with. They may stand in `buffer`; valid until that is changed, the text is
  // dropped here, or the reader goes. An error is a failure of the storage.
  virtual Result<std::string_view> text(StoredTextId id, std::string& buffer) const = 0;
};

class StoredTexts : public StoredTextReader {
 public:
  // A new text, under an id that was never used.
  virtual Status put(StoredTextId id, std::string_view text) = 0;
  // Nobody will ask for it again, but those who have a reader.
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

  SharedVector<std::shared_ptr<const Page>, 64> pages_;  // by id; none where all were dropped
};

}  // namespace doppel::index
