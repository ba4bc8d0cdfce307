#include "generate/vocabulary.h"

#include <cassert>
#include <cstring>
#include <string>

namespace doppel::generate {
namespace {

// A syllable is an onset and a nucleus. Onsets are consonants and nuclei vowels, so a word can be
// cut into syllables in one way only, and different syllables make different words.
constexpr uint32_t kSyllables = 128, kNuclei = 8;
constexpr std::string_view kOnsets[16] = {"t", "n", "s", "r", "h", "l", "d",  "c",
                                          "m", "f", "p", "g", "w", "b", "st", "tr"};
constexpr std::string_view kAsciiNuclei[kNuclei] = {"e", "a", "o", "i", "u", "ea", "ou", "ai"};
constexpr std::string_view kOtherNuclei[kNuclei] = {"é", "å", "ö", "í", "ü", "êa", "où", "äi"};

constexpr uint32_t kOneSyllable = 128, kTwoSyllables = 1024;
constexpr uint32_t kOtherLetterEvery = 128;

void append_syllable(std::string& out, uint32_t syllable, const std::string_view* nuclei) {
  out += kOnsets[syllable / kNuclei];
  out += nuclei[syllable % kNuclei];
}

// Of ranks that have the same number of syllables, every one gets other syllables: a product with
// an odd number is different for each, modulo a power of two.
std::string spelled(WordId rank) {
  constexpr uint32_t kSpread = 0x9E3779B1;
  const uint32_t syllables = rank < kOneSyllable ? 1 : rank < kTwoSyllables ? 2 : 3;
  uint32_t code = syllables == 1 ? rank : rank * kSpread;
  const bool other = rank % kOtherLetterEvery == kOtherLetterEvery - 1;
  std::string out;
  for (uint32_t i = 0; i < syllables; ++i, code /= kSyllables) {
    const bool last = i + 1 == syllables;
    append_syllable(out, code % kSyllables, last && other ? kOtherNuclei : kAsciiNuclei);
  }
  return out;
}

// In integers, so that every machine has the same: 2^40 / (10 r + 37).
uint64_t weight(WordId rank) { return (uint64_t{1} << 40) / (10 * uint64_t{rank} + 37); }

}  // namespace

Vocabulary::Vocabulary() : words_(kWords), entries_(kWords) {
  make_words();
  make_entries();
}

void Vocabulary::make_words() {
  for (WordId rank = 0; rank < kWords; ++rank) {
    const std::string text = spelled(rank);
    assert(text.size() <= kMostBytes);
    std::memcpy(words_[rank].bytes, text.data(), text.size());
    words_[rank].size = static_cast<uint8_t>(text.size());
  }
}

// Walker's method: words rarer than the mean fill their entry up with a word that is more frequent.
void Vocabulary::make_entries() {
  uint64_t total = 0;
  for (WordId rank = 0; rank < kWords; ++rank) total += weight(rank);
  std::vector<uint64_t> left(kWords);  // of each word's weight, times kWords; the mean is `total`
  std::vector<WordId> rare, frequent;
  for (WordId rank = 0; rank < kWords; ++rank) {
    left[rank] = weight(rank) * kWords;
    (left[rank] < total ? rare : frequent).push_back(rank);
  }
  while (!rare.empty() && !frequent.empty()) {
    const WordId low = rare.back(), high = frequent.back();
    rare.pop_back();
    entries_[low] = {static_cast<uint32_t>(left[low] / (total >> 16)), high};
    left[high] -= total - left[low];
    if (left[high] < total) {
      frequent.pop_back();
      rare.push_back(high);
    }
  }
  for (WordId word : rare) entries_[word] = {1 << 16, word};
  for (WordId word : frequent) entries_[word] = {1 << 16, word};
}

}  // namespace doppel::generate
