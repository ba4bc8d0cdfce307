#include "base/hash.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace doppel {
namespace {

// Known answers of XXH3 with seed 0, from the algorithm's published test vectors and the reference
// program.
TEST(Hash, known_answers) {
  EXPECT_EQ(hash64(""), 0x2D06800538D394C2U);
  EXPECT_EQ(hash128(""), (Hash128{0x99AA06D3014798D8, 0x6001C324468D497F}));
}

TEST(Hash, differs_for_different_bytes) {
  EXPECT_NE(hash64("a"), hash64("b"));
  EXPECT_NE(hash128("a"), hash128(std::string_view("a\0", 2)));
}

}  // namespace
}  // namespace doppel
