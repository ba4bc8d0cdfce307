// 32,768 words, as often as those of a language: the word of rank r is drawn with a chance
// proportional to 1 / (r + 3.7), Zipf's law with Mandelbrot's correction.
//
// Words are syllables: one in the 128 most frequent words, two up to rank 1,024, three in the rest;
// the mean word drawn has 4.8 letters. One word in 128 ranks has a letter outside ASCII. No two
// words are equal, and none needs escaping in JSON or HTML.
//
// Stored: never change. Immutable after construction; safe to share. 0.7 MB.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace doppel::generate {

// A word of a text: its rank, or a number, which is written in digits.
using WordId = uint32_t;
inline constexpr WordId kNumber = uint32_t{1} << 31;
constexpr WordId number_word(uint32_t value) { return kNumber | value; }

class Vocabulary {
 public:
  static constexpr uint32_t kWords = 1 << 15;
  static constexpr size_t kMostBytes = 15;
  static constexpr uint32_t kDrawBits = 31;

  Vocabulary();

  // The word chosen by kDrawBits random bits.
  WordId draw(uint32_t bits) const {
    const Entry& entry = entries_[bits & (kWords - 1)];
    return (bits >> 15 & 0xFFFF) < entry.own_share ? bits & (kWords - 1) : entry.other;
  }
  // REQUIRES: id < kWords. The view's bytes may be read up to kMostBytes.
  std::string_view word(WordId id) const { return {words_[id].bytes, words_[id].size}; }

 private:
  struct Word {
    char bytes[kMostBytes] = {};
    uint8_t size = 0;
  };
  // Walker's alias method: an entry stands for its own word or for one other.
  struct Entry {
    uint32_t own_share = 0;  // of 2^16
    WordId other = 0;
  };

  void make_words();
  void make_entries();

  std::vector<Word> words_;
  std::vector<Entry> entries_;
};

}  // namespace doppel::generate
