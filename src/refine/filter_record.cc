// The stored filter, version 1; docs/design/refine.md has the same picture.
//
//   offset  bytes   what
//   0       2       "DF"
//   2       1       version: 1
//   3       1       kind: 0 text, 1 links
//   4       1       hashes: 1 to 32
//   5       3       checksum: the low 24 bits of XXH3-64 over bytes 2 to 4 and all from 8 on
//   8       bits/8  the words of the filter, little-endian; their number gives the size
//
// 264 bytes for 2048 bits, which is 352 characters of base64 without padding. Stored: never change.
//
// Tested by filter_record_test.cc and tests/golden/filter.tsv; fuzzed by refine_fuzz.cc.
#include <array>

#include "base/bytes.h"
#include "base/guard.h"
#include "base/hash.h"
#include "doppel/refine.h"

namespace doppel {
namespace {

constexpr std::string_view kMagic = "DF";
constexpr uint8_t kFilterVersion = 1;
constexpr size_t kHeadBytes = 8, kChecked = 2, kCheckedBytes = 3;

uint32_t checksum(std::string_view record) {
  std::string covered(record.substr(kChecked, kCheckedBytes));
  covered += record.substr(kHeadBytes);
  return hash64(covered) & 0xFFFFFF;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int, 256> kBase64Values = [] {
  std::array<int, 256> out{};
  for (int& value : out) value = -1;
  for (size_t i = 0; i < kBase64.size(); ++i) {
    out[static_cast<uint8_t>(kBase64[i])] = static_cast<int>(i);
  }
  out['-'] = 62;  // the alphabet for addresses
  out['_'] = 63;
  return out;
}();

// The bytes, or nothing if the text is not base64 in its one form: no bits left over.
std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=') && text.size() % 4 != 1) text.remove_suffix(1);
  std::string out;
  uint32_t bits = 0;
  int have = 0;
  for (char c : text) {
    const int value = kBase64Values[static_cast<uint8_t>(c)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    out.push_back(static_cast<char>(bits >> have & 0xFF));
  }
  const bool whole = have < 6 && (bits & ((1u << have) - 1)) == 0;
  return whole ? std::optional(out) : std::nullopt;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
  }
  return out;
}

}  // namespace

std::string encode(const PageFilter& filter) {
  ByteWriter out;
  for (char c : kMagic) out.u8(static_cast<uint8_t>(c));
  out.u8(kFilterVersion);
  out.u8(static_cast<uint8_t>(filter.rules.kind));
  out.u8(static_cast<uint8_t>(filter.rules.hashes));
  for (int i = 0; i < 3; ++i) out.u8(0);
  for (uint64_t word : filter.words) out.u64(word);
  std::string record = out.bytes();
  const uint32_t sum = checksum(record);
  for (size_t i = 0; i < 3; ++i) record[5 + i] = static_cast<char>(sum >> 8 * i & 0xFF);
  return record;
}

Result<PageFilter> decode_filter(std::string_view record) try {
  if (record.size() < kHeadBytes || !record.starts_with(kMagic)) {
    return corrupt("filter: does not begin with DF");
  }
  ByteReader in(record.substr(kMagic.size()));
  if (const uint8_t version = in.u8(); version != kFilterVersion) {
    return corrupt("filter: unknown version " + std::to_string(version));
  }
  PageFilter out;
  out.rules.kind = static_cast<FilterKind>(in.u8());
  out.rules.hashes = in.u8();
  uint32_t sum = 0;
  for (int i = 0; i < 3; ++i) sum |= uint32_t{in.u8()} << 8 * i;
  const size_t bytes = record.size() - kHeadBytes;
  if (bytes % 8 != 0) {
    return corrupt("filter: the bits take " + std::to_string(bytes) +
                   " bytes, which is not a multiple of 8");
  }
  if (sum != checksum(record)) return corrupt("filter: the checksum does not match");
  constexpr size_t kMostBytes = size_t{1} << 28;  // so that the number of bits fits
  out.rules.bits = static_cast<uint32_t>(std::min(bytes, kMostBytes) * 8);
  if (Status status = out.rules.check(); !status.ok())
    return corrupt("filter: " + status.message());
  out.words.resize(bytes / 8);
  for (uint64_t& word : out.words) word = in.u64();
  return out;
} catch (...) {
  return status_of_exception();
}

std::string filter_text(const PageFilter& filter) {
  const std::string record = encode(filter);
  std::string out;
  for (size_t i = 0; i < record.size(); i += 3) {
    const size_t have = std::min<size_t>(3, record.size() - i);
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < have ? static_cast<uint8_t>(record[i + j]) : 0);
    }
    for (size_t j = 0; j < 4; ++j)
      out.push_back(j <= have ? kBase64[bits >> (18 - 6 * j) & 63] : '=');
  }
  return out;
}

Result<PageFilter> parse_filter(std::string_view text) try {
  // A record begins with "DF", which is "44 46" in hexadecimal and "RE" in base64: no text is both.
  const auto record = text.starts_with("4446") ? from_hex(text) : from_base64(text);
  if (!record) return corrupt("filter: neither base64 nor hexadecimal");
  return decode_filter(*record);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
