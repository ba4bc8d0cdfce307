// Writes records that refer to others: revisits instead of copies, and notes about near-duplicates.
//
// A revisit replaces a record whose payload is the same, byte for byte, as that of another record:
// it keeps the record's own fields and HTTP header, drops the body, and names the other record by
// URL, date and id (profile identical-payload-digest). A note is a metadata record after a record
// that resembles another; it names that record and the proof. Pure; the same arguments give the
// same bytes.
#pragma once

#include <string>
#include <string_view>

#include "archive/warc_header.h"

namespace doppel::archive {

// The record that is referred to.
struct Original {
  std::string uri, date, record_id;  // empty: not known
};

// Smaller payloads are kept, because a revisit would not save anything.
inline constexpr size_t kMinRevisitBytes = 256;

// `record` is its header and at least the first `kept` bytes of its block, which are kept: the HTTP
// header. `digest` is that of the payload.
void append_revisit(std::string_view record, const WarcHeader& head, size_t kept,
                    std::string_view digest, const Original& original, std::string& out);

// An unchanged revisit that refers to another record, because the record it referred to has become
// a revisit.
void append_repointed(std::string_view record, const WarcHeader& head, const Original& original,
                      std::string& out);

// What a note says about the record before it.
struct Note {
  Original kept;
  std::string level, similarity, predicate;  // "near", "94/111", "jaccard(word,5) >= 4/5"
};

void append_note(const WarcHeader& head, const Note& note, std::string& out);

}  // namespace doppel::archive
