// Normalises percent-encoding, so that each byte has one spelling: %7e and ~ are the same, %2F and
// / are not.
//
// For each part of a URL, a table says whether a byte is allowed unencoded, and whether its encoded
// form is decoded. Every byte that is decoded must be allowed unencoded. Then normalising twice
// changes nothing, because the result has only allowed bytes and %XX of other bytes.
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

// RFC 3986: unreserved bytes are decoded, bytes that the grammar does not allow there are encoded.
extern const PercentTable kUserinfoTable, kHostTable, kPathTable, kQueryTable;
// Also decodes delimiters that separate nothing in a web address' path or query.
extern const PercentTable kWebPathTable, kWebQueryTable;

// Appends the normalised part. A % that does not begin a %XX is encoded. Linear.
void append_normalised(std::string_view part, const PercentTable& table, std::string& out,
                       RuleSet& rules);

}  // namespace doppel::url
