// A TextStore that keeps no text: it knows where each one stands, and reads it again.
//
// For plain JSONL files, where a text costs one read of the file (from the system's cache, most
// often); texts asked for in the order of their forms share reads. Empty texts, and those of other
// inputs (archives, compressed, or read only once and not spooled), are given to another store.
//
// Memory: 16 bytes a form. Descriptors: one for each reader and some for all of them, however many
// the inputs are. An input that changes meanwhile is an error here or when the kept files
// are written.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "doppel/read.h"
#include "ingest/inputs.h"
#include "io/open_files.h"
#include "texts/text_store.h"

namespace doppel::corpus {

// Where a record's text stands. `at`: where the record does.
texts::TextLocation text_location(const Record& record, const Position& at);

class SourceTexts : public texts::TextStore {
 public:
  static Result<std::unique_ptr<SourceTexts>> create(const std::vector<ingest::Input>& inputs,
                                                     const ReadOptions& options,
                                                     std::unique_ptr<texts::TextStore> others);

  Status append(std::string_view text, const texts::TextLocation& location) override;
  std::unique_ptr<texts::TextReader> reader() const override;

 private:
  class Reader;
  struct FormLocation {
    uint64_t offset;  // of the string; without a length: the form in others_
    uint32_t length;
    uint32_t input : 31;
    uint32_t encoding : 1;
  };

  SourceTexts(const std::vector<ingest::Input>& inputs, const ReadOptions& options,
              std::unique_ptr<texts::TextStore> others)
      : inputs_(inputs), options_(options), others_(std::move(others)) {}

  std::vector<ingest::Input> inputs_;
  ReadOptions options_;
  std::unique_ptr<texts::TextStore> others_;
  std::unique_ptr<io::OpenFiles> files_ = std::make_unique<io::OpenFiles>();
  std::vector<bool> again_;  // by input: ingest::Content::has_texts_in_place()
  std::vector<FormLocation> forms_;
  uint32_t other_forms_ = 0;
};

}  // namespace doppel::corpus
