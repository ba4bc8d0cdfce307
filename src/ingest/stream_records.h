// Raw records of an archive that can only be read from beginning to end: a file that is compressed
// as a whole, a record that extends over several members, a pipe.
//
// Offsets count uncompressed bytes. After a broken header the next record is found. Lengths are not
// checked. Damage of the compressed stream ends the archive, because nothing after it can be
// decompressed; the last record reports it. Memory: the largest header, and the current record.
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
