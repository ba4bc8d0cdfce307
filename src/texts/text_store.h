// Where are the texts of a run stored while they may still be needed?
//
// One text is stored for each form, in the order of FormIds. It is read when the hashes of two
// texts are equal (to confirm that the texts are), and when a text has become a candidate (to
// compare it). How it is stored depends on the implementation: as bytes in memory (below), in a
// spool file, or only as the location where the record can be read again (corpus/source_texts.h).
//
// Only one thread may call append(). Each reader is for one thread; several readers may be used at
// the same time, as long as nothing is appended.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"
#include "doppel/status.h"

namespace doppel::texts {

// Where a text can be read again, if its input allows that. Only the store that reads it again
// knows what those bytes are and how they become the text.
struct TextLocation {
  uint32_t input = 0;
  uint8_t encoding = 0;     // how the stored bytes become the text: a number the store defines
  uint64_t offset = 0;      // of the stored bytes in the input
  std::string_view stored;  // the bytes at that location; empty: the text cannot be read again
};

class TextReader {
 public:
  virtual ~TextReader() = default;
  // The bytes of the form, valid until the next call. An error means that the storage failed.
  virtual Result<std::string_view> text(FormId form) = 0;
  // Does the form have the same bytes as `other`, which was read at `location`?
  virtual Result<bool> equals(FormId form, std::string_view other, const TextLocation& location);
};

class TextStore {
 public:
  virtual ~TextStore() = default;
  // Stores the next form.
  virtual Status append(std::string_view text, const TextLocation& location) = 0;
  virtual std::unique_ptr<TextReader> reader() const = 0;
};

// Keeps all bytes in memory.
class MemoryTexts : public TextStore {
 public:
  Status append(std::string_view text, const TextLocation& location) override;
  std::unique_ptr<TextReader> reader() const override;

 private:
  Arena arena_{size_t{1} << 20};
  std::vector<std::string_view> forms_;
};

}  // namespace doppel::texts
