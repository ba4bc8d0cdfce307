// Digests of payloads whose records do not state one, computed once for each original and used for
// all of its revisit records. Thread-safe.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "archive/digest.h"

namespace doppel::corpus {

class PayloadDigests {
 public:
  // The SHA-1 of the payload of `original`. body() is called for the payload if it is not known
  // yet.
  template <typename Body>
  std::string of(size_t original, Body body) {
    {
      std::lock_guard lock(mutex_);
      if (auto known = digests_.find(original); known != digests_.end()) return known->second;
    }
    std::string digest = archive::sha1_digest(body());
    std::lock_guard lock(mutex_);
    return digests_.emplace(original, digest).first->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<size_t, std::string> digests_;
};

}  // namespace doppel::corpus
