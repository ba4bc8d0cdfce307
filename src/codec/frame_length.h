// The lengths of zstd and lz4 frames without decompressing them, and the dictionary before them.
//
// Tested by pack_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "codec/compression.h"
#include "io/byte_window.h"

namespace doppel::codec {

// The compressed length of the skippable frame, zstd frame or lz4 frame at `at`, from the lengths
// of its blocks; 0 if there is no frame or it is truncated.
size_t frame_length(Compression compression, io::ByteWindow& file, uint64_t at);

// The content of a skippable frame with the magic of the WARC dictionary extension
// (0x184D2A5D) at the beginning of a file, decompressed if it is compressed itself. Empty if there
// is none, or if it has more than 64 MiB.
std::string warc_dictionary(io::ByteWindow& file);

}  // namespace doppel::codec
