#include "ingest/compression.h"

#include <array>

#include "ingest/file.h"

namespace doppel::ingest {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kLz4Magic = "\x04\x22\x4d\x18";
constexpr std::string_view kSkippableMagicTail = "\x2a\x4d\x18";  // after a byte 0x50 .. 0x5f

}  // namespace

Compression compression_of_bytes(std::string_view head) {
  if (head.starts_with(kGzipMagic)) return Compression::kGzip;
  if (head.starts_with(kZstdMagic)) return Compression::kZstd;
  if (head.starts_with(kLz4Magic)) return Compression::kLz4;
  if (head.size() >= kMagicBytes && (head[0] & 0xf0) == 0x50 &&
      head.substr(1).starts_with(kSkippableMagicTail)) {
    return Compression::kZstd;
  }
  return Compression::kNone;
}

Result<Compression> compression_of(const std::string& path) {
  Result<File> file = File::open(path);
  if (!file) return file.error();
  std::array<char, kMagicBytes> head;
  Result<size_t> n = file->read(head);
  if (!n) return n.error();
  return compression_of_bytes({head.data(), *n});
}

}  // namespace doppel::ingest
