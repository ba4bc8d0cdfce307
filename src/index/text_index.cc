// Identity. A text is looked up by half of the fixed hash of its words, and what is found is
// compared with it word by word. Somebody may write any number of texts of one hash: only the first
// of them is found that way, the others by the SHA-256 of their words.
//
// Undoing. A change lets texts come before it lets others go: what comes may make bands of the
// index anew, and those leave out what has gone. So a text that went is still where it was when the
// change is taken back.
//
// Tested by text_index_test.cc: candidates and pairs against every two living texts, through random
// histories, in all strategies; forged hashes; and by every scenario and law of living groups.
#include "index/text_index.h"

#include <algorithm>
#include <set>

#include "compare/band_keys.h"
#include "compare/parity_bitmap.h"
#include "index/all_texts.h"
#include "index/lsh_index.h"
#include "index/prefix_postings.h"

namespace doppel::index {
namespace {

Similarity swapped(const Similarity& s) { return {s.common, s.right_only, s.left_only}; }

}  // namespace

TextIndex::TextIndex(IndexRules rules, StoredTexts& texts)
    : rules_(std::move(rules)),
      texts_(texts),
      signer_(rules_.predicate.rules, *rules_.shingle_key) {
  switch (rules_.strategy) {
    case Strategy::kLsh:
      candidates_ = std::make_unique<LshIndex>(rules_.banding.bands, rules_.hot_limit,
                                               rules_.markets, rules_.hash);
      break;
    case Strategy::kExact:
      candidates_ = std::make_unique<PrefixPostings>(rules_.order, rules_.predicate.threshold);
      break;
    case Strategy::kScan: candidates_ = std::make_unique<AllTexts>(); break;
  }
}

TextIndex::~TextIndex() = default;

// --- identities ---

std::optional<TextId> TextIndex::find(StoredTextId id) const {
  std::optional<TextId> out;
  by_id_.find(id_hash(id), [&](TextId text) {
    if (facts_[text.index()].id == id) out = text;
    return out.has_value();
  });
  return out;
}

std::optional<TextId> TextIndex::first_of(uint64_t words) const {
  std::optional<TextId> out;
  by_words_.find(words_place(words), [&](TextId text) {
    if (facts_[text.index()].words == words) out = text;
    return out.has_value();
  });
  return out;
}

Result<std::optional<TextId>> TextIndex::find_words(std::string_view text, Hash128 words_hash) {
  const std::optional<TextId> first = first_of(words_hash.low);
  if (first) {
    auto same = same_words(*first, text);
    if (!same) return same.error();
    if (*same) return first;
  }
  if (impostors_.empty()) return std::optional<TextId>();
  const auto impostor = impostors_.find(digest_of(text));
  if (impostor == impostors_.end()) return std::optional<TextId>();
  return std::optional(impostor->second);
}

Result<bool> TextIndex::same_words(TextId known, std::string_view text) {
  auto stored = texts_.text(facts_[known.index()].id);
  if (!stored) return stored.error();
  if (*stored == text) return true;
  text::Tokens left, right;
  text::tokenize(*stored, rules_.predicate.rules.mask_numbers, left);
  text::tokenize(text, rules_.predicate.rules.mask_numbers, right);
  return !left.empty() && left == right;
}

// Each word with its length: a word may hold a space. A text without any is known by its bytes.
RowDigest TextIndex::digest_of(std::string_view text) const {
  text::Tokens tokens;
  text::tokenize(text, rules_.predicate.rules.mask_numbers, tokens);
  std::string words;
  for (size_t i = 0; i < tokens.size(); ++i) {
    words.append(std::to_string(tokens[i].size()) + ':').append(tokens[i]);
  }
  if (tokens.empty()) words = text;
  const std::string_view row = words;
  RowDigest out;
  digest_rows({&row, 1}, {&out, 1});
  return out;
}

Status TextIndex::note_digest(TextId text) {
  if (digests_.contains(text)) return {};
  auto stored = texts_.text(facts_[text.index()].id);
  if (!stored) return stored.error();
  digests_[text] = digest_of(*stored);
  return {};
}

TextId TextIndex::new_number() {
  if (!free_.empty()) {
    const TextId out = free_.back();
    free_.pop_back();
    return out;
  }
  const TextId out{static_cast<uint32_t>(facts_.size())};
  facts_.emplace_back();
  shingles_.push_back(0);
  bitmaps_.emplace_back();
  is_living_.push_back(false);
  return out;
}

// REQUIRES: the text can be read.
Status TextIndex::remember(TextId text, StoredTextId id, Hash128 words_hash) {
  facts_[text.index()] = {id, words_hash.low};
  by_id_.insert(id_hash(id), text, [&](TextId t) { return id_hash(facts_[t.index()].id); });
  const std::optional<TextId> first = first_of(words_hash.low);
  if (!first) {
    by_words_.insert(words_place(words_hash.low), text,
                     [&](TextId t) { return words_place(facts_[t.index()].words); });
    return impostors_.empty() ? Status() : note_digest(text);
  }
  if (Status s = note_digest(*first); !s.ok()) return s;
  if (Status s = note_digest(text); !s.ok()) return s;
  impostors_[digests_[text]] = text;
  return {};
}

Result<TextIndex::Added> TextIndex::add(std::string_view text) {
  const Hash128 words_hash = signer_.identify(text);
  auto known = find_words(text, words_hash);
  if (!known) return known.error();
  if (*known) return Added{facts_[(*known)->index()].id, false};
  if (facts_.size() >= INT32_MAX && free_.empty()) {
    return invalid_argument("more than 2147483646 distinct texts in one index");
  }
  const StoredTextId id = next_;
  if (Status s = texts_.put(id, text); !s.ok()) return s;
  ++next_.value;
  const TextId number = new_number();
  Pending made = sign(number);
  made.words_hash = words_hash;
  if (Status s = remember(number, id, words_hash); !s.ok()) return s;
  pending_[number] = std::move(made);
  return Added{id, true};
}

Status TextIndex::forget(StoredTextId id) {
  const std::optional<TextId> text = find(id);
  if (!text) return invalid_argument("no text has the id " + std::to_string(id.value));
  if (is_living_[text->index()]) {
    return invalid_argument("the text is living: " + std::to_string(id.value));
  }
  by_id_.erase(id_hash(id), *text);
  by_words_.erase(words_place(facts_[text->index()].words), *text);
  if (const auto digest = digests_.find(*text); digest != digests_.end()) {
    const auto impostor = impostors_.find(digest->second);
    if (impostor != impostors_.end() && impostor->second == *text) impostors_.erase(impostor);
    digests_.erase(digest);
  }
  pending_.erase(*text);
  spent_.erase(*text);
  bitmaps_[text->index()].reset();
  if (left_ == text) left_.reset();
  free_.push_back(*text);
  came_.clear();
  gone_.clear();
  texts_.drop(id);
  return {};
}

// --- signatures ---

TextIndex::Pending TextIndex::sign(TextId number) {
  Pending out;
  const std::span<const uint64_t> windows = signer_.windows();
  if (!windows.empty() && rules_.banding.bands > 0) {
    out.keys.resize(rules_.banding.bands);
    compare::make_band_keys(signer_.sketch(), rules_.banding, out.keys);
  }
  left_.reset();
  const compare::ShingleSet set = left_overlap_.collect(signer_.keyed_windows());
  if (rules_.strategy == Strategy::kExact) out.shingles.assign(set.fixed.begin(), set.fixed.end());
  const size_t words = compare::parity_words(set.size());
  bitmaps_[number.index()] = std::make_unique<uint64_t[]>(words);
  compare::make_parity(set.fixed, {bitmaps_[number.index()].get(), words});
  shingles_[number.index()] = static_cast<uint32_t>(set.size());
  return out;
}

StoredSignature TextIndex::signature(StoredTextId id) const {
  const std::optional<TextId> text = find(id);
  if (!text) return {};
  const size_t at = text->index();
  StoredSignature out{.id = id, .shingles = shingles_[at]};
  if (const auto made = pending_.find(*text); made != pending_.end()) {
    out.words_hash = made->second.words_hash;
    out.keys = made->second.keys;
  }
  out.bitmap = {bitmaps_[at].get(), compare::parity_words(shingles_[at])};
  return out;
}

Status TextIndex::load(std::span<const StoredSignature> texts, StoredTextId next,
                       const similarity::Standings& standings) {
  next_ = next;
  std::vector<TextId> numbers;
  std::vector<uint32_t> keys;
  for (const StoredSignature& stored : texts) {
    const TextId number = new_number();
    shingles_[number.index()] = stored.shingles;
    bitmaps_[number.index()] = std::make_unique<uint64_t[]>(stored.bitmap.size());
    std::copy(stored.bitmap.begin(), stored.bitmap.end(), bitmaps_[number.index()].get());
    if (Status s = remember(number, stored.id, stored.words_hash); !s.ok()) return s;
    is_living_[number.index()] = true;
    if (rules_.strategy == Strategy::kLsh && !stored.keys.empty()) {
      numbers.push_back(number);
      keys.insert(keys.end(), stored.keys.begin(), stored.keys.end());
    }
  }
  living_ += texts.size();
  if (rules_.strategy == Strategy::kLsh) {
    static_cast<LshIndex&>(*candidates_).load(numbers, keys, ranks_by(standings));
    return {};
  }
  Shifted none;
  for (uint32_t i = 0; i < facts_.size(); ++i) {
    if (Status s = come({i}, none); !s.ok()) return s;
  }
  return {};
}

Status TextIndex::come(TextId text, Shifted& shifted) {
  const auto made = pending_.find(text);
  if (made != pending_.end()) {
    candidates_->insert(text, {made->second.keys, made->second.shingles}, shifted);
    spent_.insert(pending_.extract(made));
    return {};
  }
  auto stored = texts_.text(facts_[text.index()].id);
  if (!stored) return stored.error();
  signer_.identify(*stored);
  const Pending again = sign(text);
  candidates_->insert(text, {again.keys, again.shingles}, shifted);
  return {};
}

// --- changes and questions ---

Status TextIndex::check(const similarity::LivingChange& change) const {
  std::set<StoredTextId> seen;
  const auto check_each = [&](std::span<const StoredTextId> ids, bool should_live) -> Status {
    for (StoredTextId id : ids) {
      const std::string name = std::to_string(id.value);
      const std::optional<TextId> text = find(id);
      if (!text) return invalid_argument("no text has the id " + name);
      if (!seen.insert(id).second) return invalid_argument("a text is named twice: " + name);
      if (is_living_[text->index()] == should_live) continue;
      return invalid_argument((should_live ? "a text is not living: " : "a text is living: ") +
                              name);
    }
    return {};
  };
  if (Status s = check_each(change.came, false); !s.ok()) return s;
  if (Status s = check_each(change.moved, true); !s.ok()) return s;
  return check_each(change.gone, true);
}

RankOf TextIndex::ranks_by(const similarity::Standings& standings) const {
  return [this, &standings](size_t market, TextId text) {
    return standings.rank(market, facts_[text.index()].id);
  };
}

Result<similarity::Shift> TextIndex::change(const similarity::LivingChange& change,
                                            const similarity::Standings& standings) {
  if (Status s = check(change); !s.ok()) return s;
  came_.clear();
  gone_.clear();
  Shifted shifted;
  spent_.clear();
  candidates_->begin_change(ranks_by(standings));
  std::vector<TextId> moved;
  for (StoredTextId id : change.moved) moved.push_back(*find(id));
  candidates_->move(moved, shifted);
  for (StoredTextId id : change.came) {
    const TextId text = *find(id);
    if (Status s = come(text, shifted); !s.ok()) {
      undo_change();
      return s;
    }
    came_.push_back(text);
    is_living_[text.index()] = true;
    ++living_;
  }
  for (StoredTextId id : change.gone) {
    const TextId text = *find(id);
    candidates_->release(text, shifted);
    gone_.push_back(text);
    is_living_[text.index()] = false;
    --living_;
  }
  return named(shifted);
}

// Those that stayed, each once.
similarity::Shift TextIndex::named(Shifted& shifted) const {
  const std::set<TextId> came(came_.begin(), came_.end());
  const auto names = [&](std::vector<TextId>& texts) {
    std::vector<StoredTextId> out;
    for (TextId text : texts) {
      if (is_living_[text.index()] && !came.contains(text)) out.push_back(facts_[text.index()].id);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
  return {names(shifted.gained), names(shifted.lost)};
}

void TextIndex::undo_change() {
  candidates_->undo_change(came_, gone_);
  for (TextId text : gone_) is_living_[text.index()] = true;
  for (TextId text : came_) is_living_[text.index()] = false;
  living_ += gone_.size();
  living_ -= came_.size();
  pending_.merge(spent_);
  spent_.clear();
  came_.clear();
  gone_.clear();
}

bool TextIndex::could_be_pair(TextId a, TextId b) const {
  return compare::could_be_pair({shingles_[a.index()], bitmaps_[a.index()].get()},
                                {shingles_[b.index()], bitmaps_[b.index()].get()},
                                rules_.predicate.threshold);
}

Status TextIndex::candidates(StoredTextId id, std::vector<StoredTextId>& out) {
  const std::optional<TextId> text = find(id);
  if (!text) return invalid_argument("no text has the id " + std::to_string(id.value));
  std::vector<TextId> found;
  if (is_living_[text->index()]) candidates_->candidates(*text, found);
  for (TextId other : found) {
    if (could_be_pair(*text, other)) out.push_back(facts_[other.index()].id);
  }
  return {};
}

Result<compare::ShingleSet> TextIndex::set_of(TextId text, compare::Overlap& overlap) {
  auto stored = texts_.text(facts_[text.index()].id);
  if (!stored) return stored.error();
  return compare::shingle_set(*stored, signer_, overlap);
}

// One text is mostly verified with many: its set stays, on whichever side it is asked for.
Result<std::optional<Similarity>> TextIndex::verify(StoredTextId left, StoredTextId right) {
  std::optional<TextId> a = find(left), b = find(right);
  if (!a || !b) {
    return invalid_argument("no text has the id " + std::to_string((a ? right : left).value));
  }
  const bool swap = left_ != a;
  if (swap) std::swap(a, b);
  if (left_ != a) {
    left_.reset();
    if (auto set = set_of(*a, left_overlap_); !set) return set.error();
    left_ = a;
  }
  auto other = set_of(*b, right_overlap_);
  if (!other) return other.error();
  std::optional<Similarity> found = left_overlap_.with(other->keyed, rules_.predicate.threshold);
  if (found && swap) found = swapped(*found);
  return found;
}

TextIndex::Bytes TextIndex::bytes() const {
  Bytes out;
  out.identities = facts_.capacity() * sizeof(Fact) + shingles_.capacity() * sizeof(uint32_t) +
                   is_living_.capacity() / 8 + free_.capacity() * sizeof(TextId) + by_id_.bytes() +
                   by_words_.bytes();
  out.candidates = candidates_->bytes();
  out.bitmaps = bitmaps_.capacity() * sizeof(void*);
  for (size_t i = 0; i < bitmaps_.size(); ++i) {
    if (bitmaps_[i]) out.bitmaps += compare::parity_words(shingles_[i]) * sizeof(uint64_t);
  }
  return out;
}

}  // namespace doppel::index
