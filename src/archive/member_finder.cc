// Finds members of a compressed archive from its middle.
//
// A gzip member begins with 1f 8b 08 and a byte of flags below 0x20; random bytes look like that
// once in 134 million. A candidate counts if its first bytes inflate to a record's header, which
// random bytes never do.
//
// But a crawled .warc.gz does. Its bytes cannot be compressed further, so deflate stores them
// unchanged, and the members of the inner file are in the outer file, byte for byte:
//
//   outer member | head | stored block of at most 65,535 bytes | stored block | ... | trailer
//                         [inner member][inner member][inn       er member]
//
// Each stored block begins with five bytes of its own, so that a sequence of whole inner members
// ends with the block. A candidate is likely if members follow each other from there, without a
// gap, for more than 65,535 bytes, or exactly to the end of the file. This is not a proof. The
// name, comment and extra fields of a gzip header may contain whole members and have no such limit,
// a compressor may store what another would compress, and damage before the candidate may lead the
// walk past it.
//
// Cost of a guess: some 64 KiB are decompressed, at most 8 MiB; usually once for each split.
//
// Tested by member_finder_test.cc: archives inside archives, damage before and after a boundary.
#include "archive/member_finder.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "codec/unpack_member.h"

namespace doppel::archive {
namespace {

constexpr size_t kMaxStoredBlock = 65'535;
// is_likely() decompresses at most this much: a larger member is taken as likely.
constexpr size_t kMostUnpacked = size_t{8} << 20;
// The compressed bytes of a candidate that are read at most, so that hostile bytes full of magic
// numbers cost no more than this each.
constexpr size_t kPackedPrefix = 4096;
// zstd and lz4 decompress nothing before the first block is complete: at most 128 KiB in zstd,
// usually 64 KiB in lz4.
constexpr size_t kFramePrefix = size_t{256} << 10;
constexpr size_t kPlainPrefix = 2048;

std::string_view magic_of(codec::Compression compression) {
  switch (compression) {
    case codec::Compression::kGzip: return "\x1f\x8b\x08";
    case codec::Compression::kZstd: return "\x28\xb5\x2f\xfd";
    case codec::Compression::kLz4: return "\x04\x22\x4d\x18";
    case codec::Compression::kNone: break;
  }
  return {};
}

}  // namespace

// ARC headers are lines of any length; WARC headers can be recognised by six bytes.
bool MemberFinder::holds_record(std::string_view packed) {
  std::array<char, kPlainPrefix> plain;
  std::string_view head;
  if (compression_ == codec::Compression::kGzip) {
    constexpr uint8_t kReservedFlags = 0xe0;
    if (packed.size() < 4 || (static_cast<uint8_t>(packed[3]) & kReservedFlags)) return false;
    stream_.start(packed.substr(0, kPackedPrefix));
    head = {plain.data(), stream_.read(plain)};
  } else {
    head = {plain.data(), unpacker_.peek(compression_, packed.substr(0, kFramePrefix), plain)};
  }
  return format_of(head) == format_;
}

size_t MemberFinder::find_member(io::ByteWindow& file, size_t from) {
  const std::string_view magic = magic_of(compression_);
  const size_t prefix = compression_ == codec::Compression::kGzip ? kPackedPrefix : kFramePrefix;
  while (true) {
    const std::string_view rest = file.at(from, magic.size());
    if (rest.size() < magic.size()) return file.size();
    const void* first = std::memchr(rest.data(), magic[0], rest.size());
    if (first == nullptr) {
      from += rest.size();
      continue;
    }
    from += static_cast<size_t>(static_cast<const char*>(first) - rest.data());
    if (file.at(from, magic.size()).starts_with(magic) && holds_record(file.at(from, prefix))) {
      return from;
    }
    ++from;
  }
}

bool MemberFinder::is_likely(io::ByteWindow& file, size_t at) {
  size_t begin = at, left = kMostUnpacked;
  while (at < file.size() && at - begin <= kMaxStoredBlock) {
    const codec::MemberGuess guess{.packed = kMaxStoredBlock, .unpacked = size_t{1} << 20};
    codec::Unpacked member = codec::unpack_member(
        file, at, compression_, guess, left, unpacker_, stream_, [&](size_t n) {
          scratch_.resize(std::max(n, scratch_.size()));
          return codec::Unpacker::Room{scratch_.data(), scratch_.size()};
        });
    if (member.end == codec::UnpackEnd::kTooLarge) return true;
    if (member.end != codec::UnpackEnd::kWhole || format_of(member.bytes) != format_) return false;
    at += member.consumed;
    left -= member.bytes.size();
    if (left == 0) return true;
  }
  return true;
}

}  // namespace doppel::archive
