// The decoder of the signature record: any bytes give a signature or kCorrupt; what is read is
// written back as it was. Bytes are tried as they are, and once more with a right checksum, to get
// behind it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/hash.h"
#include "doppel/signature.h"
#include "similarity/estimates.h"

namespace {

void try_record(std::string_view record) {
  const auto signature = doppel::decode_signature(record);
  if (!signature) {
    if (signature.error().code() != doppel::StatusCode::kCorrupt) std::abort();
    return;
  }
  if (doppel::encode(*signature) != record) std::abort();
  // Whatever was read can be compared.
  (void)doppel::similarity::minhash_estimate(*signature, *signature);
  (void)doppel::similarity::bbit_estimate(*signature, *signature);
  (void)doppel::similarity::bottom_estimate(*signature, *signature);
  (void)doppel::similarity::mod_estimate(*signature, *signature);
  (void)doppel::similarity::bloom_containment(*signature, *signature);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An exact-size copy, so that a read past the end is seen.
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const std::string_view bytes(exact.get(), size);
  try_record(bytes);
  doppel::ByteWriter checksum;
  const std::string content = "dsig\1\1" + std::string(bytes);
  checksum.u64(doppel::hash64(content));
  try_record(content + checksum.bytes());
  return 0;
}
