#include "compare/text_table.h"

#include "base/keyed_hash.h"

namespace doppel::compare {

TextTable::TextTable(const TextRules& rules, TextStore& store, TableHash hash, TableMemory* memory)
    : rules_(rules),
      store_(store),
      reader_(store.reader()),
      texts_(memory),
      forms_(memory),
      by_words_(hash, memory),
      impostors_(hash, memory),
      by_more_bytes_(hash, memory) {}

Result<TextTable::Place> TextTable::add(std::string_view text, const TextIdentity& identity,
                                        const TextPlace& source) {
  auto known = find(text, identity, source);
  if (!known) return known.error();
  bool is_new = known->text == SlotTable::kNone;
  TextId id{is_new ? static_cast<uint32_t>(texts_.size()) : known->text};
  if (known->form != SlotTable::kNone) return Place{id, {known->form}, false};
  auto form = add_form(id, text, identity.bytes_hash, source);
  if (!form) return form.error();
  if (is_new) {
    if (first_of(identity.words_hash) == SlotTable::kNone) {
      by_words_.insert(identity.words_hash.low, id.value);
    } else {
      impostors_.insert(keyed_words(text), id.value);
    }
    texts_.push_back({identity.words_hash, *form});
  } else {
    by_more_bytes_.insert(identity.bytes_hash.low, form->value);
  }
  return Place{id, *form, is_new};
}

Result<TextTable::Known> TextTable::find(std::string_view text, const TextIdentity& identity,
                                         const TextPlace& source) {
  Known out{.text = first_of(identity.words_hash)};
  if (out.text == SlotTable::kNone) return out;
  FormId form = texts_[out.text].first_form;
  auto same = same_bytes(form, text, identity.bytes_hash, source);
  if (!same) return same.error();
  if (*same) return Known{out.text, form.value};
  same = same_words(form, text);
  if (!same) return same.error();
  if (!*same) {
    auto impostor = find_impostor(text);
    if (!impostor) return impostor.error();
    if (*impostor == SlotTable::kNone) return Known();
    out.text = *impostor;
    form = texts_[out.text].first_form;
    same = same_bytes(form, text, identity.bytes_hash, source);
    if (!same) return same.error();
    if (*same) return Known{out.text, form.value};
  }
  auto more = find_more_forms({out.text}, text, identity.bytes_hash, source);
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
    auto same = same_words(texts_[number].first_form, text);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  return found;
}

Result<uint32_t> TextTable::find_more_forms(TextId in, std::string_view text, Hash128 bytes_hash,
                                            const TextPlace& source) {
  Status failed;
  uint32_t found = by_more_bytes_.find(bytes_hash.low, [&](uint32_t number) {
    if (forms_[number].text != in) return false;
    auto same = same_bytes({number}, text, bytes_hash, source);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  return found;
}

Result<FormId> TextTable::add_form(TextId in, std::string_view text, Hash128 bytes_hash,
                                   const TextPlace& source) {
  if (Status status = store_.append(text, source); !status.ok()) return status;
  forms_.push_back({bytes_hash, in});
  return FormId{static_cast<uint32_t>(forms_.size() - 1)};
}

Result<bool> TextTable::same_bytes(FormId form, std::string_view text, Hash128 bytes_hash,
                                   const TextPlace& source) {
  if (forms_[form.index()].bytes_hash != bytes_hash) return false;
  return reader_->equals(form, text, source);
}

// Tokens hold no space; a text without any is known by its bytes.
uint64_t TextTable::keyed_words(std::string_view text) {
  text::tokenize(text, rules_.mask_numbers, added_);
  if (added_.empty()) return keyed_hash64(text);
  std::string words;
  for (size_t i = 0; i < added_.size(); ++i) words.append(added_[i]).push_back(' ');
  return keyed_hash64(words);
}

Result<bool> TextTable::same_words(FormId form, std::string_view text) {
  auto stored = reader_->text(form);
  if (!stored) return stored.error();
  text::tokenize(*stored, rules_.mask_numbers, stored_);
  text::tokenize(text, rules_.mask_numbers, added_);
  return stored_.empty() ? *stored == text : stored_ == added_;
}

}  // namespace doppel::compare
