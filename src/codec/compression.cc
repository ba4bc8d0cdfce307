#include "codec/compression.h"

#include <array>

#include "io/file.h"

namespace doppel::codec {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kLz4Magic = "\x04\x22\x4d\x18";
constexpr std::string_view kSkippableMagicTail = "\x2a\x4d\x18";  // after a byte 0x50 .. 0x5f

struct Suffix {
  std::string_view text;
  Compression compression;
};

// The first of a compression is the one that is written.
constexpr Suffix kSuffixes[] = {{".gz", Compression::kGzip},
                                {".zst", Compression::kZstd},
                                {".zstd", Compression::kZstd},
                                {".lz4", Compression::kLz4}};

const Suffix* find_suffix(std::string_view name) {
  for (const Suffix& suffix : kSuffixes) {
    if (name.ends_with(suffix.text)) return &suffix;
  }
  return nullptr;
}

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

Compression compression_of_name(std::string_view name) {
  const Suffix* suffix = find_suffix(name);
  return suffix ? suffix->compression : Compression::kNone;
}

std::string_view suffix_of(Compression compression) {
  for (const Suffix& suffix : kSuffixes) {
    if (suffix.compression == compression) return suffix.text;
  }
  return {};
}

std::string_view without_suffix(std::string_view name) {
  if (const Suffix* suffix = find_suffix(name)) name.remove_suffix(suffix->text.size());
  return name;
}

Result<Compression> compression_of(const std::string& path) {
  Result<io::File> file = io::File::open(path);
  if (!file) return file.error();
  std::array<char, kMagicBytes> head;
  Result<size_t> n = file->read(head);
  if (!n) return n.error();
  return compression_of_bytes({head.data(), *n});
}

}  // namespace doppel::codec
