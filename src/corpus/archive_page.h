// A page of an archive as its writer needs it: where it lies, and what its heads say that goes into
// revisits, notes and the index. With this a record that stays is copied without being unpacked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/hash.h"
#include "doppel/read.h"

namespace doppel::corpus {

// The record that a revisit of the input says it refers to; what is not said is empty.
struct RefersTo {
  std::string_view id;  // with angle brackets
  std::string_view url, date;
};

// What the heads say beside URL, id and time. 64 bytes and the texts, for each page of an archive.
struct HeadFields {
  std::string_view date;                // where it is not date_text() of the time
  std::string_view media_type;          // of the payload
  std::string_view digest;              // of the payload: "sha1:..."; empty: not said, or too long
  const RefersTo* refers_to = nullptr;  // of a revisit, in the arena of its texts
  uint16_t http_status = 0;
};

struct ArchivePage {
  Position at;
  uint64_t stored_hash = 0;  // of the bytes there: see stored_hash()
  std::string_view url, id;  // id as JSON
  int64_t fetched_ms = -1;
  Kind kind = Kind::kText;
  HeadFields fields;
};

// Whether its heads say anything: those of other inputs do not.
inline bool is_of_archive(const Record& record) {
  return record.kind == Kind::kRevisit || !record.date.empty() || !record.media_type.empty() ||
         !record.payload_digest.empty() || record.http_status != 0;
}
// Copies of the record's, in the arena.
HeadFields head_fields(const Record& record, Arena& arena);

// A keyed hash that tells whether a record has changed: of the bytes in the file, packed as they
// are; of a record that is not packed alone, of itself.
uint64_t stored_hash(const Record& record);

// The keyed hash a body is known by; zero for one that is too small to be revisited. `payload` is
// that of the payload, or zero: mostly they are the same bytes.
Hash128 body_hash(const Record& record, const Hash128& payload);

// As a WARC says it: to the second, or finer where the time is. Empty for a time not known.
std::string date_text(int64_t ms);
std::string date_of(const ArchivePage& page);
// Without the quotes of JSON; empty when there is none.
std::string record_id_of(const ArchivePage& page);

}  // namespace doppel::corpus
