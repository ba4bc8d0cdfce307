// The digests of archives: "sha1:QKXRWAR2FDWMK7N5RM2R35ZIMJYXC6YA".
//
// A name, a colon, and the digest in base32 (as crawlers write it) or hex. Known: sha1, sha256,
// sha512, md5. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::archive {

enum class DigestCheck : uint8_t {
  kEqual,
  kDiffers,
  kUnknown,  // an unknown algorithm, or not a digest
};

DigestCheck check_digest(std::string_view stated, std::string_view bytes);

// Whether two records have different digests of the same algorithm. False if one has no digest, or
// if the digests cannot be compared.
bool digests_differ(std::string_view left, std::string_view right);

using Sha1 = std::array<uint8_t, 20>;
// Parses a SHA-1 digest: "sha1:" and base32 or hex, or without "sha1:", as in indexes. nullopt for
// other digests.
std::optional<Sha1> parse_sha1(std::string_view text);

// 32 bytes.
std::string sha256(std::string_view bytes);

// "sha1:" and base32: what replay tools look up.
std::string sha1_digest(std::string_view bytes);

}  // namespace doppel::archive
