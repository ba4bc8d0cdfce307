// How long zstd and lz4 frames are, and a dictionary that stands before them, without unpacking.
//
// Tested by pack_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "codec/compression.h"
#include "io/byte_window.h"

namespace doppel::codec {

// The packed length of the skippable frame, zstd frame or lz4 frame at `at`, found by the lengths
// of its blocks, without unpacking them; 0 when it is none or cut off.
size_t frame_length(Compression compression, io::ByteWindow& file, uint64_t at);

// The content of a skippable frame with the magic of the WARC dictionary extension
// (0x184D2A5D) at the front of a file, unpacked if it is packed itself; empty when there is none,
// or one of more than 64 MiB.
std::string warc_dictionary(io::ByteWindow& file);

}  // namespace doppel::codec
