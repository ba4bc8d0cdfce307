// A TextStore in memory up to a limit, and in a temporary file beyond it.
//
// Before a run starts, it estimates how much text it will hold (corpus/memory_plan.h), but
// compressed inputs may decompress to a thousand times their size. Texts stay in memory up to the
// limit; from the first text that does not fit, all texts go to disk (spool_texts.h).
//
// Memory: the limit, 16 bytes a form in memory, 8 a form on disk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "spill/spool_texts.h"
#include "texts/text_store.h"

namespace doppel::spill {

class OverflowTexts : public texts::TextStore {
 public:
  // The file is created when the first text goes there.
  OverflowTexts(uint64_t most_bytes, std::string path)
      : most_bytes_(most_bytes), path_(std::move(path)) {}

  Status append(std::string_view text, const texts::TextLocation& location) override;
  std::unique_ptr<texts::TextReader> reader() const override;

 private:
  class Reader;

  uint64_t most_bytes_;
  std::string path_;
  texts::MemoryTexts in_memory_;
  uint64_t bytes_ = 0;  // of them
  uint32_t forms_ = 0;  // likewise: the first ones
  std::unique_ptr<SpoolTexts> on_disk_;
};

}  // namespace doppel::spill
