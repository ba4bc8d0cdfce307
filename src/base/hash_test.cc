#include "base/hash.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/streamed_hash.h"

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

TEST(Hash, of_a_stream_is_that_of_its_bytes_however_they_are_cut) {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes.push_back(static_cast<char>(i * 7 % 251));
  for (size_t piece : {size_t{1}, size_t{3}, size_t{240}, size_t{241}, size_t{5000}}) {
    StreamedHash128 stream;
    EXPECT_EQ(stream.hash(), hash128(""));
    for (size_t at = 0; at < bytes.size(); at += piece) {
      stream.add(std::string_view(bytes).substr(at, piece));
    }
    EXPECT_EQ(stream.hash(), hash128(bytes)) << piece;
  }
}

}  // namespace
}  // namespace doppel
