// Any bytes as a line of a CDXJ index: what is read is written and read again the same.
#include <cstdint>

#include "archive/cdxj.h"
#include "archive/digest.h"
#include "archive_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace doppel;
  fuzz::Exact line({reinterpret_cast<const char*>(data), size});
  archive::parse_sha1(line.bytes());
  archive::cdxj_key(line.bytes());
  auto entry = archive::parse_cdxj_line(line.bytes());
  if (!entry) return 0;
  archive::parse_sha1(entry->digest);
  auto again = archive::parse_cdxj_line(archive::cdxj_line(*entry));
  fuzz::require(again && *again == *entry);
  return 0;
}
