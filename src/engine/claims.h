// What an output folder says: its summary and its lists, read back as plain values. Nothing here is
// checked against the inputs; that is check.cc.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "doppel/dedup.h"
#include "doppel/read.h"

namespace doppel::engine {

// A record as the lists name it: (number of its input, ordinal in it).
using Place = std::pair<uint32_t, uint64_t>;

struct CertificateClaim {
  Place removed, kept;
  std::string level, predicate;
  Similarity similarity;
  uint64_t group = 0;
};

struct GroupClaim {
  uint64_t group = 0, size = 0;
  Place winner;
  std::vector<Place> members;
};

struct RejectedClaim {
  Place place;
  std::string reason;
};

struct Claims {
  Predicate predicate;
  ReadOptions read_options;
  Books records;
  std::vector<InputBooks> inputs;
  std::vector<CertificateClaim> certificates;
  std::vector<GroupClaim> groups;
  std::vector<RejectedClaim> rejected;
};

// kCorrupt names the file, the line and the key; kNotFound a missing file.
Result<Claims> read_claims(const std::string& dir);

}  // namespace doppel::engine
