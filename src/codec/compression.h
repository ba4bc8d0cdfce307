// How a file is compressed: recognised by its first bytes, or by its name if the file is empty.
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

// The number of bytes that decide.
inline constexpr size_t kMagicBytes = 4;

// `head` is the file's first kMagicBytes bytes, or all of a shorter file.
Compression compression_of_bytes(std::string_view head);

// By the end of a name: .gz, .zst, .zstd or .lz4.
Compression compression_of_name(std::string_view name);
// ".gz", ".zst", ".lz4", or nothing.
std::string_view suffix_of(Compression compression);
// The name without such an end, if it has one.
std::string_view without_suffix(std::string_view name);

// The compression of a file on disk. Not for pipes, which would lose their first bytes.
Result<Compression> compression_of(const std::string& path);

}  // namespace doppel::codec
