// Records of an archive that can only be read from front to end: a whole file packed at once, a
// record that runs across members, a pipe.
//
// Offsets count uncompressed bytes. After damage of a head the next record is found; a length is
// taken at its word, and damage of the packed stream ends it, because nothing behind it can be
// unpacked: then the last record says so. Memory: the largest head, and the record at hand.
#pragma once

#include <memory>

#include "archive/raw_records.h"
#include "codec/byte_stream.h"

namespace doppel::ingest {

// REQUIRES: a record begins at range.begin of the stream, whose first byte is byte 0.
std::unique_ptr<archive::RawRecordReader> stream_records(std::unique_ptr<codec::ByteStream> stream,
                                                         archive::Format format,
                                                         const archive::RecordRange& range);

}  // namespace doppel::ingest
