// The row of a page in the digest of a result: what a run or a store says about it, as bytes.
//
//   URL as fetched, or the id of a page without one; the hash of its words; kept, or else the same
//   of the page kept instead, the level and the three counts
//
// The digest is that of the set of these rows (base/rows_digest.h): a run over files and a store
// that have the same pages and the same answer have the same digest.
//
// Stored: never change. Thread safety: pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"
#include "doppel/types.h"

namespace doppel {

struct ResultPage {
  std::string_view url;
  std::string_view id;  // if there is no URL
  Hash128 words;
};

struct ResultRemoval {
  ResultPage kept;
  Level level = Level::kNear;
  Similarity similarity;
};

void append_result_row(const ResultPage& page, const std::optional<ResultRemoval>& removal,
                       ByteWriter& out);

}  // namespace doppel
