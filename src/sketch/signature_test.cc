// The stored record: what is written is read, and nothing else is.
#include "doppel/signature.h"

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/hash.h"

namespace doppel {
namespace {

// One signature with every section; its values need not come from a text.
Signature full_signature() {
  Signature s;
  s.rules = {
      .text = {.unit = Unit::kChar, .k = 8, .padding = Padding::kAlways, .mask_numbers = true},
      .seed = 99,
      .bins = 64,
      .bbit = 2,
      .permutations = 3,
      .bottom = 4,
      .mod = 5,
      .simhash_bits = 128,
      .simhash_k = 2,
      .bloom_bits = 192,
      .bloom_hashes = 3,
      .chunker = Chunker::kRabin,
      .chunk_hash = ChunkHash::kSha1,
      .chunk_bytes = 512};
  s.tokens = 300, s.windows = 1'000'000;
  s.words_hash_high = 1, s.words_hash_low = ~uint64_t{0};
  s.minhash.assign(64, 7);
  s.bbit = {1, 2};
  s.classic = {9, 8, 7};
  s.bottom = {1, 5, 6};
  s.mod = {0, 15, 20};
  s.simhash_low = 3, s.simhash_high = 4;
  s.bloom = {1, 2, 3};
  return s;
}

// The record with its checksum made right again.
std::string resealed(std::string record) {
  record.resize(record.size() - 8);
  ByteWriter checksum;
  checksum.u64(hash64(record));
  return record + checksum.bytes();
}

TEST(SignatureRecord, is_read_as_it_was_written) {
  const Signature full = full_signature();
  auto read = decode_signature(encode(full));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, full);
}

TEST(SignatureRecord, begins_with_its_name_and_version) {
  const std::string record = encode(full_signature());
  EXPECT_EQ(record.substr(0, 6), std::string("dsig\1\2"));
}

TEST(SignatureRecord, refuses_every_change_of_a_bit) {
  const std::string record = encode(full_signature());
  for (size_t bit = 0; bit < record.size() * 8; ++bit) {
    std::string changed = record;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
    auto read = decode_signature(changed);
    ASSERT_FALSE(read) << bit;
    ASSERT_EQ(read.error().code(), StatusCode::kCorrupt);
  }
}

TEST(SignatureRecord, refuses_every_other_length) {
  const std::string record = encode(full_signature());
  for (size_t size = 0; size < record.size(); ++size) {
    ASSERT_FALSE(decode_signature(record.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_signature(record + '\0'));
  EXPECT_FALSE(decode_signature(resealed(record + '\0')));
}

// With a right checksum, only changes that make another valid signature are read, and they are read
// as they stand.
TEST(SignatureRecord, refuses_what_it_would_write_differently) {
  const std::string record = encode(full_signature());
  size_t accepted = 0;
  for (size_t byte = 0; byte < record.size() - 8; ++byte) {
    for (int change : {1, 2, 4, 0x80, 0xFF}) {
      std::string changed = record;
      changed[byte] = static_cast<char>(changed[byte] ^ change);
      changed = resealed(changed);
      auto read = decode_signature(changed);
      if (!read) continue;
      ++accepted;
      ASSERT_EQ(encode(*read), changed);
    }
  }
  EXPECT_GT(accepted, 0u);
}

TEST(SignatureRecord, refuses_values_that_do_not_fit_the_rules) {
  auto refused = [](auto change) {
    Signature s = full_signature();
    change(s);
    return !decode_signature(encode(s));
  };
  EXPECT_TRUE(refused([](Signature& s) { s.bottom = {1, 5, 5}; }));
  EXPECT_TRUE(refused([](Signature& s) { s.bottom = {1, 2, 3, 4, 5}; }));
  EXPECT_TRUE(refused([](Signature& s) { s.mod = {4}; }));
  EXPECT_TRUE(refused([](Signature& s) { s.bbit = {1}; }));
  EXPECT_TRUE(refused([](Signature& s) { s.minhash.resize(63); }));
  EXPECT_TRUE(refused([](Signature& s) { s.rules.text.k = 65; }));
  EXPECT_TRUE(refused([](Signature& s) { s.rules.chunk_bytes = 300; }));
  EXPECT_TRUE(refused([](Signature& s) { s.rules.bloom_hashes = 0; }));
  EXPECT_FALSE(refused([](Signature&) {}));
}

TEST(SignatureRules, name_the_setting_outside_its_limits) {
  EXPECT_TRUE(SignatureRules{}.check().ok());
  EXPECT_EQ(SignatureRules{.bins = 100}.check().message(), "bins must be 64, 128 or 256 (got 100)");
  EXPECT_EQ((SignatureRules{.bins = 0, .bbit = 1}.check().code()), StatusCode::kInvalidArgument);
  EXPECT_FALSE((SignatureRules{.simhash_bits = 32}.check().ok()));
  EXPECT_FALSE((SignatureRules{.bloom_bits = 100}.check().ok()));
  EXPECT_FALSE((SignatureRules{.permutations = 4097}.check().ok()));
}

}  // namespace
}  // namespace doppel
