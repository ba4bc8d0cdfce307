// Filters against the golden records of tests/golden/filter.tsv, from bytes of text to base64.
//
// The records come from a second program, tests/oracle/filter.py, never from this library.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "doppel/refine.h"
#include "support/golden_text.h"

namespace doppel {
namespace {

using support::unescaped;

constexpr size_t kFewestRows = 8;

// "bits=256 hashes=3": the settings that differ from the usual ones.
FilterRules parse_rules(const std::string& text) {
  FilterRules out;
  std::istringstream settings(text);
  for (std::string setting; settings >> setting;) {
    const auto value = static_cast<uint32_t>(std::stoul(setting.substr(setting.find('=') + 1)));
    if (setting.starts_with("bits=")) out.bits = value;
    if (setting.starts_with("hashes=")) out.hashes = value;
  }
  return out;
}

TEST(FilterGolden, is_made_of_bytes_of_text) {
  std::ifstream file(std::string(DOPPEL_SOURCE_DIR) + "/tests/golden/filter.tsv", std::ios::binary);
  ASSERT_TRUE(file);
  size_t rows = 0, number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    ++rows;
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    ASSERT_NE(second, std::string::npos) << "filter.tsv:" << number;
    const FilterRules rules = parse_rules(line.substr(first + 1, second - first - 1));
    const PageFilter filter = text_filter(unescaped(line.substr(0, first)), rules);
    EXPECT_EQ(filter_text(filter), line.substr(second + 1)) << "filter.tsv:" << number;
  }
  EXPECT_GE(rows, kFewestRows);
}

}  // namespace
}  // namespace doppel
