// Undoing. A change adds texts before it releases others, because an addition may rebuild bands of
// the index, and a rebuilt band leaves out released texts. So a released text is still in its
// tables when the change is undone.
//
// Tested by text_index_test.cc: candidates and pairs against all pairs of living texts, after
// random histories, with all strategies, and with forged hashes. Also by two_views_test.cc,
// index_reader_test.cc and every scenario and law of living groups.
#include "index/text_index.h"

#include <algorithm>
#include <set>

#include "living_candidates/all_texts.h"
#include "living_candidates/lsh_index.h"
#include "living_candidates/prefix_postings.h"
#include "similarity/parity_bitmap.h"

namespace doppel::index {
namespace {

using living_candidates::CandidateChanges, living_candidates::CandidateIndex;
using living_candidates::RankOf, living_candidates::TextSignature;

std::unique_ptr<CandidateIndex> candidate_index(const IndexRules& rules) {
  switch (rules.strategy) {
    case Strategy::kLsh: break;
    case Strategy::kExact:
      return std::make_unique<living_candidates::PrefixPostings>(rules.order,
                                                                 rules.predicate.threshold);
    case Strategy::kScan: return std::make_unique<living_candidates::AllTexts>();
  }
  return std::make_unique<living_candidates::LshIndex>(rules.banding.bands, rules.hot_limit,
                                                       rules.markets, rules.hash);
}

StoredView stored_view(const similarity::ParityBitmap& made) {
  StoredView out{.shingles = made.size};
  out.bitmap = {made.words, similarity::parity_words(made.size)};
  return out;
}

// The bitmap of no shingles need not be stored.
Signatures::ViewSignature view_signature(const StoredView& stored) {
  const size_t words = similarity::parity_words(stored.shingles);
  SharedWords bitmap(words);
  std::fill_n(bitmap.fill(), words, uint64_t{0});
  std::copy(stored.bitmap.begin(), stored.bitmap.end(), bitmap.fill());
  return {stored.shingles, std::move(bitmap)};
}

bool makes_sense(const StoredView& stored, size_t bands) {
  const bool has_bitmap = stored.bitmap.size() == similarity::parity_words(stored.shingles);
  return (has_bitmap || (stored.bitmap.empty() && stored.shingles == 0)) &&
         (stored.keys.empty() || stored.keys.size() == bands);
}

// Both views have keys, or neither has.
Status check_signature(const StoredSignature& stored, size_t bands) {
  const bool two_views = stored.facts.two_views;
  if (makes_sense(stored.main, bands) && (!two_views || makes_sense(stored.full, bands)) &&
      (!two_views || stored.main.keys.empty() == stored.full.keys.empty())) {
    return {};
  }
  return corrupt("the signature of a text is not one of this index: " +
                 std::to_string(stored.id.value));
}

Status unknown(StoredTextId id) {
  return invalid_argument("no text has the id " + std::to_string(id.value));
}

}  // namespace

TextIndex::TextIndex(IndexRules rules, StoredTexts& texts)
    : rules_(std::make_shared<const IndexRules>(std::move(rules))),
      texts_(texts),
      identities_(rules_->hash, rules_->predicate.rules.mask_numbers),
      candidates_(candidate_index(*rules_)),
      signer_(*rules_),
      view_({*rules_, identities_.tables(), signatures_, candidates_.view(), texts_}, nullptr,
            rules_->set_cache_bytes) {}

TextIndex::~TextIndex() = default;

// --- texts that are known ---

Result<TextIndex::Added> TextIndex::add(std::string_view text) {
  const Hash128 words_hash = signer_.identify(text);
  auto known = identities_.tables().find_words(text, words_hash, texts_);
  if (!known) return known.error();
  if (*known) return Added{id(**known), false};
  if (!identities_.has_room()) {
    return invalid_argument("more than 2147483646 distinct texts in one index");
  }
  const StoredTextId id = next_;
  if (Status s = texts_.put(id, text); !s.ok()) return s;
  ++next_.value;
  auto number = identities_.add(id, words_hash, texts_);
  if (!number) {
    texts_.drop(id);
    return number.error();
  }
  pending_[*number] = {words_hash, sign(*number)};
  return Added{id, true};
}

Status TextIndex::forget(StoredTextId id) {
  const std::optional<TextId> text = find(id);
  if (!text) return unknown(id);
  if (is_living(*text)) {
    return invalid_argument("the text is living: " + std::to_string(id.value));
  }
  identities_.forget(*text);
  pending_.erase(*text);
  spent_.erase(*text);
  signatures_.drop(*text);
  came_.clear();
  gone_.clear();
  texts_.drop(id);
  return {};
}

SignedText TextIndex::sign(TextId number) {
  SignedText made = signer_.sign();
  signatures_.set(number, {made.main.size, made.main.bitmap}, {made.full.size, made.full.bitmap},
                  likely_subject(made.facts));
  return made;
}

StoredSignature TextIndex::signature(StoredTextId id) const {
  const std::optional<TextId> text = find(id);
  if (!text) return {};
  const TextFilter filter = signatures_.filter(*text);
  StoredSignature out{.id = id, .words_hash = {}, .main = stored_view(filter.main)};
  if (filter.subject.two_views) out.full = stored_view(filter.full);
  if (const auto made = pending_.find(*text); made != pending_.end()) {
    out.words_hash = made->second.words_hash;
    out.main.keys = made->second.text.main.keys;
    out.full.keys = made->second.text.full.keys;
    out.facts = made->second.text.facts;
  }
  return out;
}

Status TextIndex::load(std::span<const StoredSignature> texts, StoredTextId next,
                       const similarity::Standings& standings) {
  next_ = next;
  const bool by_keys = rules_->strategy == Strategy::kLsh;
  std::vector<TextId> numbers;
  std::vector<TextSignature> signatures, full;
  full.reserve(texts.size());  // pointed to
  for (const StoredSignature& stored : texts) {
    if (Status s = check_signature(stored, rules_->banding.bands); !s.ok()) return s;
    auto number = identities_.add(stored.id, stored.words_hash, texts_);
    if (!number) return number.error();
    const similarity::PageSubject subject = likely_subject(stored.facts);
    signatures_.set(*number, view_signature(stored.main),
                    subject.two_views ? view_signature(stored.full) : Signatures::ViewSignature(),
                    subject);
    set_living(*number, true);
    if (by_keys && stored.main.keys.empty()) continue;
    numbers.push_back(*number);
    signatures.push_back({.keys = stored.main.keys, .mirror_set = subject.mirror_set});
    if (!subject.two_views) continue;
    full.push_back({.keys = stored.full.keys});
    signatures.back().full = &full.back();
  }
  if (by_keys) {
    candidates_.load(numbers, signatures, ranks_by(standings));
    return {};
  }
  CandidateChanges none;
  for (TextId number : numbers) {
    if (Status s = come(number, none); !s.ok()) return s;
  }
  return {};
}

// --- changes ---

void TextIndex::insert(TextId text, const SignedText& made, CandidateChanges& changes) {
  TextSignature full;
  candidates_.insert(text, signature_of(made, full), changes);
}

Status TextIndex::come(TextId text, CandidateChanges& changes) {
  const auto made = pending_.find(text);
  if (made != pending_.end()) {
    insert(text, made->second.text, changes);
    spent_.insert(pending_.extract(made));
    return {};
  }
  std::string buffer;
  auto stored = texts_.text(id(text), buffer);
  if (!stored) return stored.error();
  signer_.identify(*stored);
  insert(text, sign(text), changes);
  return {};
}

void TextIndex::set_living(TextId text, bool is_living) {
  identities_.set_living(text, is_living);
  living_ += is_living ? size_t{1} : SIZE_MAX;
}

Status TextIndex::check(const similarity::LivingChange& change) const {
  std::set<StoredTextId> seen;
  const auto check_each = [&](std::span<const StoredTextId> ids, bool should_live) -> Status {
    for (StoredTextId id : ids) {
      const std::string name = std::to_string(id.value);
      const std::optional<TextId> text = find(id);
      if (!text) return unknown(id);
      if (!seen.insert(id).second) return invalid_argument("a text is named twice: " + name);
      if (is_living(*text) == should_live) continue;
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
  return
      [this, &standings](size_t market, TextId text) { return standings.rank(market, id(text)); };
}

Result<similarity::Shift> TextIndex::change(const similarity::LivingChange& change,
                                            const similarity::Standings& standings) {
  if (Status s = check(change); !s.ok()) return s;
  came_.clear();
  gone_.clear();
  CandidateChanges changes;
  spent_.clear();
  candidates_.begin_change(ranks_by(standings));
  std::vector<TextId> moved;
  for (StoredTextId id : change.moved) moved.push_back(*find(id));
  candidates_.move(moved, changes);
  for (StoredTextId id : change.came) {
    const TextId text = *find(id);
    if (Status s = come(text, changes); !s.ok()) {
      undo_change();
      return s;
    }
    came_.push_back(text);
    set_living(text, true);
  }
  for (StoredTextId id : change.gone) {
    const TextId text = *find(id);
    candidates_.release(text, changes);
    gone_.push_back(text);
    set_living(text, false);
  }
  return named(changes);
}

Result<similarity::Shift> TextIndex::change_markets(std::span<const std::optional<size_t>> origins,
                                                    const similarity::Standings& standings) {
  came_.clear();
  gone_.clear();
  spent_.clear();
  CandidateChanges changes;
  candidates_.begin_change(ranks_by(standings));
  candidates_.change_markets(origins, changes);
  return named(changes);
}

// The ids of the texts that stayed, each once.
similarity::Shift TextIndex::named(CandidateChanges& changes) const {
  const std::set<TextId> came(came_.begin(), came_.end());
  const auto names = [&](std::vector<TextId>& texts) {
    std::vector<StoredTextId> out;
    for (TextId text : texts) {
      if (is_living(text) && !came.contains(text)) out.push_back(id(text));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
  return {names(changes.gained), names(changes.lost)};
}

void TextIndex::undo_change() {
  candidates_.undo_change(came_, gone_);
  for (TextId text : gone_) set_living(text, true);
  for (TextId text : came_) set_living(text, false);
  pending_.merge(spent_);
  spent_.clear();
  came_.clear();
  gone_.clear();
}

// --- questions ---

Status TextIndex::candidates(StoredTextId id, std::vector<StoredTextId>& out) {
  return view_.candidates(id, out);
}

Result<std::optional<similarity::VerifiedPair>> TextIndex::verify(StoredTextId left,
                                                                  StoredTextId right) {
  return view_.verify(left, right);
}

std::shared_ptr<const similarity::NeighbourReader> TextIndex::reader() const {
  return std::make_shared<const IndexReader>(rules_, identities_.tables(), signatures_,
                                             candidates_.snapshot(), texts_.reader());
}

TextIndex::Bytes TextIndex::bytes() const {
  return {.identities = identities_.bytes() + signatures_.bytes(),
          .candidates = candidates_.view().bytes(),
          .bitmaps = signatures_.bitmap_bytes()};
}

}  // namespace doppel::index
