// What an output folder says: its summary and its lists, read back as plain values. Nothing here is
// checked against the inputs; that is check.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "doppel/dedup.h"
#include "doppel/read.h"

namespace doppel::engine {

// A record as the lists name it: (number of its input, ordinal in it).
using Place = std::pair<uint32_t, uint64_t>;

struct PageClaim {
  Place place;
  uint64_t offset = 0;
  std::string id, url;  // id as JSON

  friend bool operator==(const PageClaim&, const PageClaim&) = default;
};

struct CertificateClaim {
  PageClaim removed, kept;
  std::string level, predicate;
  Similarity similarity;
  std::string jaccard;  // as it stands
  uint64_t group = 0;
};

struct GroupClaim {
  uint64_t group = 0, size = 0;
  PageClaim winner;
  std::vector<PageClaim> members;
};

struct RejectedClaim {
  Place place;
  uint64_t offset = 0;
  std::string reason;
};

struct Claims {
  Predicate predicate;
  ReadOptions read_options;
  bool drop_near = false;
  std::vector<std::string> earlier_indexes;
  std::optional<WrittenBooks> written;
  Books records;
  uint64_t texts = 0, groups_counted = 0, bytes = 0, thin = 0;
  std::map<std::string, uint64_t> removed_by_level, rejected_by_reason;
  std::vector<InputBooks> inputs;
  std::vector<Books> sources;
  std::vector<CertificateClaim> certificates;
  std::vector<GroupClaim> groups;
  std::vector<RejectedClaim> rejected;
};

// kCorrupt names the file, the line and the key; kNotFound a missing file.
Result<Claims> read_claims(const std::string& dir);

}  // namespace doppel::engine
