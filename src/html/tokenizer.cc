// The cases that the fast path in the header does not handle: comments, raw text, scripts.
//
// A comment ends at the first --> or --!>, and the dashes may be those that open it: <!--> and
// <!---> are whole. A script ends at its end tag, unless a <!-- and a <script stand before it
// without their ends: then </script> closes the inner one (script data double escaped state).
//
// Every search moves forward only and ends where the next one begins, so the time is linear; a
// search that fails has reached the end of the page, and nothing is searched for after that.
//
// Tested by tokenizer_test.cc and by the html5lib suite, tests/conformance/html_suites.py.
#include "html/tokenizer.h"

#include "base/ascii.h"

namespace doppel::html {
namespace {

std::string_view slice(const char* from, const char* to) {
  return {from, static_cast<size_t>(to - from)};
}

}  // namespace

const Attribute* Tokenizer::attribute(std::string_view name) const {
  for (const Attribute& attribute : attributes()) {
    if (equal_ignoring_case(attribute.name, name)) return &attribute;
  }
  return nullptr;
}

bool Tokenizer::take_long_tag(Token& token, const char* name) {
  at_ = end_of_name(name, end_);
  token.text = slice(name, at_);
  token.tag = find_tag(token.text);
  if (at_ == end_) return false;
  return take_attributes(token);
}

bool Tokenizer::take_attributes(Token& token) {
  const char* at = at_;
  if (static_cast<unsigned char>(*at) < ' ' && !is_space(*at)) {
    // A control character: the name was longer.
    at = end_of_name(at, end_);
    token.text = slice(token.text.data(), at);
    token.tag = Tag::kCustom;
  }
  const TagRest rest = read_attributes(at, end_, attributes_);
  token.self_closing = rest.self_closing;
  at_ = rest.end == nullptr ? end_ : rest.end;
  return rest.end != nullptr;
}

// <! , <? , </ before what is no letter. REQUIRES: begins_markup(at_). False for what gives no
// token: </>.
bool Tokenizer::take_other(Token& token) {
  const char* from = at_ + 2;
  if (at_[1] == '?') return take_until_greater(token, TokenKind::kComment, at_ + 1);
  if (at_[1] == '/') {
    if (*from != '>') return take_until_greater(token, TokenKind::kComment, from);
    at_ = from + 1;
    return false;
  }
  const auto left = static_cast<size_t>(end_ - from);
  if (left >= 2 && from[0] == '-' && from[1] == '-') return take_comment(token, from + 2);
  constexpr std::string_view kDoctype = "doctype", kCdata = "[CDATA[";
  if (starts_ignoring_case({from, left}, kDoctype)) {
    return take_until_greater(token, TokenKind::kDoctype, from + kDoctype.size());
  }
  if (cdata_ && slice(from, end_).starts_with(kCdata)) {
    from += kCdata.size();
    const size_t size = slice(from, end_).find("]]>");
    const bool closed = size != std::string_view::npos;
    set_text(token, from, closed ? from + size : end_, false, false);
    at_ = closed ? from + size + 3 : end_;
    return !token.text.empty();
  }
  return take_until_greater(token, TokenKind::kComment, from);
}

bool Tokenizer::take_until_greater(Token& token, TokenKind kind, const char* from) {
  const char* close = find_char(from, end_, '>');
  token.kind = kind;
  token.text = slice(from, close);
  at_ = close == end_ ? end_ : close + 1;
  return true;
}

bool Tokenizer::take_comment(Token& token, const char* from) {
  token.kind = TokenKind::kComment;
  const char* close = from;
  for (;; ++close) {
    close = find_char(close, end_, '>');
    if (close == end_) break;
    const std::string_view before = slice(from, close);
    if (before.empty() || before == "-") {
      token.text = {};
      break;
    }
    if (before.ends_with("--")) {
      token.text = before.substr(0, before.size() - 2);
      break;
    }
    if (before.ends_with("--!")) {
      token.text = before.substr(0, before.size() - 3);
      break;
    }
  }
  if (close < end_) {
    at_ = close + 1;
    return true;
  }
  // Cut off: the dashes that began its end are not part of it.
  std::string_view text = slice(from, end_);
  for (std::string_view tail : {"--!", "--", "-"}) {
    if (!text.ends_with(tail)) continue;
    text.remove_suffix(tail.size());
    break;
  }
  token.text = text;
  at_ = end_;
  return true;
}

// The text of an element without markup; false when it is empty and markup goes on.
bool Tokenizer::next_special(Token& token) {
  const char* from = at_;
  const Content content = content_;
  content_ = Content::kData;
  if (content == Content::kPlainText) {
    at_ = end_;
  } else {
    at_ = content == Content::kScript ? end_of_script() : end_of_raw_text();
  }
  set_text(token, from, at_, content == Content::kRcdata, true);
  return at_ > from;
}

// Is this "</" and the element's name, and does the name end there? REQUIRES: *at is '<'.
bool Tokenizer::is_end_tag(const char* at) const {
  const auto size = static_cast<ptrdiff_t>(element_.size());
  if (end_ - at < size + 3 || at[1] != '/') return false;
  for (ptrdiff_t i = 0; i < size; ++i) {
    const char a = at[2 + i], b = element_[static_cast<size_t>(i)];
    if (a != b && !(is_letter(a) && (a ^ b) == 0x20)) return false;
  }
  const char after = at[2 + size];
  return is_space(after) || after == '/' || after == '>';
}

const char* Tokenizer::end_of_raw_text() const {
  const char* at = at_;
  while ((at = find_char(at, end_, '<')) < end_ && !is_end_tag(at)) ++at;
  return at;
}

// "script" and an end of the name. REQUIRES: at <= end_.
bool Tokenizer::names_script(const char* at) const {
  constexpr std::string_view kScript = "script";
  if (end_ - at <= static_cast<ptrdiff_t>(kScript.size())) return false;
  const char after = at[kScript.size()];
  return equal_ignoring_case({at, kScript.size()}, kScript) &&
         (is_space(after) || after == '/' || after == '>');
}

const char* Tokenizer::end_of_script() const {
  enum { kPlain, kEscaped, kDoubleEscaped } state = kPlain;
  const char* dashes = nullptr;  // where those of --> may begin
  for (const char* at = at_; at < end_; ++at) {
    at = state == kPlain ? find_char(at, end_, '<') : find_byte(at, end_, [](ByteBlock block) {
      return block.equal('<') | block.equal('>');
    });
    if (at == end_) break;
    if (*at == '>') {
      if (at - dashes >= 2 && at[-1] == '-' && at[-2] == '-') state = kPlain;
    } else if (state == kPlain) {
      if (is_end_tag(at)) return at;
      if (end_ - at >= 4 && at[1] == '!' && at[2] == '-' && at[3] == '-') {
        state = kEscaped;
        dashes = at + 2;
      }
    } else if (state == kEscaped) {
      if (is_end_tag(at)) return at;
      if (names_script(at + 1)) state = kDoubleEscaped;
    } else if (end_ - at >= 2 && at[1] == '/' && names_script(at + 2)) {
      state = kEscaped;
    }
  }
  return end_;
}

}  // namespace doppel::html
