// Tested by number_table_test.cc against a map of keys, and by lsh_index_test.cc.
#include "living_candidates/number_table.h"

namespace doppel::living_candidates {

NumberTable::NumberTable(TableHash hash, size_t room)
    : hash_(hash), contents_(std::make_shared<Contents>(0, room)), room_(room) {}

void NumberTable::append(uint64_t hash, std::vector<TextId>& out) const {
  find(hash, [&](TextId text) {
    out.push_back(text);
    return false;
  });
}

size_t NumberTable::at_most(uint64_t hash) const {
  const size_t at = contents_->slice(hash);
  const uint8_t recent = contents_->recent_of_slice[at].load(std::memory_order_relaxed);
  if (recent == kUncounted) return SIZE_MAX;
  return contents_->directory[at + 1] - contents_->directory[at] + recent;
}

void NumberTable::insert(uint64_t hash, TextId text) {
  bool known = false;
  contents_->recent.find(hash, [&](TextId other) { return known = other == text; });
  if (known) return;
  contents_->recent.put(hash, text);
  --room_;
  std::atomic<uint8_t>& count = contents_->recent_of_slice[contents_->slice(hash)];
  const uint8_t before = count.load(std::memory_order_relaxed);
  if (before < kUncounted) {
    count.store(static_cast<uint8_t>(before + 1), std::memory_order_relaxed);
  }
}

std::vector<std::span<const uint32_t>> NumberTable::slices_above(size_t limit) const {
  const std::vector<uint32_t>& directory = contents_->directory;
  const std::span<const uint32_t> numbers(contents_->numbers.get(), contents_->size());
  std::vector<std::span<const uint32_t>> out;
  for (size_t i = 0; i < contents_->slices(); ++i) {
    const size_t size = directory[i + 1] - directory[i];
    if (size > limit) out.push_back(numbers.subspan(directory[i], size));
  }
  return out;
}

size_t NumberTable::bytes() const {
  return contents_->directory.capacity() * sizeof(uint32_t) +
         contents_->size() * (sizeof(uint8_t) + sizeof(uint32_t)) + contents_->recent.bytes() +
         contents_->slices();
}

}  // namespace doppel::living_candidates
