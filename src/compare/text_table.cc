#include "compare/text_table.h"

namespace doppel::compare {

TextTable::TextTable(const TextRules& rules, TextStore& store, TableHash hash, TableMemory* memory)
    : rules_(rules),
      store_(store),
      reader_(store.reader()),
      texts_(memory),
      forms_(memory),
      by_words_(hash, memory),
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
    texts_.push_back({identity.words_hash, *form});
    by_words_.insert(identity.words_hash.low, id.value);
  } else {
    by_more_bytes_.insert(identity.bytes_hash.low, form->value);
  }
  return Place{id, *form, is_new};
}

Result<TextTable::Known> TextTable::find(std::string_view text, const TextIdentity& identity,
                                         const TextPlace& source) {
  Known out;
  Status failed;
  out.text = by_words_.find(identity.words_hash.low, [&](uint32_t number) {
    const Text& known = texts_[number];
    if (known.words_hash != identity.words_hash) return false;
    auto same = same_bytes(known.first_form, text, identity.bytes_hash, source);
    if (same && *same) out.form = known.first_form.value;
    if (same && !*same) same = same_words(known.first_form, text);
    if (!same) failed = same.error();
    return !same || *same;
  });
  if (!failed.ok()) return failed;
  if (out.text != SlotTable::kNone && out.form == SlotTable::kNone) {
    auto form = find_more_forms({out.text}, text, identity.bytes_hash, source);
    if (!form) return form.error();
    out.form = *form;
  }
  return out;
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

Result<bool> TextTable::same_words(FormId form, std::string_view text) {
  auto stored = reader_->text(form);
  if (!stored) return stored.error();
  text::tokenize(*stored, rules_.mask_numbers, stored_);
  text::tokenize(text, rules_.mask_numbers, added_);
  return !stored_.empty() && stored_ == added_;
}

}  // namespace doppel::compare
