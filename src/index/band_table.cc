// Tested by band_table_test.cc against a map of keys, and by lsh_index_test.cc.
#include "index/band_table.h"

namespace doppel::index {

void BandTable::append(uint64_t hash, std::vector<TextId>& out) const {
  const size_t at = slice(hash);
  const uint8_t tag = tag_of(hash);
  for (uint32_t i = directory_[at], end = directory_[at + 1]; i < end; ++i) {
    if (tags_[i] == tag) out.push_back(TextId{numbers_[i]});
  }
  if (recent_of_slice_[at] == 0) return;
  recent_.find(hash, [&](TextId text) {
    out.push_back(text);
    return false;
  });
}

void BandTable::insert(uint64_t hash, TextId text) {
  bool known = false;
  recent_.find(hash, [&](TextId other) { return known = other == text; });
  if (known) return;
  recent_.put(hash, text);
  ++inserted_;
  uint8_t& count = recent_of_slice_[slice(hash)];
  if (count < kUncounted) ++count;
}

void BandTable::set_room(size_t room) {
  room_ = room;
  recent_ = TagTable(room);
}

std::vector<std::span<const uint32_t>> BandTable::slices_above(size_t limit) const {
  std::vector<std::span<const uint32_t>> out;
  for (size_t i = 0; i < slices(); ++i) {
    const size_t size = directory_[i + 1] - directory_[i];
    if (size > limit) out.push_back(std::span(numbers_).subspan(directory_[i], size));
  }
  return out;
}

size_t BandTable::bytes() const {
  return directory_.capacity() * sizeof(uint32_t) + tags_.capacity() +
         numbers_.capacity() * sizeof(uint32_t) + recent_.bytes() + recent_of_slice_.capacity();
}

}  // namespace doppel::index
