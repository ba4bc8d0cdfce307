// Any bytes as a packed archive. The first byte chooses the packing and whether the bytes are
// packed first, and which byte of the packed file is then damaged.
#include <cstdint>

#include "archive/cuts.h"
#include "archive/pack.h"
#include "archive/unit_reader.h"
#include "archive_checks.h"

namespace {

using namespace doppel;
using namespace doppel::archive;

// A record that is packed alone is the same when its unit is read again.
void check_units(FrameReader& frames, const Shape& shape) {
  UnitReader units(shape);
  Frame frame;
  for (Arena arena; *frames.next(arena, frame);) {
    if (frame.stored.empty()) continue;
    auto known = heads_of(shape.format, frame.bytes), heads = units.heads(frame.stored);
    fuzz::require(known && heads && heads->head.head_bytes == known->head.head_bytes &&
                  heads->http.head_bytes == known->http.head_bytes);
    auto whole = units.whole(frame.stored);
    fuzz::require(whole && whole->record == frame.bytes);
  }
}

void check(std::string_view packed) {
  fuzz::Exact file(packed);
  std::optional<Shape> shape = shape_of(file.bytes(), Format::kWarc);
  fuzz::require(shape.has_value());
  if (shape->packing != Packing::kPlain && !shape->in_units) return;
  FrameRange range{.max_record_bytes = 10'000};
  if (shape->packing == Packing::kPlain) return;
  fuzz::check_frames(*packed_frames(file.bytes(), *shape, range), shape->format);
  check_units(*packed_frames(file.bytes(), *shape, range), *shape);
  uint64_t last = 0;
  for (uint64_t cut : find_cuts(file.bytes(), *shape, 50)) {
    fuzz::require(cut >= last + 50 && cut + 50 <= file.bytes().size());
    last = cut;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  auto packing = static_cast<Packing>(1 + data[0] % 3);
  if (data[0] & 0x80) {
    check(bytes);
    return 0;
  }
  std::string packed;
  Packer packer(packing);
  size_t half = bytes.size() / 2;
  packer.pack(bytes.substr(0, half), packed);
  packer.pack(bytes.substr(half), packed);
  packed[data[1] % packed.size()] = static_cast<char>(data[2]);
  check(packed);
  return 0;
}
