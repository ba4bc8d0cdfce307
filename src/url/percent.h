// Percent-encoding, one spelling of each byte: %7e and ~ are the same, %2F and / are not.
//
// A table says of every byte whether it may stand as it is in one part of a URL, and whether its
// encoded form becomes the byte itself. A byte for which the second holds must be one for which the
// first does; then normalising twice changes nothing, because what is written is either such a byte
// or %XX of another.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "url/rules.h"

namespace doppel::url {

struct PercentTable {
  enum : uint8_t { kStands = 1, kDecodes = 2 };
  std::array<uint8_t, 256> of{};
  UrlRule decode_rule = UrlRule::kPercentDecode;
};

// RFC 3986: unreserved bytes are decoded, what the grammar does not allow in that part is encoded.
extern const PercentTable kUserinfoTable, kHostTable, kPathTable, kQueryTable;
// Also decodes delimiters that separate nothing in a web address' path or query.
extern const PercentTable kWebPathTable, kWebQueryTable;

// Appends the part, normalised. A % that begins no %XX is itself encoded. Linear.
void append_normalised(std::string_view part, const PercentTable& table, std::string& out,
                       RuleSet& rules);

}  // namespace doppel::url
