// Records that stand for others: what an archive holds instead of a copy, or beside one.
//
// A revisit takes the place of a record whose payload another record has, byte for byte: it keeps
// the record's own fields and HTTP head, drops the body, and names the other by URL, date and id
// (profile identical-payload-digest). A note follows a record that resembles another: a metadata
// record that names it and the proof. Pure; the same record and the same other give the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "archive/warc_record.h"

namespace doppel::archive {

// The record that is referred to.
struct Original {
  std::string uri, date, record_id;  // empty: not known
};

// Payloads below this stay: a revisit would save nothing.
inline constexpr size_t kMinRevisitBytes = 256;

// `record` is its head and at least the first `kept` bytes of its block: the HTTP head, which
// stays. `digest` is that of the payload.
void append_revisit(std::string_view record, const WarcHead& head, size_t kept,
                    std::string_view digest, const Original& original, std::string& out);

// A revisit as it stands, referring to another record: what it referred to has become a revisit.
void append_repointed(std::string_view record, const WarcHead& head, const Original& original,
                      std::string& out);

// What a note says of the record before it.
struct Note {
  Original kept;
  std::string level, similarity, predicate;  // "near", "94/111", "jaccard(word,5) >= 4/5"
};

void append_note(const WarcHead& head, const Note& note, std::string& out);

}  // namespace doppel::archive
