// From words to text: sentences with a capital and a full stop, paragraphs on lines of their own.
//
// The words and their layout are independent: the same words in another layout give other bytes and
// the same tokens.
//
// Cost: about 3 ns a word. Pure; safe to share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "generate/vocabulary.h"

namespace doppel::generate {

// Appends the text. `paragraph_end` stands between paragraphs: "\n", or what it becomes in JSON or
// HTML. `layout` names one of 2^64 layouts; an odd one ends in "!", so it never gives the bytes of
// an even one.
void append_text(std::string& out, std::span<const WordId> words, const Vocabulary& vocabulary,
                 uint64_t layout, std::string_view paragraph_end);

}  // namespace doppel::generate
