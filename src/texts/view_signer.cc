#include "texts/view_signer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/keyed_hash.h"

namespace doppel::texts {
namespace {

std::string_view bytes_of(const uint64_t* numbers, size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(uint64_t)};
}

// A keyed hash of the numbers, never 0.
template <size_t kCount>
uint64_t keyed_number(const std::array<uint64_t, kCount>& numbers) {
  return std::max<uint64_t>(keyed_hash64(bytes_of(numbers.data(), kCount)), 1);
}

uint64_t mirror_set_of(uint64_t main_words, const similarity::PageSubject& page) {
  return std::max<uint64_t>(page.short_main ? main_words ^ page.title : main_words, 1);
}

// The distinct words of a title, in a table of a few cache lines, and how many of them have been
// found so far.
class TitleWords {
 public:
  TitleWords(const text::SecretUnits& words, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Slot& slot = slot_of(words.low[i], words.high[i]);
      if (slot.state != State::kEmpty) continue;
      slot = {words.low[i], words.high[i], State::kWanted};
      ++different_;
    }
  }

  void meet(uint64_t low, uint64_t high) {
    Slot& slot = slot_of(low, high);
    if (slot.state != State::kWanted) return;
    slot.state = State::kFound;
    ++found_;
  }
  bool half_found() const { return 2 * found_ >= different_; }

 private:
  enum class State : uint8_t { kEmpty, kWanted, kFound };
  struct Slot {
    uint64_t low = 0, high = 0;
    State state = State::kEmpty;
  };
  static constexpr size_t kSlots = 4 * similarity::kTitleWords;
  static_assert(std::has_single_bit(kSlots));

  // The slot of this word, or the empty slot where it belongs.
  Slot& slot_of(uint64_t low, uint64_t high) {
    size_t at = high % kSlots;
    while (slots_[at].state != State::kEmpty &&
           (slots_[at].low != low || slots_[at].high != high)) {
      at = (at + 1) % kSlots;
    }
    return slots_[at];
  }

  std::array<Slot, kSlots> slots_ = {};
  size_t different_ = 0, found_ = 0;
};

}  // namespace

Hash128 ViewSigner::identify(std::string_view stored) {
  const TextViews views = read_views(stored);
  if (!views.two) {
    two_views_ = false;
    return main_.identify(views.main);
  }
  two_views_ = true;
  waiting_full_.reset();
  find_words(views);
  text::hash_tokens(views.title, mask_numbers_, key_, title_);
  const Hash128 main = main_.identity(), full = full_.identity();
  const Hash128 title = words_hash(views.title, title_.fixed());
  view_words_ = {main.low, full.low};
  const std::array<uint64_t, 6> all = {main.low,  main.high, full.low,
                                       full.high, title.low, title.high};
  return hash128(std::span<const uint64_t>(all));
}

void ViewSigner::take(std::string_view stored) {
  const TextViews views = read_views(stored);
  two_views_ = views.two;
  view_words_ = {main_.identify(views.main).low, 0};
  if (!two_views_) return;
  text::hash_tokens(views.title, mask_numbers_, key_, title_);
  waiting_full_ = views.full;
}

Signer& ViewSigner::full() {
  if (!two_views_) return main_;
  if (waiting_full_) full_.identify(*std::exchange(waiting_full_, std::nullopt));
  return full_;
}

void ViewSigner::find_words(const TextViews& views) {
  text::TokenHashes &main = main_.begin(views.main), &full = full_.begin(views.full);
  if (!split_by_main(views.main, views.full, pieces_)) {
    text::hash_tokens(views.main, mask_numbers_, key_, main);
    text::hash_tokens(views.full, mask_numbers_, key_, full);
    return;
  }
  main.clear();
  full.clear();
  for (const TextPiece& piece : pieces_) {
    const size_t before = full.size();
    text::append_token_hashes(piece.text, mask_numbers_, key_, full);
    if (piece.in_main) main.append_last(full, full.size() - before);
  }
}

size_t ViewSigner::title_words() const { return std::min(title_.size(), similarity::kTitleWords); }

similarity::PageSubject ViewSigner::subject() const {
  if (!two_views_) return {};
  similarity::PageSubject out{.two_views = true};
  out.short_main = main_.tokens().size() < similarity::kLongMain;
  const size_t words = title_words();
  if (words > 0) {
    const text::SecretUnits& secret = title_.secret();
    const std::array<uint64_t, 2> halves = {keyed_hash64(bytes_of(secret.low.data(), words)),
                                            keyed_hash64(bytes_of(secret.high.data(), words))};
    out.title = keyed_number(halves);
    out.names_title = main_names_title(words);
  }
  out.mirror_set = mirror_set_of(view_words_.main, out);
  return out;
}

SubjectFacts ViewSigner::facts() const {
  if (!two_views_) return {};
  SubjectFacts out{.two_views = true, .main_words = view_words_.main};
  out.short_main = main_.tokens().size() < similarity::kLongMain;
  if (const size_t words = title_words(); words > 0) {
    out.title = std::max<uint64_t>(hash128(title_.fixed().first(words)).low, 1);
    out.names_title = main_names_title(words);
  }
  return out;
}

similarity::PageSubject likely_subject(const SubjectFacts& facts) {
  similarity::PageSubject out{.two_views = facts.two_views,
                              .short_main = facts.short_main,
                              .names_title = facts.names_title};
  if (!facts.two_views) return out;
  if (facts.title != 0) out.title = keyed_number(std::array{facts.title});
  out.mirror_set = mirror_set_of(facts.main_words, out);
  return out;
}

bool ViewSigner::main_names_title(size_t title_words) const {
  TitleWords title(title_.secret(), title_words);
  const text::SecretUnits& main = main_.tokens().secret();
  for (size_t i = 0; i < main.used && !title.half_found(); ++i) {
    title.meet(main.low[i], main.high[i]);
  }
  return title.half_found();
}

}  // namespace doppel::texts
