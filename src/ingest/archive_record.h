// From a raw record of an archive to a record: what kind of thing it is, and its payload.
//
//   response    a page, an image, a redirect, an error: by its HTTP head
//   resource    the same without HTTP, by its media type
//   conversion  plain text, as in WET: ready
//   revisit     nothing to compare
//   others      not a page
//
// A record is a page with words when its status is 200 or 203 (or there is none), nothing is
// missing (no WARC-Truncated, no 206) and its media type is HTML, XHTML or plain text; without a
// media type, when it looks like HTML. Everything else is compared by its bytes alone: so is what
// claims a content coding that cannot be undone. Transfer coding is undone first, then content
// coding.
//
// Not thread-safe.
#pragma once

#include "archive/http_message.h"
#include "archive/raw_records.h"
#include "codec/content_decoder.h"
#include "doppel/read.h"

namespace doppel::ingest {

// URLs are ASCII by right; other bytes are UTF-8 or written as %XX, so that lists stay UTF-8. In
// the arena unless it is the URL itself.
std::string_view clean_url(std::string_view url, Arena& arena);

class ArchiveRecordParser {
 public:
  ArchiveRecordParser(archive::Format format, const ReadOptions& options)
      : format_(format),
        max_payload_bytes_(options.max_record_bytes),
        check_digests_(options.check_digests) {}

  // Fills everything of the record that the raw record decides; views point into its bytes and
  // the arena. `at` and `input` are the caller's.
  void parse(const archive::RawRecord& raw, Arena& arena, Record& record);

 private:
  void parse_http(const archive::RawRecord& raw, std::string_view block, Arena& arena,
                  Record& record);
  bool decode_body(const archive::HttpHead& http, std::string_view body, Arena& arena,
                   Record& record);
  void check_digests(const archive::WarcHead& head, std::string_view block, std::string_view body,
                     Arena& arena, Record& record);

  archive::Format format_;
  uint64_t max_payload_bytes_;
  bool check_digests_;
  codec::ContentDecoder decoder_;
};

}  // namespace doppel::ingest
