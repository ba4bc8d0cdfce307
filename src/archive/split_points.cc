#include "archive/split_points.h"

#include "archive/member_finder.h"
#include "archive/record_finder.h"
#include "codec/frame_length.h"

namespace doppel::archive {
namespace {

// One likely offset for each `target` bytes, if one of the first few candidates is likely. So a
// hostile file is read in larger parts, instead of being searched again and again.
std::vector<uint64_t> find_members(io::ByteWindow& file, Format format, uint64_t target) {
  constexpr int kTries = 4;
  std::vector<uint64_t> points;
  MemberFinder finder(codec::Compression::kGzip, format);
  uint64_t at = target;
  while (true) {
    bool likely = false;
    for (int i = 0; i < kTries && !likely; ++i) {
      at = finder.find_member(file, static_cast<size_t>(at + (i > 0)));
      if (at + target > file.size()) return points;
      likely = finder.is_likely(file, static_cast<size_t>(at));
    }
    if (likely) points.push_back(at);
    at += target;
  }
}

// `hop` moves to the next record or member; false ends it.
template <typename Hop>
std::vector<uint64_t> hop_along(const io::ByteWindow& file, uint64_t target, Hop hop) {
  std::vector<uint64_t> points;
  uint64_t wanted = target;
  size_t at = 0;
  while (hop(at) && at + target <= file.size()) {
    if (at < wanted) continue;
    points.push_back(at);
    wanted = at + target;
  }
  return points;
}

}  // namespace

std::vector<uint64_t> find_split_points(io::ByteWindow& file, const Shape& shape, uint64_t target) {
  if (target == 0 || file.size() / 2 < target) return {};
  switch (shape.compression) {
    case codec::Compression::kGzip: return find_members(file, shape.format, target);
    case codec::Compression::kNone:
      return hop_along(file, target, [&](size_t& at) {
        RecordExtent extent;
        return find_record(shape.format, file, at, extent) && extent.reject == Reject::kNone;
      });
    case codec::Compression::kZstd:
    case codec::Compression::kLz4: break;
  }
  return hop_along(file, target, [&](size_t& at) {
    size_t length = codec::frame_length(shape.compression, file, at);
    at += length;
    return length > 0;
  });
}

}  // namespace doppel::archive
