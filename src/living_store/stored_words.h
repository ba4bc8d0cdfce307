// The texts of a store, compressed, as rows of the store (docs/design/stored_rows.md, section 3).
//
// A new text is held in memory as it is until the round that brings it is written, because it may
// be compared with others of its round: add_rows() adds its row to the round's batch, committed()
// drops it from memory. A text that is dropped before was never written.
//
// Some pages have the words of a text, but not its bytes: other capitals, other white space. What
// such a page says byte by byte is a row of its own, under its key URL.
//
// Thread safety: as StoredTexts; readers may be used by any threads.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "codec/packed_text.h"
#include "index/stored_texts.h"
#include "store/store.h"

namespace doppel::living_store {

// The first half of the SHA-256 of a text's bytes. Stored: never change.
Hash128 content_of(std::string_view text);

// Reads the rows of one snapshot, and what was not yet written when it was taken.
class WordsReader final : public index::StoredTextReader {
 public:
  // Texts that are not written yet.
  using Unwritten = std::map<StoredTextId, std::shared_ptr<const std::string>>;

  WordsReader(std::shared_ptr<const store::Snapshot> rows, Unwritten unwritten,
              std::shared_ptr<const codec::TextUnpacker> unpacker)
      : rows_(std::move(rows)), unwritten_(std::move(unwritten)), unpacker_(std::move(unpacker)) {}

  // kCorrupt if the row is missing or damaged.
  Result<std::string_view> text(StoredTextId id, std::string& buffer) const override;
  // The text as the page has it: its own form if it has one, else that of the text.
  Result<std::string_view> text_of_page(std::string_view key, StoredTextId id,
                                        std::string& buffer) const;

 private:
  friend class StoredWords;

  std::shared_ptr<const store::Snapshot> rows_;
  Unwritten unwritten_;
  std::shared_ptr<const codec::TextUnpacker> unpacker_;
};

class StoredWords final : public index::StoredTexts {
 public:
  explicit StoredWords(store::Store& store);

  Status put(StoredTextId id, std::string_view text) override;
  void drop(StoredTextId id) override;
  Result<std::string_view> text(StoredTextId id, std::string& buffer) const override {
    return reader_.text(id, buffer);
  }
  std::shared_ptr<const index::StoredTextReader> reader() const override {
    return std::make_shared<const WordsReader>(reader_);
  }

  // Of the rows of a snapshot. For any thread.
  std::shared_ptr<const WordsReader> reader_of(std::shared_ptr<const store::Snapshot> rows) const {
    return std::make_shared<const WordsReader>(std::move(rows), WordsReader::Unwritten(),
                                               reader_.unpacker_);
  }
  // Does the page have a form of its own, as far as it is written?
  Result<bool> has_form(std::string_view key) const;

  // The rows of all texts that were put and not dropped, but those left out.
  void add_rows(const std::set<StoredTextId>& left_out, store::Batch& batch) const;
  void erase_rows(StoredTextId id, store::Batch& batch) const;
  // The form of a page whose bytes are not those of its text; nothing: it has none any more.
  void set_form(std::string_view key, std::optional<std::string_view> text,
                store::Batch& batch) const;
  // The batch was written.
  void committed();

 private:
  store::Store& store_;
  codec::TextPacker packer_;
  WordsReader reader_;
};

}  // namespace doppel::living_store
