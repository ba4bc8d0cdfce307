#include "compare/text_table.h"

#include "text/tokenizer.h"

namespace doppel::compare {

TextTable::Place TextTable::add(std::string_view text, ExactSignature signature) {
  auto [same, same_end] = by_bytes_.equal_range(signature.bytes_hash);
  for (; same != same_end; ++same) {
    const Form& form = forms_[same->second.index()];
    if (form.bytes == text) return {form.text, same->second};
  }
  auto [alike, alike_end] = by_words_.equal_range(signature.words_hash);
  for (; alike != alike_end; ++alike) {
    Form known = forms_[alike->second.index()];
    if (!same_words(known.bytes, text)) continue;
    FormId form = add_form(text, known.text);
    by_bytes_.emplace(signature.bytes_hash, form);
    return {known.text, form};
  }
  TextId id{static_cast<uint32_t>(shingles_.size())};
  signature.shingles.shrink_to_fit();
  shingles_.push_back(std::move(signature.shingles));
  FormId form = add_form(text, id);
  by_bytes_.emplace(signature.bytes_hash, form);
  by_words_.emplace(signature.words_hash, form);
  return {id, form};
}

FormId TextTable::add_form(std::string_view bytes, TextId text) {
  forms_.push_back({arena_.copy(bytes), text});
  return {static_cast<uint32_t>(forms_.size() - 1)};
}

bool TextTable::same_words(std::string_view a, std::string_view b) const {
  text::Tokens left, right;
  text::tokenize(a, rules_.mask_numbers, left);
  text::tokenize(b, rules_.mask_numbers, right);
  return !left.empty() && left == right;
}

}  // namespace doppel::compare
