// Parses a decimal number to the nearest double.
//
// "1e-400" is a number whose nearest double is 0, and "1e400" one whose nearest double is infinite.
// std::from_chars() refuses both, so a record with a very small score would seem to have none.
// Cost: linear in the digits. Thread safety: pure function.
#pragma once

#include <optional>
#include <string_view>

namespace doppel {

// Accepts digits, a point, an exponent and a minus sign; nullopt unless the whole text is a number.
// The result is -0.0 only if all digits of the text are zero.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace doppel
