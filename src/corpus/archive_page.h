// What a writer of archives has to know about a page: where it is stored, and the values of its
// headers that go into revisit records, metadata and the index. With these, a kept record is copied
// without decompressing it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/hash.h"
#include "doppel/read.h"

namespace doppel::corpus {

// The record that a revisit record of the input refers to. Values that it does not state are empty.
struct RefersTo {
  std::string_view id;  // with angle brackets
  std::string_view url, date;
};

// Values of the WARC and HTTP headers besides URL, id and time. 64 bytes plus the strings for each
// page of an archive.
struct HeaderFields {
  std::string_view date;                // only if it differs from date_text() of the time
  std::string_view media_type;          // of the payload
  std::string_view digest;              // of the payload: "sha1:..."; empty: missing or too long
  const RefersTo* refers_to = nullptr;  // of a revisit record; in the same arena as the strings
  uint16_t http_status = 0;
};

struct ArchivePage {
  Position at;
  uint64_t stored_hash = 0;  // of the bytes at that position: see stored_hash()
  std::string_view url, id;  // id as JSON
  int64_t fetched_ms = -1;
  Kind kind = Kind::kText;
  HeaderFields fields;
};

// Does the record come from an archive? Only those have values from headers.
inline bool is_of_archive(const Record& record) {
  return record.kind == Kind::kRevisit || !record.date.empty() || !record.media_type.empty() ||
         !record.payload_digest.empty() || record.http_status != 0;
}
// The header values of the record, copied into the arena.
HeaderFields header_fields(const Record& record, Arena& arena);

// A keyed hash by which a changed record is detected: of the bytes in the file, compressed as they
// are; or of the record itself, if it is not compressed separately.
uint64_t stored_hash(const Record& record);

// The keyed hash that identifies a body; zero for a body that is too small for a revisit record.
// `payload` is the hash of the payload, or zero; usually both are the same bytes.
Hash128 body_hash(const Record& record, const Hash128& payload);

// The time in the form of WARC, with fractions of a second only if there are any. Empty if the time
// is not known.
std::string date_text(int64_t ms);
std::string date_of(const ArchivePage& page);
// The record id without the quotes of JSON; empty if there is none.
std::string record_id_of(const ArchivePage& page);

}  // namespace doppel::corpus
