#include "base/rows_digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace doppel {
namespace {

// The rows in batches of so many.
RowDigest digest(const std::vector<std::string>& rows, size_t batch = 1000) {
  const std::vector<std::string_view> views(rows.begin(), rows.end());
  std::vector<RowDigest> digests(rows.size());
  for (size_t begin = 0; begin < rows.size(); begin += batch) {
    const size_t count = std::min(batch, rows.size() - begin);
    digest_rows(std::span(views).subspan(begin, count), std::span(digests).subspan(begin, count));
  }
  return digest_set(digests);
}

// Computed by Python's hashlib from the two lines of the header.
TEST(RowsDigest, known_answers) {
  EXPECT_EQ(hexadecimal(digest({"", "a", "ab", "ab"})),
            "2a6814970c661716f30dd01c2d4643d7fc6b9c2fc9c57b0a8dd8b7b9f14071ed");
  EXPECT_EQ(hexadecimal(digest({})),
            "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a");
}

TEST(RowsDigest, neither_order_nor_batches_change_it) {
  std::mt19937 random(1);
  std::vector<std::string> rows;
  for (int i = 0; i < 300; ++i) rows.push_back(std::to_string(random() % 200) + '\0' + "row");
  const RowDigest expected = digest(rows);
  for (size_t batch : {1, 7, 64, 1000}) {
    std::shuffle(rows.begin(), rows.end(), random);
    EXPECT_EQ(digest(rows, batch), expected) << batch;
  }
}

// Sets that differ in a byte, in how often a row stands there, or in where one row ends and the
// next begins; a row of bytes that are digests; rows whose digests have the same xor.
TEST(RowsDigest, different_rows_have_different_digests) {
  std::vector<RowDigest> of_two(2);
  const std::vector<std::string_view> two = {"a", "b"};
  digest_rows(two, of_two);
  std::sort(of_two.begin(), of_two.end());
  const std::string list(reinterpret_cast<const char*>(of_two.data()), 64);
  const std::vector<std::vector<std::string>> sets = {{},
                                                      {""},
                                                      {"", ""},
                                                      {"a"},
                                                      {"b"},
                                                      {"a", "b"},
                                                      {"a", "a"},
                                                      {"ab"},
                                                      {"ab", ""},
                                                      {"a", "b", ""},
                                                      {"a", "B"},
                                                      {list},
                                                      {"\1" + list},
                                                      {"c", "c"},
                                                      {"b", "b", "a"},
                                                      {"a", "a", "b"},
                                                      {"a", "a", "a"}};
  std::set<RowDigest> digests;
  for (const auto& rows : sets) digests.insert(digest(rows));
  EXPECT_EQ(digests.size(), sets.size());
}

}  // namespace
}  // namespace doppel
