// What does a record say about a page? Lines of JSON and records of archives become updates.
//
//   JSON      url; text or html, or status, redirect, delete, flag; version, time, score,
//             canonical, and the fields that markets look at
//   archives  pages; 3xx redirects; 404 and 410 dead; revisits and 304 seen unchanged. Their dates
//             are versions and times
//
// Other HTTP statuses say nothing about a page: what is known of it stays as it is.
//
// A record without a version has its time for one; without a time it has that of its file, so that
// newer files count before older ones. Not thread-safe. Cost: linear.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "charset/charset.h"
#include "doppel/store.h"
#include "group_state/rules.h"

namespace doppel::living_store {

class RecordUpdates {
 public:
  // `time_field`: the field of JSON that has the time.
  RecordUpdates(const group_state::Rules& rules, std::string time_field);

  struct Outcome {
    std::optional<PageUpdate> update;
    std::string reason;  // why there is none; empty: the record says nothing about a page
    std::string detail;
  };
  // `file_time_ms`: of the input. Views point into the record and the arena.
  Outcome of(const Record& record, int64_t file_time_ms, Arena& arena);

 private:
  Outcome of_line(const Record& record, PageUpdate update, Arena& arena);
  Outcome of_archive(const Record& record, PageUpdate update, Arena& arena);

  std::string time_field_;
  std::set<std::string, std::less<>> market_fields_;
  charset::CharsetDecoder charset_;
};

}  // namespace doppel::living_store
