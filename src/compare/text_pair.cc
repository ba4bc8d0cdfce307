#include "compare/text_pair.h"

#include <new>

#include "doppel/compare.h"
#include "doppel/text.h"
#include "text/shingle_key.h"

namespace doppel::compare {
namespace {

std::vector<uint64_t> hashes(const std::vector<std::string>& words) {
  std::vector<uint64_t> out;
  out.reserve(words.size());
  const text::ShingleKey& key = text::ShingleKey::of_process();
  for (const std::string& word : words) out.push_back(key.word_hash(word));
  return out;
}

}  // namespace

TextPair::TextPair(std::string_view left, std::string_view right, const TextRules& rules)
    : left_(left),
      right_(right),
      left_words_(tokens(left, rules)),
      right_words_(tokens(right, rules)) {}

const Comparison& TextPair::comparison(const TextRules& rules) {
  if (!compared_ || compared_->rules != rules)
    compared_ = {rules, compare_texts(left_, right_, rules)};
  return compared_->comparison;
}

const similarity::SignaturePair& TextPair::signatures(const SignatureRules& rules) {
  if (!signed_ || signed_->rules != rules) {
    auto left = sign(left_, rules), right = sign(right_, rules);
    if (!left || !right) throw std::bad_alloc();  // the rules are valid, so only memory can fail
    signed_ = {rules, {std::move(*left), std::move(*right)}};
  }
  return signed_->pair;
}

std::vector<similarity::Stretch> TextPair::differences() const {
  return similarity::differences(hashes(left_words_), hashes(right_words_));
}

}  // namespace doppel::compare
