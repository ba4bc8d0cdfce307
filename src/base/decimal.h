// A number as it is written in decimal, as the nearest double.
//
// "1e-400" is written as a number though no double but 0 is near it; "1e400" is one whose nearest
// double is infinite. std::from_chars() refuses both alike, which would make a very small score a
// missing one. Cost: linear in the digits. Thread safety: pure function.
#pragma once

#include <optional>
#include <string_view>

namespace doppel {

// Digits, a point, an exponent, a minus sign; the whole text, or nothing. Zero keeps its sign only
// if it is written as zero.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace doppel
