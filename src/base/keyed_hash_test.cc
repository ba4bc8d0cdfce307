#include "base/keyed_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace doppel {
namespace {

const std::vector<size_t> kSizes = {0,    1,    7,    8,    9,    15,   16,   17,   31,   32,
                                    1007, 1008, 1009, 1023, 1024, 1025, 2047, 2048, 2049, 3000};

std::string some_bytes(size_t size) {
  std::string out(size, '\0');
  for (size_t i = 0; i < size; ++i) out[i] = static_cast<char>(i * 31 + i / 256);
  return out;
}

TEST(KeyedHash, is_a_function_of_the_bytes_and_the_key) {
  const HashKey key = HashKey::from_seed(1), same = HashKey::from_seed(1);
  for (size_t size : kSizes) {
    const std::string bytes = some_bytes(size), elsewhere = "x" + bytes;  // other alignment
    EXPECT_EQ(keyed_hash128(bytes, key), keyed_hash128(elsewhere.substr(1), same)) << size;
    EXPECT_EQ(keyed_hash128(bytes, key), keyed_hash128(std::string_view(elsewhere).substr(1), key));
    EXPECT_EQ(keyed_hash128(bytes), keyed_hash128(bytes, HashKey::of_process()));
  }
}

TEST(KeyedHash, another_key_gives_another_hash) {
  const std::string bytes = some_bytes(100);
  EXPECT_NE(keyed_hash128(bytes, HashKey::from_seed(1)),
            keyed_hash128(bytes, HashKey::from_seed(2)));
  EXPECT_NE(keyed_hash128(bytes), keyed_hash128(bytes, HashKey::from_seed(1)));
}

// Both halves, so that neither alone carries the hash.
TEST(KeyedHash, every_byte_counts_in_both_halves) {
  for (size_t size : kSizes) {
    const std::string bytes = some_bytes(size);
    const Hash128 whole = keyed_hash128(bytes);
    for (size_t i = 0; i < size; ++i) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ 0x80);
      const Hash128 other = keyed_hash128(changed);
      ASSERT_NE(other.high, whole.high) << size << " at " << i;
      ASSERT_NE(other.low, whole.low) << size << " at " << i;
    }
  }
}

TEST(KeyedHash, half_as_long_is_a_function_of_the_same_and_every_byte_counts) {
  const HashKey key = HashKey::from_seed(1);
  EXPECT_EQ(keyed_hash64("same", key), keyed_hash64("same", HashKey::from_seed(1)));
  EXPECT_NE(keyed_hash64("same", key), keyed_hash64("same", HashKey::from_seed(2)));
  std::set<uint64_t> seen;
  for (size_t size : kSizes) {
    std::string bytes = some_bytes(size);
    EXPECT_TRUE(seen.insert(keyed_hash64(bytes, key)).second) << size;
    if (size == 0) continue;
    bytes[size / 2] = static_cast<char>(bytes[size / 2] ^ 1);
    EXPECT_TRUE(seen.insert(keyed_hash64(bytes, key)).second) << size;
  }
}

TEST(KeyedHash, zeros_of_different_lengths_differ) {
  std::set<Hash128> seen;
  const std::string zeros(2100, '\0');
  for (size_t size = 0; size <= zeros.size(); ++size) {
    EXPECT_TRUE(seen.insert(keyed_hash128(std::string_view(zeros).substr(0, size))).second) << size;
  }
}

TEST(KeyedHash, order_counts) {
  const std::string a = some_bytes(1024), b(1024, 'b');
  EXPECT_NE(keyed_hash128(a + b), keyed_hash128(b + a));
  const std::string c = some_bytes(16), d(16, 'd');
  EXPECT_NE(keyed_hash128(c + d), keyed_hash128(d + c));
  EXPECT_NE(keyed_hash128(c.substr(8) + c.substr(0, 8)), keyed_hash128(c));
}

}  // namespace
}  // namespace doppel
