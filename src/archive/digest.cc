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

std::string sha256(std::string_view bytes) { return digest_of(EVP_sha256(), bytes); }

std::string sha1_digest(std::string_view bytes) {
  return "sha1:" + base32(digest_of(EVP_sha1(), bytes));
}

}  // namespace doppel::archive
