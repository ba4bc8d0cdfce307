// The sets of the texts that were compared lately, so that a text that many others are compared
// with need not be read, unpacked and tokenized each time.
//
// Pages of one template are candidates of each other by the hundred, and most of them are just
// below the threshold: verifying them would be nearly all of the work of a round.
//
// The id of a text is never reused, so what is cached never has to be corrected. When the bytes are
// used up, the sets that were not used for the longest time make room. Cost: constant. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "similarity/page_rule.h"

namespace doppel::index {

class SetCache {
 public:
  struct Entry {
    StoredTextId text;
    similarity::PageSubject subject;
    std::vector<uint64_t> main;  // distinct shingles of its main content, under the secret key
  };

  explicit SetCache(size_t bytes) : most_bytes_(bytes) {}

  // Null if it is not there. Valid until the next put().
  const Entry* find(StoredTextId text);
  // Valid until the next put(), even if it is larger than the cache. REQUIRES: it is not there.
  const Entry& put(Entry entry);

  size_t bytes() const { return bytes_; }

 private:
  static size_t bytes_of(const Entry& entry);

  const size_t most_bytes_;
  size_t bytes_ = 0;
  std::list<Entry> entries_;  // the last one used first
  std::unordered_map<StoredTextId, std::list<Entry>::iterator> places_;
};

}  // namespace doppel::index
