// Finding the members of a packed archive from its middle.
//
// A gzip member begins with 1f 8b 08 and a byte of flags below 0x20; random bytes look so once in
// 134 million. A candidate counts when its first bytes inflate to a record's head, which random
// bytes never do.
//
// One thing does: a crawled .warc.gz. Its bytes cannot be packed further, so deflate stores them as
// they are, and the members of the inner file stand in the outer file, byte for byte:
//
//   outer member | head | stored block of at most 65,535 bytes | stored block | ... | trailer
//                         [inner member][inner member][inn       er member]
//
// Each stored block begins with five bytes of its own, so that a run of whole inner members ends
// with the block. A place is likely when members follow one another from it, without a gap, for
// more than 65,535 bytes, or exactly to the end of the file. That is no proof. The name, comment
// and extra fields of a gzip head may hold whole members and have no such limit, a packer may store
// what another would pack, and damage before the place may lead the walk past it.
//
// Cost of a guess: some 64 KiB unpacked, at most 8 MiB; once for each split as a rule.
//
// Tested by member_finder_test.cc: archives inside archives, damage before and behind a boundary.
#include "archive/member_finder.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "codec/unpack_member.h"

namespace doppel::archive {
namespace {

constexpr size_t kMaxStoredBlock = 65'535;
// What is_likely() unpacks at most: nothing speaks against a member that is larger.
constexpr size_t kMostUnpacked = size_t{8} << 20;
// Of a candidate, as much is looked at: hostile bytes full of magics cost no more than this each.
constexpr size_t kPackedPrefix = 4096;
// Frames give nothing before their first block is there: 128 KiB at most in zstd, 64 KiB as a rule
// in lz4.
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

// ARC heads are lines of any length, WARC heads show themselves in six bytes.
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
