#include "archive/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

#include "archive/header_fields.h"
#include "base/ascii.h"

namespace doppel::archive {
namespace {

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kHex = "0123456789abcdef";

const EVP_MD* algorithm_of(std::string_view name) {
  if (equal_ignoring_case(name, "sha1") || equal_ignoring_case(name, "sha-1")) return EVP_sha1();
  if (equal_ignoring_case(name, "sha256") || equal_ignoring_case(name, "sha-256"))
    return EVP_sha256();
  if (equal_ignoring_case(name, "sha512") || equal_ignoring_case(name, "sha-512"))
    return EVP_sha512();
  if (equal_ignoring_case(name, "md5")) return EVP_md5();
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

// Joins the values of the digits, `bits` bits each; nullopt unless they make exactly this number of
// bytes, apart from an incomplete last byte.
std::optional<std::string> from_digits(std::string_view text, std::string_view digits,
                                       uint32_t bits, size_t size) {
  if ((8 * size + bits - 1) / bits != text.size()) return std::nullopt;
  std::string out;
  uint32_t held = 0, count = 0;
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
    out.push_back(static_cast<char>(held >> count));
  }
  return out;
}

// In base32 or hex, with padding or without.
std::optional<std::string> decode(std::string_view value, size_t size) {
  constexpr uint32_t kBase32Bits = 5, kHexBits = 4;
  value = value.substr(0, value.find('='));
  auto out = from_digits(value, kBase32, kBase32Bits, size);
  return out ? out : from_digits(value, kHex, kHexBits, size);
}

struct StatedDigest {
  explicit StatedDigest(std::string_view stated) {
    const size_t colon = stated.find(':');
    if (colon == stated.npos) return;
    name = stated.substr(0, colon);
    value = stated.substr(colon + 1);
    algorithm = algorithm_of(name);
  }
  std::optional<std::string> bytes() const {
    if (algorithm == nullptr) return std::nullopt;
    return decode(value, static_cast<size_t>(EVP_MD_size(algorithm)));
  }

  std::string_view name, value;
  const EVP_MD* algorithm = nullptr;  // null: unknown
};

}  // namespace

DigestCheck check_digest(std::string_view stated, std::string_view bytes) {
  const StatedDigest digest(stated);
  if (digest.algorithm == nullptr) return DigestCheck::kUnknown;
  const bool equal = digest.bytes() == digest_of(digest.algorithm, bytes);
  return equal ? DigestCheck::kEqual : DigestCheck::kDiffers;
}

bool digests_differ(std::string_view left, std::string_view right) {
  const StatedDigest a(left), b(right);
  if (a.name.empty() || b.name.empty()) return false;
  const bool same_algorithm =
      a.algorithm ? a.algorithm == b.algorithm : equal_ignoring_case(a.name, b.name);
  if (!same_algorithm) return false;
  const auto x = a.bytes(), y = b.bytes();
  return x && y ? *x != *y : a.value != b.value;
}

std::optional<Sha1> parse_sha1(std::string_view text) {
  if (size_t colon = text.find(':'); colon != text.npos) {
    if (algorithm_of(text.substr(0, colon)) != EVP_sha1()) return std::nullopt;
    text.remove_prefix(colon + 1);
  }
  Sha1 out;
  const auto bytes = decode(text, out.size());
  if (!bytes) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), out.begin());
  return out;
}

std::string sha256(std::string_view bytes) { return digest_of(EVP_sha256(), bytes); }

std::string sha1_digest(std::string_view bytes) {
  return "sha1:" + base32(digest_of(EVP_sha1(), bytes));
}

}  // namespace doppel::archive
