// Tested by set_cache_test.cc.
#include "index/set_cache.h"

#include <utility>

namespace doppel::index {

size_t SetCache::bytes_of(const Entry& entry) {
  constexpr size_t kLinks = 64;  // of the list and the table
  return sizeof(Entry) + entry.main.capacity() * sizeof(uint64_t) + kLinks;
}

const SetCache::Entry* SetCache::find(StoredTextId text) {
  const auto found = places_.find(text);
  if (found == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &*found->second;
}

const SetCache::Entry& SetCache::put(Entry entry) {
  bytes_ += bytes_of(entry);
  entries_.push_front(std::move(entry));
  places_[entries_.front().text] = entries_.begin();
  while (bytes_ > most_bytes_ && entries_.size() > 1) {
    bytes_ -= bytes_of(entries_.back());
    places_.erase(entries_.back().text);
    entries_.pop_back();
  }
  return entries_.front();
}

}  // namespace doppel::index
