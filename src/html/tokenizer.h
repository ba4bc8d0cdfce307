// Splits a page into tags and text in one pass: the tokenizer of the HTML standard, as far as it
// affects text.
//
// A token is a slice of the page: nothing is copied, decoded or folded. The caller does what the
// standard leaves to the parser: after a start tag it says what the element contains (enter()), and
// whether CDATA sections are allowed (allow_cdata(), inside svg and math).
//
//   <p class=x>Tom &amp; <!-- cats --> Ann</p>
//   start p, attribute class=x | text "Tom &amp; " | comment | text " Ann" | end p
//
// The page is UTF-8; other bytes pass through as they are. Line ends are not normalised.
// Cost: linear on every input, 10 to 20 ns a tag; nothing is allocated. Not thread-safe; the page
// must outlive it. An incomplete tag at the end of the page is dropped, as the standard requires.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "html/attributes.h"
#include "html/byte_block.h"
#include "html/tags.h"

namespace doppel::html {

enum class TokenKind : uint8_t { kText, kStartTag, kEndTag, kComment, kDoctype };

struct Token {
  TokenKind kind = TokenKind::kText;
  Tag tag = Tag::kCustom;     // of tags
  bool self_closing = false;  // of tags: ends with "/>"
  bool references = false;    // of text: & may begin a reference
  bool raw = false;           // of text: in an element without markup, NUL means U+FFFD
  std::string_view text;      // the text, the comment, or the tag's name
};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view page) : at_(page.data()), end_(page.data() + page.size()) {}

  // The next token; false at the end of the page.
  bool next(Token& token) {
    if (content_ != Content::kData && next_special(token)) return true;
    while (at_ < end_) {
      if (!begins_markup(at_)) {
        take_text(token);
        return true;
      }
      if (take_markup(token)) return true;
    }
    return false;
  }

  // The same, but text between tags is not a token: `take` is called for it, so that a caller who
  // copies the text reads it only once. `take` gets a position and the end of the page, takes the
  // byte there and those up to the next '<', and returns where it stopped.
  template <typename Take>
  bool next_markup(Token& token, Take take) {
    if (content_ != Content::kData) [[unlikely]] {
      if (next_special(token)) return true;
    }
    while (at_ < end_) {
      if (!begins_markup(at_)) {
        at_ = take(at_, end_);
      } else if (take_markup(token)) {
        return true;
      }
    }
    return false;
  }

  // Of the tag that was given last.
  std::span<const Attribute> attributes() const {
    return {attributes_.all.data(), attributes_.count};
  }
  // Value of the first attribute with that lower-case name; nullptr when there is none.
  const Attribute* attribute(std::string_view name) const;

  // Says what the next content is: the text of this element, up to its end tag. `name` is the name
  // of the element and must stay valid.
  void enter(Content content, std::string_view name) {
    content_ = content;
    element_ = name;
  }
  void allow_cdata(bool allowed) { cdata_ = allowed; }

  // For callers that read some of the page themselves: where the next token begins, whether it may
  // be a tag, and where to go on.
  const char* position() const { return at_; }
  bool reads_markup() const { return content_ == Content::kData; }
  void resume(const char* at) { at_ = at; }

  static bool is_letter(char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26; }

 private:
  // A '<' that is no text. REQUIRES: p < end_.
  bool begins_markup(const char* p) const {
    if (*p != '<' || end_ - p < 2) return false;
    if (is_letter(p[1]) || p[1] == '!' || p[1] == '?') return true;
    return p[1] == '/' && end_ - p > 2;
  }

  // False when it gives no token. REQUIRES: begins_markup(at_).
  bool take_markup(Token& token) {
    if (is_letter(at_[1])) return take_tag(token, TokenKind::kStartTag, at_ + 1);
    if (at_[1] == '/' && is_letter(at_[2])) return take_tag(token, TokenKind::kEndTag, at_ + 2);
    return take_other(token);
  }

  void take_text(Token& token) {
    const char* from = at_;
    do {
      at_ = find_char(at_ + 1, end_, '<');
    } while (at_ < end_ && !begins_markup(at_));
    set_text(token, from, at_, true, false);
  }

  static void set_text(Token& token, const char* from, const char* to, bool references, bool raw) {
    token.kind = TokenKind::kText;
    token.references = references;
    token.raw = raw;
    token.text = {from, static_cast<size_t>(to - from)};
  }

  // False when the page ends inside the tag.
  bool take_tag(Token& token, TokenKind kind, const char* name) {
    token.kind = kind;
    token.self_closing = false;
    attributes_.count = 0;
    const ByteBlock block = ByteBlock::load(name, end_);
    const uint32_t ends = block.equal('>') | block.equal('/') | block.at_most(' ');
    if (ends == kNoBits) [[unlikely]]
      return take_long_tag(token, name);
    const auto size = static_cast<size_t>(std::countr_zero(ends));
    token.tag = find_tag(key(block, size));
    token.text = {name, size};
    at_ = name + size;
    if (*at_ == '>') {
      ++at_;
      return true;
    }
    return take_attributes(token);
  }

  // REQUIRES: size < 16.
  static TagKey key(ByteBlock block, size_t size) {
    const ByteBlock name = block.lower();
    if (size < 8) return {name.low() & ((uint64_t{1} << (8 * size)) - 1), 0};
    return {name.low(), name.high() & ((uint64_t{1} << (8 * (size - 8))) - 1)};
  }

  bool take_long_tag(Token& token, const char* name);
  bool take_attributes(Token& token);
  bool take_other(Token& token);
  bool next_special(Token& token);
  bool take_comment(Token& token, const char* from);
  bool take_until_greater(Token& token, TokenKind kind, const char* from);
  const char* end_of_raw_text() const;
  const char* end_of_script() const;
  bool is_end_tag(const char* at) const;
  bool names_script(const char* at) const;

  const char* at_;
  const char* end_;
  Content content_ = Content::kData;
  bool cdata_ = false;
  std::string_view element_;  // of enter()
  Attributes attributes_;
};

}  // namespace doppel::html
