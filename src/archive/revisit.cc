#include "archive/revisit.h"

#include <initializer_list>

#include "archive/digest.h"
#include "archive/header_fields.h"
#include "archive/warc_writer.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

// Copies the version line and the fields, but for those named.
void copy_fields(std::string_view record, const WarcHeader& head,
                 std::initializer_list<std::string_view> dropped, std::string& out) {
  size_t line = record.find('\n') + 1;
  out.append(trim(record.substr(0, line))).append("\r\n");
  FieldCursor cursor(record.substr(line, head.header_bytes - line));
  for (Field field; cursor.next(field);) {
    bool keep = true;
    for (std::string_view name : dropped) keep = keep && !equal_ignoring_case(field.name, name);
    if (keep) out.append(field.name).append(": ").append(field.value).append("\r\n");
  }
}

void add(std::string_view name, std::string_view value, std::string& out) {
  if (!value.empty()) out.append(name).append(": ").append(value).append("\r\n");
}

void add_original(const Original& original, std::string& out) {
  add("WARC-Refers-To", original.record_id, out);
  add("WARC-Refers-To-Target-URI", original.uri, out);
  add("WARC-Refers-To-Date", original.date, out);
}

void add_block(std::string_view block, std::string& out) {
  add("Content-Length", std::to_string(block.size()), out);
  out.append("\r\n").append(block).append("\r\n\r\n");
}

}  // namespace

void append_revisit(std::string_view record, const WarcHeader& head, size_t kept,
                    std::string_view digest, const Original& original, std::string& out) {
  copy_fields(record, head,
              {"WARC-Type", "WARC-Profile", "WARC-Refers-To", "WARC-Refers-To-Target-URI",
               "WARC-Refers-To-Date", "WARC-Payload-Digest", "WARC-Block-Digest", "Content-Length"},
              out);
  std::string_view block = record.substr(head.header_bytes, kept);
  add("WARC-Type", name(WarcType::kRevisit), out);
  bool newer = head.version.starts_with("1.") && head.version != "1.0";
  add("WARC-Profile",
      newer ? "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
            : "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
      out);
  add_original(original, out);
  add("WARC-Payload-Digest", digest, out);
  add("WARC-Block-Digest", sha1_digest(block), out);
  add_block(block, out);
}

void append_repointed(std::string_view record, const WarcHeader& head, const Original& original,
                      std::string& out) {
  copy_fields(
      record, head,
      {"WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date", "Content-Length"},
      out);
  add_original(original, out);
  add_block(record.substr(head.header_bytes), out);
}

void append_note(const WarcHeader& head, const Note& note, std::string& out) {
  std::string block;
  add("duplicate-of-uri", note.kept.uri, block);
  add("duplicate-of-date", note.kept.date, block);
  add("duplicate-of-id", note.kept.record_id, block);
  add("level", note.level, block);
  add("similarity", note.similarity, block);
  add("predicate", note.predicate, block);
  std::string identity(head.record_id);
  identity.append("\n").append(head.target_uri).append("\n").append(head.date).append("\n");
  std::string id = record_id_of(hash128(identity + block)), digest = sha1_digest(block);
  append_warc_record({.type = name(WarcType::kMetadata),
                      .record_id = id,
                      .date = head.date,
                      .target_uri = head.target_uri,
                      .content_type = "application/warc-fields",
                      .more = {{"WARC-Refers-To", head.record_id}, {"WARC-Block-Digest", digest}}},
                     block, out);
}

}  // namespace doppel::archive
