#include "archive/digest.h"

#include <openssl/evp.h>

#include <array>

#include "archive/header_fields.h"

namespace doppel::archive {
namespace {

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kHex = "0123456789abcdef";

const EVP_MD* algorithm_of(std::string_view name) {
  if (same_name(name, "sha1") || same_name(name, "sha-1")) return EVP_sha1();
  if (same_name(name, "sha256") || same_name(name, "sha-256")) return EVP_sha256();
  if (same_name(name, "sha512") || same_name(name, "sha-512")) return EVP_sha512();
  if (same_name(name, "md5")) return EVP_md5();
  return nullptr;
}

std::string digest_of(const EVP_MD* algorithm, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out;
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, algorithm, nullptr);
  return {reinterpret_cast<const char*>(out.data()), size};
}

std::string base32(std::string_view bytes) {
  std::string out;
  uint32_t held = 0;
  int bits = 0;
  for (char c : bytes) {
    held = (held << 8 | static_cast<uint8_t>(c)) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) out.push_back(kBase32[held >> (bits - 5) & 31]);
  }
  if (bits > 0) out.push_back(kBase32[held << (5 - bits) & 31]);
  return out;
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    out.push_back(kHex[static_cast<uint8_t>(c) >> 4]);
    out.push_back(kHex[static_cast<uint8_t>(c) & 15]);
  }
  return out;
}

// The value of each digit, `bits` of it, one after the other; nothing unless they fill it exactly.
std::optional<Sha1> from_digits(std::string_view text, std::string_view digits, uint32_t bits) {
  Sha1 out;
  if (text.size() * bits != 8 * out.size()) return std::nullopt;
  uint32_t held = 0, count = 0;
  size_t at = 0;
  for (char c : text) {
    bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    if (upper && digits == kHex) c = static_cast<char>(c + ('a' - 'A'));
    if (lower && digits == kBase32) c = static_cast<char>(c - ('a' - 'A'));
    size_t value = digits.find(c);
    if (value == digits.npos) return std::nullopt;
    held = held << bits | static_cast<uint32_t>(value);
    count += bits;
    if (count < 8) continue;
    count -= 8;
    out[at++] = static_cast<uint8_t>(held >> count);
  }
  return out;
}

}  // namespace

DigestCheck check_digest(std::string_view stated, std::string_view bytes) {
  size_t colon = stated.find(':');
  if (colon == stated.npos) return DigestCheck::kUnknown;
  const EVP_MD* algorithm = algorithm_of(stated.substr(0, colon));
  if (algorithm == nullptr) return DigestCheck::kUnknown;
  std::string_view value = stated.substr(colon + 1);
  value = value.substr(0, value.find('='));  // padding
  std::string actual = digest_of(algorithm, bytes);
  bool equal = same_name(value, base32(actual)) || same_name(value, hex(actual));
  return equal ? DigestCheck::kEqual : DigestCheck::kDiffers;
}

std::optional<Sha1> parse_sha1(std::string_view text) {
  if (size_t colon = text.find(':'); colon != text.npos) {
    if (algorithm_of(text.substr(0, colon)) != EVP_sha1()) return std::nullopt;
    text.remove_prefix(colon + 1);
  }
  constexpr uint32_t kBase32Bits = 5, kHexBits = 4;
  auto out = from_digits(text, kBase32, kBase32Bits);
  return out ? out : from_digits(text, kHex, kHexBits);
}

std::string sha256(std::string_view bytes) { return digest_of(EVP_sha256(), bytes); }

std::string sha1_digest(std::string_view bytes) {
  return "sha1:" + base32(digest_of(EVP_sha1(), bytes));
}

}  // namespace doppel::archive
