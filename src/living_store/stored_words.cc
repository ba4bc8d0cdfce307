// Tested by stored_words_test.cc.
#include "living_store/stored_words.h"

#include <cstring>

#include "archive/digest.h"
#include "group_state/keys.h"
#include "living_store/words_row.h"

namespace doppel::living_store {
namespace {

using group_state::Key;

std::string words_key(StoredTextId id) { return Key('W').text(id).bytes(); }
std::string form_key(std::string_view page) { return Key('F').last(page).bytes(); }

}  // namespace

Hash128 content_of(std::string_view text) {
  const std::string digest = archive::sha256(text);
  Hash128 out;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

Result<std::string_view> WordsReader::text(StoredTextId id, std::string& buffer) const {
  if (const auto held = unwritten_.find(id); held != unwritten_.end()) {
    return std::string_view(*held->second);
  }
  auto row = rows_->get(words_key(id));
  if (!row) return row.error();
  if (!*row)
    return corrupt("the store is damaged: text " + std::to_string(id.value) + " is missing");
  return read_words_row(**row, *unpacker_, buffer);
}

Result<std::string_view> WordsReader::text_of_page(std::string_view key, StoredTextId id,
                                                   std::string& buffer) const {
  auto own = rows_->get(form_key(key));
  if (!own) return own.error();
  return *own ? read_words_row(**own, *unpacker_, buffer) : text(id, buffer);
}

StoredWords::StoredWords(store::Store& store)
    : store_(store), reader_(store.snapshot(), {}, std::make_shared<const codec::TextUnpacker>()) {}

Status StoredWords::put(StoredTextId id, std::string_view text) {
  reader_.unwritten_[id] = std::make_shared<const std::string>(text);
  return {};
}

void StoredWords::drop(StoredTextId id) { reader_.unwritten_.erase(id); }

Result<bool> StoredWords::has_form(std::string_view key) const {
  auto row = reader_.rows_->get(form_key(key));
  if (!row) return row.error();
  return row->has_value();
}

void StoredWords::add_rows(const std::set<StoredTextId>& left_out, store::Batch& batch) const {
  for (const auto& [id, text] : reader_.unwritten_) {
    if (!left_out.contains(id)) batch.put(words_key(id), words_row(*text, packer_));
  }
}

void StoredWords::erase_rows(StoredTextId id, store::Batch& batch) const {
  batch.erase(words_key(id));
}

void StoredWords::set_form(std::string_view key, std::optional<std::string_view> text,
                           store::Batch& batch) const {
  if (text) {
    batch.put(form_key(key), words_row(*text, packer_));
  } else {
    batch.erase(form_key(key));
  }
}

void StoredWords::committed() {
  reader_.unwritten_.clear();
  reader_.rows_ = store_.snapshot();
}

}  // namespace doppel::living_store
