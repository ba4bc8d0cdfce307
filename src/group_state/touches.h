// Touches: how pages that have not changed were seen again.
//
// Most of what a crawler fetches is as it was. Then only the version and the last time of the page
// change, and rewriting its row for that would cost more than everything else. So these two are
// also kept beside the rows: all touches of a round in one run of rows (table v), and in memory a
// dense table by page number. A page is read as its row joined with its touch: the greater version,
// the later time. Both only grow, so a touch that is older than the row of its page does no harm.
//
// Runs are merged so that each has more than twice as many touches as the next one (touch_runs.h).
// So all runs together have less than two touches for each page, and a touch is written again as
// often as a run doubles.
//
// Thread safety: immutable, and versions share what they have in common (shared_vector.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_vector.h"
#include "group_state/rows.h"
#include "store/store.h"

namespace doppel::group_state {

struct Touch {
  uint64_t page = 0;  // PageRow::number
  uint64_t version = 0;
  int64_t last_seen = -PageRow::kNever;

  friend bool operator==(const Touch&, const Touch&) = default;
};

// A row of table v: docs/design/groups.md has the bytes. REQUIRES: ascending pages, each once.
std::string encode_touches(std::span<const Touch> touches);
std::optional<std::vector<Touch>> decode_touches(std::string_view bytes);

class Touches {
 public:
  // The row as it is with the touches of its page.
  void join_into(PageRow& row) const {
    if (row.number >= seen_.size()) return;
    const Seen& seen = seen_[row.number];
    row.version = std::max(row.version, seen.version);
    row.last_seen = std::max(row.last_seen, seen.last_seen);
  }
  // The number of touches of each run, by its number: that of the round that wrote it.
  const std::map<uint64_t, uint64_t>& runs() const { return runs_; }

  // kCorrupt for a row that cannot be read.
  static Result<Touches> load(const store::Snapshot& snapshot);
  // The touches after a batch. Rows of other tables are ignored.
  Result<Touches> with(const store::Batch& batch) const;

 private:
  struct Seen {
    uint64_t version = 0;
    int64_t last_seen = -PageRow::kNever;
  };
  // In key order. Erasing one row of a run erases the run.
  Status add(std::string_view key, const std::optional<std::string_view>& value);

  SharedVector<Seen, 32> seen_;  // by page
  std::map<uint64_t, uint64_t> runs_;
  uint64_t pages_ = 0;  // the largest number of a page, from the meta row
};

}  // namespace doppel::group_state
