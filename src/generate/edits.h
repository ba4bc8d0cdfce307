// How a page becomes a near copy of itself, and what that does to its windows of words.
//
// Every edit is a known change at a known position, so the number of windows of five words that two
// pages share can be computed without comparing windows: the words that are kept form runs, and a
// run of n words keeps n - 4 windows. This holds if no window occurs twice in the two pages; new
// words differ from their neighbours, so they never restore a window.
//
// Cost: one pass over the words. Pure; safe to share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generate/random.h"
#include "generate/vocabulary.h"

namespace doppel::generate {

using Words = std::vector<WordId>;

inline constexpr uint64_t kWindowWords = 5;

// How many windows a run of words has.
constexpr uint64_t windows(uint64_t words) {
  return words < kWindowWords ? 0 : words - kWindowWords + 1;
}

// The edits of a text, and how many of its windows remain.
struct Change {
  uint64_t substituted = 0, inserted = 0, deleted = 0;  // words
  uint64_t common = 0;                                  // windows of both texts
  uint64_t left_only = 0, right_only = 0;               // of the new text, of the old one

  friend bool operator==(const Change&, const Change&) = default;
};

// Nothing was done: all windows are common.
Change no_change(std::span<const WordId> words);

// Each replaces `out` by an edited copy of `source`. REQUIRES: at least 20 words.
//
// One word in 40 at most is replaced, left out, or gets a new neighbour; at least one is.
Change edit_words(std::span<const WordId> source, const Vocabulary& vocabulary, Random& random,
                  Words& out);
// New words before the first: at most a quarter of the text's.
Change add_banner(std::span<const WordId> source, const Vocabulary& vocabulary, Random& random,
                  Words& out);
// The end is removed: at most a quarter of the words.
Change trim(std::span<const WordId> source, Random& random, Words& out);

}  // namespace doppel::generate
