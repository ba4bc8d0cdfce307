// How a file is packed, told by its first bytes; by its name only while nothing is in it.
//
//   gzip  1f 8b
//   zstd  28 b5 2f fd, or a skippable frame 5? 2a 4d 18
//   lz4   04 22 4d 18
//   none  everything else, the empty file and a lone 1f included
//
// lz4 has skippable frames with the magic of zstd's: a file that begins with one counts as zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::codec {

enum class Compression : uint8_t { kNone, kGzip, kZstd, kLz4 };

// As many bytes as decide.
inline constexpr size_t kMagicBytes = 4;

// `head` is the file's first kMagicBytes bytes, or all of a shorter file.
Compression compression_of_bytes(std::string_view head);

// By the end of a name: .gz, .zst, .zstd or .lz4.
Compression compression_of_name(std::string_view name);
// ".gz", ".zst", ".lz4", or nothing.
std::string_view suffix_of(Compression compression);
// The name without such an end, if it has one.
std::string_view without_suffix(std::string_view name);

// Of a file on disk; a pipe would lose its first bytes.
Result<Compression> compression_of(const std::string& path);

}  // namespace doppel::codec
