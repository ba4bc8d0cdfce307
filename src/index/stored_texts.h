// Where the texts of an index are read again: memory, or a store.
//
// put() and drop() belong to one thread, and so does text().
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ids.h"
#include "doppel/status.h"

namespace doppel::index {

class StoredTexts {
 public:
  virtual ~StoredTexts() = default;
  // A new text, under an id that was never used.
  virtual Status put(StoredTextId id, std::string_view text) = 0;
  // Nobody will ask for it again.
  virtual void drop(StoredTextId id) = 0;
  // The bytes it was put with, valid until the next call. An error is a failure of the storage.
  virtual Result<std::string_view> text(StoredTextId id) = 0;
};

class TextsInMemory : public StoredTexts {
 public:
  Status put(StoredTextId id, std::string_view text) override {
    texts_.insert_or_assign(id, text);
    return {};
  }
  void drop(StoredTextId id) override { texts_.erase(id); }
  Result<std::string_view> text(StoredTextId id) override {
    const auto found = texts_.find(id);
    if (found == texts_.end()) return corrupt("a text is not there: " + std::to_string(id.value));
    return std::string_view(found->second);
  }

 private:
  std::unordered_map<StoredTextId, std::string> texts_;
};

}  // namespace doppel::index
