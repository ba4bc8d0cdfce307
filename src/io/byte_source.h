// Where raw bytes come from: a file, a pipe, or memory (tests, fuzzing).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "doppel/status.h"

namespace doppel::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fewer bytes than asked for only at the end.
  virtual Result<size_t> read(std::span<char> into) = 0;
};

// A file from byte `begin` on; "-" is standard input.
// REQUIRES: begin is 0 for what can be read only once.
Result<std::unique_ptr<ByteSource>> open_source(const std::string& path, uint64_t begin = 0);

std::unique_ptr<ByteSource> memory_source(std::string bytes);

}  // namespace doppel::io
