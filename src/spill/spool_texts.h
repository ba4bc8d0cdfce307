// A TextStore on disk: the texts one after the other in a temporary file.
//
// Memory: 8 bytes a form and a buffer of 256 KiB. Cost: a read of the file for each text, which the
// system's cache may answer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/table.h"
#include "io/temporary_file.h"
#include "texts/text_store.h"

namespace doppel::spill {

class SpoolTexts : public texts::TextStore {
 public:
  static Result<std::unique_ptr<SpoolTexts>> create(const std::string& path,
                                                    TableMemory* memory = usual_memory());

  Status append(std::string_view text, const texts::TextLocation& location) override;
  std::unique_ptr<texts::TextReader> reader() const override;

 private:
  class Reader;

  SpoolTexts(io::TemporaryFile file, TableMemory* memory) : file_(std::move(file)), ends_(memory) {}
  uint64_t begin_of(size_t form) const { return form == 0 ? 0 : ends_[form - 1]; }

  io::TemporaryFile file_;
  std::string tail_;      // what follows the file's bytes and is not written yet
  Table<uint64_t> ends_;  // by form
};

}  // namespace doppel::spill
