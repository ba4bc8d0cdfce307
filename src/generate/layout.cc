#include "generate/layout.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "generate/random.h"

namespace doppel::generate {
namespace {

constexpr uint64_t kShortestSentence = 6, kLongestSentence = 22;
constexpr uint64_t kMostSentences = 7;  // of a paragraph

// Writes a word and a space, 16 bytes at most; the bytes after it are overwritten.
char* put_word(char* at, WordId id, const Vocabulary& vocabulary) {
  if (id & kNumber) {
    at = std::to_chars(at, at + Vocabulary::kMostBytes, id & ~kNumber).ptr;
  } else {
    std::string_view word = vocabulary.word(id);
    std::memcpy(at, word.data(), Vocabulary::kMostBytes);  // all of it: no loop over its size
    at += word.size();
  }
  *at = ' ';
  return at + 1;
}

void capitalise(char& first) {
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
}

}  // namespace

void append_text(std::string& out, std::span<const WordId> words, const Vocabulary& vocabulary,
                 uint64_t layout, std::string_view paragraph_end) {
  const size_t begin = out.size();
  const size_t per_sentence = paragraph_end.size() + 1;
  const size_t sentences = words.size() / kShortestSentence + 1;
  out.resize(begin + words.size() * (Vocabulary::kMostBytes + 1) + sentences * per_sentence);
  char* at = out.data() + begin;
  Random random(layout, Purpose::kLayout);
  uint64_t left_in_paragraph = random.between(1, kMostSentences);
  for (size_t next = 0; next < words.size();) {
    const size_t length =
        std::min<size_t>(random.between(kShortestSentence, kLongestSentence), words.size() - next);
    char* first = at;
    for (size_t i = 0; i < length; ++i) at = put_word(at, words[next + i], vocabulary);
    capitalise(*first);
    at[-1] = '.';
    next += length;
    if (next == words.size()) break;
    if (--left_in_paragraph > 0) {
      *at++ = ' ';
    } else {
      at = std::copy(paragraph_end.begin(), paragraph_end.end(), at);
      left_in_paragraph = random.between(1, kMostSentences);
    }
  }
  if (!words.empty() && layout % 2 == 1) at[-1] = '!';
  out.resize(static_cast<size_t>(at - out.data()));
}

}  // namespace doppel::generate
