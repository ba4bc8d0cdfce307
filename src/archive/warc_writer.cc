// Tested by warc_header_test.cc: what is written is read again.
#include "archive/warc_writer.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace doppel::archive {
namespace {

void append_field(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

void append_warc_record(const WarcFields& fields, std::string_view block, std::string& out) {
  out.append("WARC/1.1\r\n");
  append_field("WARC-Type", fields.type, out);
  append_field("WARC-Record-ID", fields.record_id, out);
  append_field("WARC-Date", fields.date, out);
  append_field("WARC-Target-URI", fields.target_uri, out);
  for (const auto& [field, value] : fields.more) append_field(field, value, out);
  append_field("Content-Type", fields.content_type, out);
  append_field("Content-Length", std::to_string(block.size()), out);
  out.append("\r\n").append(block).append("\r\n\r\n");
}

std::string record_id_of(Hash128 bits) {
  constexpr uint64_t kVersion = 8, kVariant = 2;
  uint64_t high = (bits.high & ~(uint64_t{0xf} << 12)) | kVersion << 12;
  uint64_t low = (bits.low & ~(uint64_t{3} << 62)) | kVariant << 62;
  std::array<char, 64> out;
  int n =
      std::snprintf(out.data(), out.size(), "<urn:uuid:%08x-%04x-%04x-%04x-%012llx>",
                    static_cast<unsigned>(high >> 32), static_cast<unsigned>(high >> 16 & 0xffff),
                    static_cast<unsigned>(high & 0xffff), static_cast<unsigned>(low >> 48),
                    static_cast<unsigned long long>(low & 0xffffffffffff));
  return {out.data(), static_cast<size_t>(n)};
}

namespace {

std::string status_line(int status, std::string_view reason) {
  return ("HTTP/1.1 " + std::to_string(status) + " ").append(reason).append("\r\n");
}

}  // namespace

std::string http_response(int status, std::string_view reason, std::string_view content_type,
                          std::string_view body) {
  std::string out = status_line(status, reason);
  append_field("Content-Type", content_type, out);
  append_field("Content-Length", std::to_string(body.size()), out);
  return out.append("\r\n").append(body);
}

std::string http_redirect(int status, std::string_view reason, std::string_view location) {
  std::string out = status_line(status, reason);
  append_field("Location", location, out);
  append_field("Content-Length", "0", out);
  return out.append("\r\n");
}

}  // namespace doppel::archive
