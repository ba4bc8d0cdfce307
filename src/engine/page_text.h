// Where a record becomes its text: the words that are compared.
//
// The one place that knows it. Workers ask it once for every record, and a TextStore that reads
// records again asks it the same question: equal records must give equal texts. Today a text is the
// record's text field as it is. Not thread-safe: one per thread.
#pragma once

#include <string_view>

#include "doppel/read.h"

namespace doppel::engine {

class PageText {
 public:
  // Valid until the next call, and while the record is. REQUIRES: the record is not rejected.
  std::string_view of(const Record& record) { return record.text; }
};

}  // namespace doppel::engine
