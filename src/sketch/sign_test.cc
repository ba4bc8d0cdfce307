// Signatures against the golden records of tests/golden/signature.tsv, from bytes of text to stored
// bytes.
//
// The records come from a second program, tests/oracle/signature.py, never from this library.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "doppel/signature.h"
#include "support/golden_text.h"

namespace doppel {
namespace {

using support::unescaped;

constexpr size_t kFewestRows = 10;

std::string hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    out += "0123456789abcdef"[static_cast<uint8_t>(c) >> 4];
    out += "0123456789abcdef"[static_cast<uint8_t>(c) & 15];
  }
  return out;
}

// "k=4 bins=64": the settings that differ from the usual ones.
SignatureRules parse_rules(std::string_view text) {
  SignatureRules rules;
  const std::map<std::string_view, std::function<void(uint64_t)>> settings = {
      {"k", [&](uint64_t v) { rules.text.k = static_cast<uint32_t>(v); }},
      {"padded", [&](uint64_t v) { rules.text.padding = static_cast<Padding>(v); }},
      {"seed", [&](uint64_t v) { rules.seed = v; }},
      {"bins", [&](uint64_t v) { rules.bins = static_cast<uint32_t>(v); }},
      {"bbit", [&](uint64_t v) { rules.bbit = static_cast<uint32_t>(v); }},
      {"permutations", [&](uint64_t v) { rules.permutations = static_cast<uint32_t>(v); }},
      {"bottom", [&](uint64_t v) { rules.bottom = static_cast<uint32_t>(v); }},
      {"mod", [&](uint64_t v) { rules.mod = v; }},
      {"simhash_bits", [&](uint64_t v) { rules.simhash_bits = static_cast<uint32_t>(v); }},
      {"simhash_k", [&](uint64_t v) { rules.simhash_k = static_cast<uint32_t>(v); }},
      {"bloom_bits", [&](uint64_t v) { rules.bloom_bits = static_cast<uint32_t>(v); }},
      {"bloom_hashes", [&](uint64_t v) { rules.bloom_hashes = static_cast<uint32_t>(v); }},
      {"cut", [&](uint64_t v) { rules.chunker = static_cast<Chunker>(v); }},
      {"chunk_hash", [&](uint64_t v) { rules.chunk_hash = static_cast<ChunkHash>(v); }},
      {"chunk_bytes", [&](uint64_t v) { rules.chunk_bytes = static_cast<uint32_t>(v); }},
  };
  while (!text.empty()) {
    const std::string_view setting = text.substr(0, text.find(' '));
    const size_t equals = setting.find('=');
    settings.at(setting.substr(0, equals))(std::stoull(std::string(setting.substr(equals + 1))));
    text.remove_prefix(std::min(text.size(), setting.size() + 1));
  }
  return rules;
}

TEST(Sign, gives_the_golden_records) {
  std::ifstream file(std::string(DOPPEL_SOURCE_DIR) + "/tests/golden/signature.tsv",
                     std::ios::binary);
  std::string line;
  size_t rows = 0;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with('#')) continue;
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    ASSERT_NE(second, std::string::npos) << "signature.tsv:" << number;
    auto signature =
        sign(unescaped(line.substr(0, first)),
             parse_rules(std::string_view(line).substr(first + 1, second - first - 1)));
    ASSERT_TRUE(signature) << "signature.tsv:" << number << ": " << signature.error().message();
    const std::string record = encode(*signature);
    EXPECT_EQ(hex(record), line.substr(second + 1)) << "signature.tsv:" << number;
    auto read = decode_signature(record);
    ASSERT_TRUE(read) << "signature.tsv:" << number << ": " << read.error().message();
    EXPECT_EQ(*read, *signature) << "signature.tsv:" << number;
    ++rows;
  }
  EXPECT_GE(rows, kFewestRows);
}

// S, "Features for similarity": the sentence has nine windows of four words.
TEST(Sign, cuts_the_sentence_of_the_slides_into_nine_windows) {
  auto signature = sign("My name is Inigo Montoya. You killed my father. Prepare to die",
                        {.text = {.k = 4}, .bottom = 20});
  ASSERT_TRUE(signature);
  EXPECT_EQ(signature->tokens, 12u);
  EXPECT_EQ(signature->windows, 9u);
  EXPECT_EQ(signature->bottom.size(), 9u);
}

TEST(Sign, sees_words_not_layout) {
  auto left = sign("The quick brown FOX,\n jumps", {.bloom_bits = 512});
  auto right = sign("the  quick brown fox jumps!", {.bloom_bits = 512});
  ASSERT_TRUE(left && right);
  EXPECT_EQ(*left, *right);
}

TEST(Sign, refuses_rules_without_meaning) {
  auto signature = sign("a text", {.bins = 100});
  ASSERT_FALSE(signature);
  EXPECT_EQ(signature.error().code(), StatusCode::kInvalidArgument);
}

TEST(Sign, gives_the_sketches_left_out_their_usual_settings) {
  auto signature = sign("a text", {.simhash_bits = 0, .simhash_k = 9, .bloom_hashes = 7});
  ASSERT_TRUE(signature);
  EXPECT_EQ(signature->rules, (SignatureRules{.simhash_bits = 0}));
}

}  // namespace
}  // namespace doppel
