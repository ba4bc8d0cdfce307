#include "check/checked_text.h"

#include <algorithm>
#include <set>

#include "base/keyed_hash.h"
#include "text/shingles.h"
#include "texts/text_views.h"

namespace doppel::checks {

Hash128 CheckedText::words_of(const text::Tokens& tokens, std::string_view bytes) {
  // Neither byte occurs in UTF-8, so different sequences of words give different strings.
  constexpr char kWordEnd = '\xFF', kNoWords = '\xFE';
  joined_.clear();
  for (size_t i = 0; i < tokens.size(); ++i) joined_.append(tokens[i]).push_back(kWordEnd);
  if (tokens.empty()) joined_.append(1, kNoWords).append(bytes);
  return keyed_hash128(joined_);
}

TextIdentity CheckedText::read(std::string_view stored) {
  const texts::TextViews views = texts::read_views(stored);
  const Hash128 bytes = keyed_hash128(stored);
  subject_ = {};
  text::tokenize(views.main, mask_numbers_, main_);
  main_words_ = full_words_ = words_of(main_, views.main);
  if (!views.two) return {bytes, main_words_};
  subject_.two_views = true;
  text::tokenize(views.full, mask_numbers_, full_);
  full_words_ = words_of(full_, views.full);
  text::tokenize(views.title, mask_numbers_, title_);
  const Hash128 title = words_of(title_, views.title);
  read_subject();
  const uint64_t all[] = {main_words_.low,  main_words_.high, full_words_.low,
                          full_words_.high, title.low,        title.high};
  return {bytes, keyed_hash128({reinterpret_cast<const char*>(all), sizeof all})};
}

void CheckedText::read_subject() {
  subject_.short_main = main_.size() < similarity::kLongMain;
  std::set<std::string_view> words;
  joined_.clear();
  for (size_t i = 0; i < std::min(title_.size(), similarity::kTitleWords); ++i) {
    words.insert(title_[i]);
    joined_.append(title_[i]).push_back(' ');
  }
  if (words.empty()) return;
  subject_.title = std::max<uint64_t>(keyed_hash64(joined_), 1);
  const size_t different = words.size();
  for (size_t i = 0; i < main_.size(); ++i) words.erase(main_[i]);
  subject_.names_title = 2 * (different - words.size()) >= different;
}

void make_windows(const text::Tokens& tokens, const TextRules& rules, const text::ShingleKey& key,
                  text::SecretUnits& room, std::vector<uint64_t>& out) {
  text::unit_hashes(tokens, rules.unit, key, room);
  text::windows(room, rules, key, out);
  text::sort_unique(out);
}

}  // namespace doppel::checks
