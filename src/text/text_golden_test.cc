// The text rules against known answers: tests/golden/text.tsv and tests/golden/similarity.tsv.
//
// The files list, rule by rule, the tokens of a text and its number of distinct shingles; a failure
// names the line. The values come from an independent program, never from this library.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/text.h"
#include "doppel/types.h"

namespace doppel {
namespace {

constexpr std::size_t kFewestTextRows = 150;
constexpr std::size_t kFewestSimilarityRows = 20;

struct Row {
  std::string where;  // "text.tsv:12"
  std::vector<std::string> columns;
};

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(by);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Every line that is not a comment, split into columns.
std::vector<Row> read_rows(const std::string& name) {
  std::vector<Row> rows;
  std::ifstream file(std::string(DOPPEL_SOURCE_DIR) + "/tests/golden/" + name, std::ios::binary);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with('#')) continue;
    rows.push_back({name + ":" + std::to_string(number), split(line, '\t')});
  }
  return rows;
}

// Decodes the \xNN escapes; returns nothing when one of them is malformed.
std::optional<std::string> unescape(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    const std::string_view escape = text.substr(i, 4);
    if (escape.size() != 4 || escape[1] != 'x') return std::nullopt;
    uint8_t byte = 0;
    const auto [end, error] = std::from_chars(escape.data() + 2, escape.data() + 4, byte, 16);
    if (error != std::errc() || end != escape.data() + 4) return std::nullopt;
    bytes += static_cast<char>(byte);
    i += 3;
  }
  return bytes;
}

// Writes a token as the files do, so that a failure can be compared with its line.
std::string escape(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte > 0x20 && byte < 0x7f && c != '\\') {
      text += c;
    } else {
      text += "\\x";
      text += kHex[byte >> 4];
      text += kHex[byte & 15];
    }
  }
  return text;
}

std::string token_column(std::string_view utf8) {
  std::string column;
  for (const std::string& token : tokens(utf8)) {
    if (!column.empty()) column += ' ';
    column += escape(token);
  }
  return column;
}

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<uint64_t> shingles_at(std::string_view utf8, uint32_t k) {
  TextRules rules;
  rules.k = k;
  return shingles(utf8, rules);
}

Similarity compare(const std::vector<uint64_t>& left, const std::vector<uint64_t>& right) {
  std::vector<uint64_t> common;
  std::ranges::set_intersection(left, right, std::back_inserter(common));
  const auto count = [](std::size_t n) { return static_cast<uint32_t>(n); };
  return {.common = count(common.size()),
          .left_only = count(left.size() - common.size()),
          .right_only = count(right.size() - common.size())};
}

TEST(TextGolden, the_file_is_whole) {
  const std::vector<Row> rows = read_rows("text.tsv");
  EXPECT_GE(rows.size(), kFewestTextRows) << "tests/golden/text.tsv is missing or cut short";
  for (const Row& row : rows) {
    ASSERT_EQ(row.columns.size(), 4u) << row.where << ": bytes, k, tokens, shingles expected";
    EXPECT_TRUE(unescape(row.columns[0])) << row.where << ": broken escape in the bytes";
    EXPECT_TRUE(number(row.columns[1])) << row.where << ": k is no number";
    EXPECT_TRUE(number(row.columns[3])) << row.where << ": shingles is no number";
  }
}

TEST(TextGolden, every_row_has_its_tokens) {
  for (const Row& row : read_rows("text.tsv")) {
    ASSERT_EQ(row.columns.size(), 4u) << row.where;
    EXPECT_EQ(token_column(unescape(row.columns[0]).value_or("")), row.columns[2])
        << row.where << ": tokens of " << row.columns[0];
  }
}

TEST(TextGolden, every_row_has_its_number_of_shingles) {
  for (const Row& row : read_rows("text.tsv")) {
    ASSERT_EQ(row.columns.size(), 4u) << row.where;
    const uint32_t k = number(row.columns[1]).value_or(1);
    const std::vector<uint64_t> found = shingles_at(unescape(row.columns[0]).value_or(""), k);
    EXPECT_EQ(found.size(), number(row.columns[3]).value_or(0))
        << row.where << ": shingles at k " << k << " of " << row.columns[0];
  }
}

TEST(TextGolden, shingles_are_distinct_and_ascend) {
  for (const Row& row : read_rows("text.tsv")) {
    ASSERT_EQ(row.columns.size(), 4u) << row.where;
    const std::vector<uint64_t> found =
        shingles_at(unescape(row.columns[0]).value_or(""), number(row.columns[1]).value_or(1));
    EXPECT_EQ(std::ranges::adjacent_find(found, std::ranges::greater_equal()), found.end())
        << row.where << ": " << row.columns[0];
  }
}

TEST(SimilarityGolden, every_row_has_its_counts) {
  const std::vector<Row> rows = read_rows("similarity.tsv");
  EXPECT_GE(rows.size(), kFewestSimilarityRows)
      << "tests/golden/similarity.tsv is missing or cut short";
  for (const Row& row : rows) {
    ASSERT_EQ(row.columns.size(), 6u)
        << row.where << ": left, right, k, common, left_only, right_only expected";
    const auto left = unescape(row.columns[0]);
    const auto right = unescape(row.columns[1]);
    ASSERT_TRUE(left && right) << row.where << ": broken escape";
    std::vector<uint32_t> numbers;
    for (std::size_t column = 2; column < 6; ++column) {
      const auto value = number(row.columns[column]);
      ASSERT_TRUE(value) << row.where << ": " << row.columns[column] << " is no number";
      numbers.push_back(*value);
    }
    const uint32_t k = numbers[0];
    const Similarity found = compare(shingles_at(*left, k), shingles_at(*right, k));
    EXPECT_EQ(found.common, numbers[1]) << row.where << ": common";
    EXPECT_EQ(found.left_only, numbers[2]) << row.where << ": left_only";
    EXPECT_EQ(found.right_only, numbers[3]) << row.where << ": right_only";
  }
}

}  // namespace
}  // namespace doppel
