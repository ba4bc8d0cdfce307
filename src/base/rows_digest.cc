// Tested by rows_digest_test.cc: known answers, any order and any division into batches, and rows
// that would collide under a sum or an xor.
#include "base/rows_digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <new>

#include "base/allocated.h"

namespace doppel {
namespace {

constexpr uint8_t kRow = 0, kSet = 1;  // Stored: never change.

// SHA-256 of several byte strings, one after the other. OpenSSL fails only when memory runs out.
class Sha256 {
 public:
  void begin(uint8_t what) {
    check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
    add(&what, 1);
  }
  void add(const void* bytes, size_t size) { check(EVP_DigestUpdate(context_.get(), bytes, size)); }
  RowDigest end() {
    RowDigest out;
    check(EVP_DigestFinal_ex(context_.get(), out.data(), nullptr));
    return out;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  static void check(int succeeded) {
    if (succeeded != 1) throw std::bad_alloc();
  }

  std::unique_ptr<EVP_MD_CTX, Free> context_{allocated(EVP_MD_CTX_new())};
};

}  // namespace

void digest_rows(std::span<const std::string_view> rows, std::span<RowDigest> out) {
  Sha256 hash;
  for (size_t i = 0; i < rows.size(); ++i) {
    hash.begin(kRow);
    hash.add(rows[i].data(), rows[i].size());
    out[i] = hash.end();
  }
}

RowDigest digest_set(std::span<RowDigest> rows) {
  std::sort(rows.begin(), rows.end());
  Sha256 hash;
  hash.begin(kSet);
  hash.add(rows.data(), rows.size_bytes());
  return hash.end();
}

std::string hexadecimal(const RowDigest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (uint8_t byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace doppel
