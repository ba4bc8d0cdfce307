// Where do the texts of a run live while they may still be asked for?
//
// One text is stored for each form, in the order of FormIds. It is asked for when a hash says that
// two texts are equal (to confirm it), and when a text has become a candidate (to compare it). What
// a store keeps is its own business: the bytes in memory here; a spool file; or only the location
// where the record can be read again (corpus/source_texts.h).
//
// append() belongs to one thread. Readers may be used by different threads at the same time, one
// thread each, and while nothing is appended.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"
#include "doppel/status.h"

namespace doppel::texts {

// Where a text can be read again, if its input allows it. What stands there, and how it becomes the
// text, is the business of the store that reads it again.
struct TextLocation {
  uint32_t input = 0;
  uint8_t encoding = 0;     // how the stored bytes become the text: the store's own number
  uint64_t offset = 0;      // of the stored bytes in the input
  std::string_view stored;  // the bytes that stand there; empty: the text cannot be read again
};

class TextReader {
 public:
  virtual ~TextReader() = default;
  // The bytes of the form, valid until the next call. An error is a failure of the storage.
  virtual Result<std::string_view> text(FormId form) = 0;
  // Has the form the bytes of `other`, which stands at `location`?
  virtual Result<bool> equals(FormId form, std::string_view other, const TextLocation& location);
};

class TextStore {
 public:
  virtual ~TextStore() = default;
  // Stores the next form.
  virtual Status append(std::string_view text, const TextLocation& location) = 0;
  virtual std::unique_ptr<TextReader> reader() const = 0;
};

// All bytes in memory.
class MemoryTexts : public TextStore {
 public:
  Status append(std::string_view text, const TextLocation& location) override;
  std::unique_ptr<TextReader> reader() const override;

 private:
  Arena arena_{size_t{1} << 20};
  std::vector<std::string_view> forms_;
};

}  // namespace doppel::texts
