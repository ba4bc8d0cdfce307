#include "compare/text_table.h"

#include "text/tokenizer.h"

namespace doppel::compare {

TextTable::TextTable(const TextRules& rules, TextStore& store, TableHash hash)
    : rules_(rules),
      store_(store),
      reader_(store.reader()),
      by_words_(hash),
      by_more_bytes_(hash) {}

Result<TextTable::Place> TextTable::add(std::string_view text, const TextIdentity& identity,
                                        const Position& at) {
  auto known = find_text(text, identity);
  if (!known) return known.error();
  bool is_new = *known == SlotTable::kNone;
  TextId id{is_new ? static_cast<uint32_t>(texts_.size()) : *known};
  if (!is_new) {
    auto form = find_form(id, text, identity.bytes_hash);
    if (!form) return form.error();
    if (*form != SlotTable::kNone) return Place{id, {*form}, false};
  }
  auto form = add_form(id, text, identity.bytes_hash, at);
  if (!form) return form.error();
  if (is_new) {
    texts_.push_back({identity.words_hash, *form});
    by_words_.insert(identity.words_hash.low, id.value);
  } else {
    by_more_bytes_.insert(identity.bytes_hash.low, form->value);
  }
  return Place{id, *form, is_new};
}

Result<uint32_t> TextTable::find_text(std::string_view text, const TextIdentity& identity) {
  Status failed;
  uint32_t found = by_words_.find(identity.words_hash.low, [&](uint32_t number) {
    const Text& known = texts_[number];
    if (known.words_hash != identity.words_hash) return false;
    auto same = same_bytes(known.first_form, text, identity.bytes_hash);
    if (same && !*same) same = same_words(known.first_form, text);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  return found;
}

Result<uint32_t> TextTable::find_form(TextId in, std::string_view text, Hash128 bytes_hash) {
  Status failed;
  auto is_it = [&](uint32_t number) {
    if (forms_[number].text != in) return false;
    auto same = same_bytes({number}, text, bytes_hash);
    if (!same) failed = same.error();
    return !same || *same;
  };
  uint32_t first = first_form(in).value;
  uint32_t found = is_it(first) ? first : by_more_bytes_.find(bytes_hash.low, is_it);
  if (!failed.ok()) return failed;
  return found;
}

Result<FormId> TextTable::add_form(TextId in, std::string_view text, Hash128 bytes_hash,
                                   const Position& at) {
  if (Status status = store_.append(text, at); !status.ok()) return status;
  forms_.push_back({bytes_hash, in});
  return FormId{static_cast<uint32_t>(forms_.size() - 1)};
}

Result<bool> TextTable::same_bytes(FormId form, std::string_view text, Hash128 bytes_hash) {
  if (forms_[form.index()].bytes_hash != bytes_hash) return false;
  auto stored = reader_->text(form);
  if (!stored) return stored.error();
  return *stored == text;
}

Result<bool> TextTable::same_words(FormId form, std::string_view text) {
  auto stored = reader_->text(form);
  if (!stored) return stored.error();
  text::Tokens left, right;
  text::tokenize(*stored, rules_.mask_numbers, left);
  text::tokenize(text, rules_.mask_numbers, right);
  return !left.empty() && left == right;
}

}  // namespace doppel::compare
