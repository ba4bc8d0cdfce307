// A text is looked up by half of the fixed hash of its words, and what is found is compared with it
// word by word. An attacker can write any number of texts with the same hash: only the first of
// them is found that way, the others are found by a digest of their words.
//
// The tables still contain the numbers of texts that were forgotten, so whatever is found is
// checked against its facts.
//
// Tested by text_index_test.cc, forged hashes included.
#include "index/identities.h"

#include <algorithm>
#include <string>

#include "text/tokenizer.h"
#include "texts/text_views.h"

namespace doppel::index {
namespace {

constexpr size_t kLeastRoom = 512;
constexpr size_t kRoomShare = 8;  // of the texts

// The number of words, then each word with its length, because a word may contain a space. A text
// without words is identified by its bytes.
void append_words(std::string_view text, bool mask_numbers, text::Tokens& tokens,
                  std::string& out) {
  text::tokenize(text, mask_numbers, tokens);
  const auto append = [&](std::string_view word) {
    out.append(std::to_string(word.size()) + ':').append(word);
  };
  out.append(std::to_string(tokens.size()) + ' ');
  for (size_t i = 0; i < tokens.size(); ++i) append(tokens[i]);
  if (tokens.empty()) append(text);
}

}  // namespace

// The tables have different initial capacities, so that they do not both fill up with the same
// text.
IdentityTables::IdentityTables(TableHash hash, bool mask_numbers)
    : mask_numbers_(mask_numbers),
      by_id_(hash, kLeastRoom),
      by_words_(hash, kLeastRoom + kLeastRoom / 2) {}

std::optional<TextId> IdentityTables::find(StoredTextId id) const {
  std::optional<TextId> out;
  if (id.value == 0) return out;
  by_id_.find(id_hash(id), [&](TextId text) {
    if (fact(text).id == id) out = text;
    return out.has_value();
  });
  return out;
}

bool IdentityTables::is_impostor(TextId text) const {
  const auto digest = forged_->digests.find(text);
  if (digest == forged_->digests.end()) return false;
  const auto impostor = forged_->impostors.find(digest->second);
  return impostor != forged_->impostors.end() && impostor->second == text;
}

std::optional<TextId> IdentityTables::first_of(uint64_t words) const {
  std::optional<TextId> out;
  by_words_.find(words_location(words), [&](TextId text) {
    const Fact known = fact(text);
    if (known.id.value != 0 && known.words == words && !is_impostor(text)) out = text;
    return out.has_value();
  });
  return out;
}

Result<std::optional<TextId>> IdentityTables::find_words(std::string_view text, Hash128 words_hash,
                                                         const StoredTextReader& texts) const {
  if (const std::optional<TextId> first = first_of(words_hash.low)) {
    std::string buffer;
    auto stored = texts.text(id(*first), buffer);
    if (!stored) return stored.error();
    if (texts::SameViews(mask_numbers_)(*stored, text)) return first;
  }
  if (forged_->impostors.empty()) return std::optional<TextId>();
  const auto impostor = forged_->impostors.find(digest_of(text));
  if (impostor == forged_->impostors.end()) return std::optional<TextId>();
  return std::optional(impostor->second);
}

RowDigest IdentityTables::digest_of(std::string_view text) const {
  const texts::TextViews views = texts::read_views(text);
  text::Tokens tokens;
  std::string words;
  append_words(views.main, mask_numbers_, tokens, words);
  if (views.two) {
    append_words(views.title, mask_numbers_, tokens, words);
    append_words(views.full, mask_numbers_, tokens, words);
  }
  const std::string_view row = words;
  RowDigest out;
  digest_rows({&row, 1}, {&out, 1});
  return out;
}

size_t IdentityTables::bytes() const {
  return facts_.bytes() + living_.bytes() + by_id_.bytes() + by_words_.bytes();
}

// --- changes ---

Result<TextId> Identities::add(StoredTextId id, Hash128 words_hash, const StoredTextReader& texts) {
  const TextId text = new_number();
  const std::optional<TextId> first = tables_.first_of(words_hash.low);
  tables_.facts_.change(text.index()) = {id, words_hash.low};
  if (tables_.by_id_.room() == 0) rebuild_by_id();
  tables_.by_id_.insert(tables_.id_hash(id), text);
  Status noted;
  if (first) {
    noted = note_digest(*first, texts);
    if (noted.ok()) noted = note_digest(text, texts);
    if (noted.ok()) {
      IdentityTables::Forged& forged = tables_.forged_.change();
      forged.impostors[forged.digests[text]] = text;
    }
  } else {
    if (!tables_.forged_->impostors.empty()) noted = note_digest(text, texts);
    if (tables_.by_words_.room() == 0) rebuild_by_words();
    tables_.by_words_.insert(tables_.words_location(words_hash.low), text);
  }
  if (noted.ok()) return text;
  forget(text);
  return noted;
}

TextId Identities::new_number() {
  if (!free_.empty()) {
    const TextId out = free_.back();
    free_.pop_back();
    return out;
  }
  const TextId out{static_cast<uint32_t>(tables_.facts_.size())};
  tables_.facts_.grow_to(out.index() + 1);
  tables_.living_.grow_to(out.index() / 64 + 1);
  return out;
}

Status Identities::note_digest(TextId text, const StoredTextReader& texts) {
  if (tables_.forged_->digests.contains(text)) return {};
  std::string buffer;
  auto stored = texts.text(tables_.id(text), buffer);
  if (!stored) return stored.error();
  tables_.forged_.change().digests[text] = tables_.digest_of(*stored);
  return {};
}

void Identities::set_living(TextId text, bool is_living) {
  const uint64_t bit = uint64_t{1} << text.index() % 64;
  uint64_t& word = tables_.living_.change(text.index() / 64);
  word = is_living ? word | bit : word & ~bit;
}

void Identities::forget(TextId text) {
  tables_.facts_.change(text.index()) = {};
  if (const auto known = tables_.forged_->digests.find(text);
      known != tables_.forged_->digests.end()) {
    const bool is_impostor = tables_.is_impostor(text);
    const RowDigest digest = known->second;
    IdentityTables::Forged& forged = tables_.forged_.change();
    if (is_impostor) forged.impostors.erase(digest);
    forged.digests.erase(text);
  }
  free_.push_back(text);
}

size_t Identities::usual_room() const {
  return std::max(kLeastRoom, (tables_.facts_.size() - free_.size()) / kRoomShare);
}

void Identities::rebuild_by_id() {
  tables_.by_id_.rebuild(tables_.facts_.size() - free_.size(), usual_room(), [&](auto visit) {
    for (uint32_t i = 0; i < tables_.facts_.size(); ++i) {
      const StoredTextId id = tables_.facts_[i].id;
      if (id.value != 0) visit(TextId{i}, tables_.id_hash(id));
    }
  });
}

void Identities::rebuild_by_words() {
  tables_.by_words_.rebuild(tables_.facts_.size() - free_.size(), usual_room(), [&](auto visit) {
    for (uint32_t i = 0; i < tables_.facts_.size(); ++i) {
      const IdentityTables::Fact& known = tables_.facts_[i];
      if (known.id.value == 0 || tables_.is_impostor({i})) continue;
      visit(TextId{i}, tables_.words_location(known.words));
    }
  });
}

}  // namespace doppel::index
