#include "texts/text_table.h"

#include "base/keyed_hash.h"
#include "texts/mutants.h"

namespace doppel::texts {

TextTable::TextTable(const TextRules& rules, TextStore& store, TableHash hash, TableMemory* memory)
    : rules_(rules),
      store_(store),
      reader_(store.reader()),
      texts_(memory),
      text_of_(memory),
      by_words_(hash, memory),
      impostors_(hash, memory),
      more_forms_(hash, memory) {}

Result<TextTable::AddedText> TextTable::add(std::string_view text, Hash128 words_hash,
                                            const TextLocation& source) {
  auto known = find(text, words_hash, source);
  if (!known) return known.error();
  const bool is_new = known->text == SlotTable::kNone;
  const TextId id{is_new ? static_cast<uint32_t>(texts_.size()) : known->text};
  if (known->form != SlotTable::kNone) return AddedText{id, {known->form}, false};
  if (Status status = store_.append(text, source); !status.ok()) return status;
  const FormId form{static_cast<uint32_t>(text_of_.size())};
  text_of_.push_back(id);
  if (!is_new) {
    if (!mutant(Mutant::kFormsForgotten)) more_forms_.insert(keyed_hash64(text), form.value);
    return AddedText{id, form, false};
  }
  if (first_of(words_hash) == SlotTable::kNone) {
    by_words_.insert(words_hash.low, id.value);
  } else {
    impostors_.insert(keyed_words(text), id.value);
  }
  texts_.push_back({words_hash, form});
  if (texts::has_two_views(text)) {
    two_views_.resize(texts_.size(), false);
    two_views_.back() = true;
  }
  return AddedText{id, form, true};
}

Result<TextTable::Known> TextTable::find(std::string_view text, Hash128 words_hash,
                                         const TextLocation& source) {
  Known out{.text = first_of(words_hash)};
  if (out.text == SlotTable::kNone) return out;
  FormId form = texts_[out.text].first_form;
  auto same = reader_->equals(form, text, source);
  if (!same) return same.error();
  if (*same) return Known{out.text, form.value};
  same = has_words_of(form, text);
  if (!same) return same.error();
  if (!*same && !mutant(Mutant::kEqualHashesAreEqualTexts)) {
    auto impostor = find_impostor(text);
    if (!impostor) return impostor.error();
    if (*impostor == SlotTable::kNone) return Known();
    out.text = *impostor;
    form = texts_[out.text].first_form;
    same = reader_->equals(form, text, source);
    if (!same) return same.error();
    if (*same) return Known{out.text, form.value};
  }
  auto more = find_more_forms({out.text}, text, source);
  if (!more) return more.error();
  out.form = *more;
  return out;
}

uint32_t TextTable::first_of(Hash128 words_hash) const {
  return by_words_.find(words_hash.low,
                        [&](uint32_t number) { return texts_[number].words_hash == words_hash; });
}

Result<uint32_t> TextTable::find_impostor(std::string_view text) {
  Status failed;
  const uint32_t found = impostors_.find(keyed_words(text), [&](uint32_t number) {
    auto same = has_words_of(texts_[number].first_form, text);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  return mutant(Mutant::kForgedTextsNotFoundAgain) ? SlotTable::kNone : found;
}

Result<uint32_t> TextTable::find_more_forms(TextId in, std::string_view text,
                                            const TextLocation& source) {
  Status failed;
  uint32_t found = more_forms_.find(keyed_hash64(text), [&](uint32_t number) {
    if (text_of_[number] != in) return false;
    auto same = reader_->equals({number}, text, source);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  return found;
}

// Texts found by this hash are still compared word by word. A text without words is identified by
// its bytes.
uint64_t TextTable::keyed_words(std::string_view text) {
  const TextViews views = read_views(text);
  std::string words;
  for (std::string_view view : {views.full, views.two ? views.main : "", views.title}) {
    text::tokenize(view, rules_.mask_numbers, tokens_);
    for (size_t i = 0; i < tokens_.size(); ++i) words.append(tokens_[i]).push_back(' ');
  }
  return keyed_hash64(words.empty() ? text : words);
}

Result<bool> TextTable::has_words_of(FormId form, std::string_view text) {
  auto stored = reader_->text(form);
  if (!stored) return stored.error();
  return same_views_(*stored, text);
}

}  // namespace doppel::texts
