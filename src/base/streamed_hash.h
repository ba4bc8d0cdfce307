// The hash of hash.h over bytes that come piece by piece: hash128() of all of them, however they
// are cut. Not thread-safe.
#pragma once

#include <memory>
#include <string_view>

#include "base/hash.h"

namespace doppel {

class StreamedHash128 {
 public:
  StreamedHash128();
  ~StreamedHash128();
  StreamedHash128(const StreamedHash128&) = delete;
  StreamedHash128& operator=(const StreamedHash128&) = delete;

  void add(std::string_view bytes);
  // Of all bytes so far.
  Hash128 hash() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace doppel
