// Parses a raw record of an archive: which kind of record it is, and its payload.
//
//   response    a page, an image, a redirect or an error, according to its HTTP header
//   resource    the same without HTTP, according to its media type
//   conversion  plain text in UTF-8, as in WET
//   revisit     there is nothing to compare
//   others      not a page
//
// A record is a page with words if its status is 200 or 203 (or there is none), nothing is missing
// (no WARC-Truncated, no 206) and its media type is HTML, XHTML or plain text; without a media
// type, if it looks like HTML. All other pages are compared by their bytes alone, also if their
// content coding cannot be decoded. The transfer coding is decoded first, then the content coding.
//
// Not thread-safe.
#pragma once

#include "archive/http_message.h"
#include "archive/raw_records.h"
#include "codec/content_decoder.h"
#include "doppel/read.h"

namespace doppel::ingest {

// URLs should be ASCII. Other bytes are kept if they are UTF-8, and written as %XX if not, so that
// lists are valid UTF-8. The result is the URL itself or in the arena.
std::string_view clean_url(std::string_view url, Arena& arena);

class ArchiveRecordParser {
 public:
  ArchiveRecordParser(archive::Format format, const ReadOptions& options)
      : format_(format),
        max_payload_bytes_(options.max_record_bytes),
        check_digests_(options.check_digests) {}

  // Fills the record, except `at` and `input`, which the caller sets. Its views point into the raw
  // record's bytes and the arena.
  void parse(const archive::RawRecord& raw, Arena& arena, Record& record);

 private:
  void parse_http(const archive::RawRecord& raw, std::string_view block, Arena& arena,
                  Record& record);
  bool decode_body(const archive::HttpHeader& http, std::string_view body, Arena& arena,
                   Record& record);
  void check_digests(const archive::WarcHeader& head, std::string_view block, std::string_view body,
                     Arena& arena, Record& record);

  archive::Format format_;
  uint64_t max_payload_bytes_;
  bool check_digests_;
  codec::ContentDecoder decoder_;
};

}  // namespace doppel::ingest
