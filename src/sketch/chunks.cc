#include "sketch/chunks.h"

#include <openssl/evp.h>

#include <bit>
#include <cassert>
#include <memory>

#include "sketch/gear.h"
#include "sketch/rabin.h"

namespace doppel::sketch {

// OpenSSL's digest and a context for it; looking either up costs more than hashing a chunk.
class ChunkNamer::Sha1 {
 public:
  Sha1() : digest_(EVP_MD_fetch(nullptr, "SHA1", nullptr)), context_(EVP_MD_CTX_new()) {
    assert(digest_ && context_);
  }

  Hash128 first_16_bytes(std::string_view bytes) {
    uint8_t out[EVP_MAX_MD_SIZE] = {};
    EVP_DigestInit_ex2(context_.get(), digest_.get(), nullptr);
    EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
    EVP_DigestFinal_ex(context_.get(), out, nullptr);
    Hash128 id;
    for (int i = 0; i < 8; ++i) id.high = id.high << 8 | out[i];
    for (int i = 8; i < 16; ++i) id.low = id.low << 8 | out[i];
    return id;
  }

 private:
  struct Free {
    void operator()(EVP_MD* digest) const { EVP_MD_free(digest); }
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD, Free> digest_;
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

bool ChunkRules::valid() const {
  return std::has_single_bit(expected_bytes) && expected_bytes >= 64 && expected_bytes <= 65536 &&
         max_bytes >= expected_bytes;
}

void chunk_ends(std::string_view bytes, const ChunkRules& rules, std::vector<size_t>& ends) {
  assert(rules.valid());
  ends.clear();
  if (rules.chunker == Chunker::kGear) {
    gear_ends(bytes, rules.min_bytes(), rules.expected_bytes, rules.max_bytes, ends);
  } else {
    rabin_ends(bytes, rules.expected_bytes, rules.max_bytes, ends);
  }
}

ChunkNamer::ChunkNamer(ChunkIdKind kind)
    : sha1_(kind == ChunkIdKind::kSha1 ? std::make_unique<Sha1>() : nullptr) {}
ChunkNamer::~ChunkNamer() = default;

Hash128 ChunkNamer::id(std::string_view chunk) {
  return sha1_ ? sha1_->first_16_bytes(chunk) : hash128(chunk);
}

std::vector<Hash128> chunk_ids(std::string_view bytes, const ChunkRules& rules, ChunkIdKind kind) {
  std::vector<size_t> ends;
  chunk_ends(bytes, rules, ends);
  std::vector<Hash128> out;
  out.reserve(ends.size());
  ChunkNamer namer(kind);
  size_t begin = 0;
  for (size_t end : ends) {
    out.push_back(namer.id(bytes.substr(begin, end - begin)));
    begin = end;
  }
  return out;
}

}  // namespace doppel::sketch
