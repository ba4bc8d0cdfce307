// A TextStore that does not keep texts: it remembers where each text is in its input, and reads it
// again from there.
//
// This works for plain JSONL files, where a text costs one read of the file (usually from the page
// cache); texts that are asked for in the order of their forms share reads. Empty texts, and texts
// of other inputs (archives, compressed files, or streams that can be read only once), are passed
// to another store.
//
// Memory: 16 bytes for each form. File descriptors: one for each reader and a few shared ones,
// however many inputs there are. An input that changes during the run is an error, here or when the
// kept files are written.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "doppel/read.h"
#include "ingest/inputs.h"
#include "io/open_files.h"
#include "texts/text_store.h"

namespace doppel::corpus {

// The location of the text of a record. `at` is the position of the record.
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
    uint64_t offset;  // of the string; if length is 0, the form in others_ instead
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
