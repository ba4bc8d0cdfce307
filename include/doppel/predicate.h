// A predicate says when two texts are duplicates: a measure over shingles of one kind, and a
// threshold.
//
// It is a value that can be parsed, printed and compared, and is stored in every output. The
// printed form can be parsed again; thresholds are in lowest terms:
//
//   jaccard(word,5) >= 4/5            containment(char,8) >= 9/10
//   cosine(word,5) >= 4/5             jaccard(word,5,padded,masked) >= 4/5
//
// All decisions are made in integers. Thread safety: values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"
#include "doppel/text.h"
#include "doppel/types.h"

namespace doppel {

enum class Measure : uint8_t {
  kJaccard,      // common / union of the distinct shingles
  kContainment,  // common / the smaller set
  kCosine,       // the cosine of the vectors of shingle counts
};

// All that the measures need to know about two texts, in integers (compare.h counts them).
struct Comparison {
  Similarity similarity;  // of the shingle sets
  // The dot product of the vectors of shingle counts, and the squares of their lengths.
  uint64_t dot = 0, left_square = 0, right_square = 0;

  uint64_t left_size() const { return uint64_t{similarity.common} + similarity.left_only; }
  uint64_t right_size() const { return uint64_t{similarity.common} + similarity.right_only; }
};

struct Predicate {
  Measure measure = Measure::kJaccard;
  TextRules rules;
  Ratio threshold{4, 5};

  static Result<Predicate> parse(std::string_view text);
  std::string to_string() const;
  // A text without tokens is similar to nothing. REQUIRES: the comparison was made with the same
  // rules.
  bool holds(const Comparison& comparison) const;

  friend bool operator==(const Predicate&, const Predicate&) = default;
};

}  // namespace doppel
