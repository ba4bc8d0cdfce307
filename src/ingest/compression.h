// How a file is packed, told by its first bytes, never by its name.
//
//   gzip  1f 8b
//   zstd  28 b5 2f fd, or a skippable frame 5? 2a 4d 18
//   lz4   04 22 4d 18
//   none  everything else, the empty file and a lone 1f included
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::ingest {

enum class Compression : uint8_t { kNone, kGzip, kZstd, kLz4 };

// As many bytes as decide.
inline constexpr size_t kMagicBytes = 4;

// `head` is the file's first kMagicBytes bytes, or all of a shorter file.
Compression compression_of_bytes(std::string_view head);

// Of a file on disk; a pipe would lose its first bytes.
Result<Compression> compression_of(const std::string& path);

}  // namespace doppel::ingest
