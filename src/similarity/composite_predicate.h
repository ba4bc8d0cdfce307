// A combination of predicates: all of them must hold, or any of them.
//
//   all of (jaccard(word,5) >= 4/5; simhash(64,3) <= 6)
//   any of (jaccard(word,5) >= 4/5; all of (cosine(word,5) >= 9/10; simhash(64,3) <= 6))
//
// A single predicate, exact or over a sketch, is a CompositePredicate, too. Parts are evaluated
// from left to right and only as far as needed, so write the cheap ones first. Parsed and printed
// like doppel::Predicate.
//
// Thread safety: plain values; holds() is as thread-safe as its PairFacts.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "doppel/predicate.h"
#include "similarity/sketch_predicate.h"

namespace doppel::similarity {

struct SignaturePair {
  Signature left, right;
};

// What predicates can ask about two texts. References stay valid until the next call.
class PairFacts {
 public:
  virtual ~PairFacts() = default;
  virtual const Comparison& comparison(const TextRules& rules) = 0;
  // REQUIRES: rules.check() is ok.
  virtual const SignaturePair& signatures(const SignatureRules& rules) = 0;
};

struct CompositePredicate {
  // How deep combinations may be nested.
  static constexpr int kMaxDepth = 16;
  enum class Join : uint8_t { kAllOf, kAnyOf };

  // Either one predicate, or how `parts` are joined, of which there is at least one.
  std::variant<Predicate, SketchPredicate, Join> rule = Predicate{};
  std::vector<CompositePredicate> parts;

  static Result<CompositePredicate> parse(std::string_view text);
  std::string to_string() const;
  bool holds(PairFacts& facts) const;

  friend bool operator==(const CompositePredicate&, const CompositePredicate&) = default;
};

}  // namespace doppel::similarity
