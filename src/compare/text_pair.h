// Two texts and everything that `doppel compare` can ask about them.
//
// Both texts are tokenized once. Comparisons and signatures are made when they are asked for, and
// the last one of each kind is kept. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "similarity/composite_predicate.h"
#include "similarity/differences.h"

namespace doppel::compare {

class TextPair : public similarity::PairFacts {
 public:
  // The texts must outlive the pair. Of the rules, only mask_numbers matters here.
  TextPair(std::string_view left, std::string_view right, const TextRules& rules = {});

  const Comparison& comparison(const TextRules& rules) override;
  const similarity::SignaturePair& signatures(const SignatureRules& rules) override;

  // The normalised words.
  const std::vector<std::string>& left_words() const { return left_words_; }
  const std::vector<std::string>& right_words() const { return right_words_; }
  std::vector<similarity::Stretch> differences() const;

 private:
  struct Compared {
    TextRules rules;
    Comparison comparison;
  };
  struct Signed {
    SignatureRules rules;
    similarity::SignaturePair pair;
  };

  std::string_view left_, right_;
  std::vector<std::string> left_words_, right_words_;
  std::optional<Compared> compared_;
  std::optional<Signed> signed_;
};

}  // namespace doppel::compare
