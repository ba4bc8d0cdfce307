#include "extract/foreign_content.h"

namespace doppel::extract {
namespace {

using html::Tag;
using html::Token;

// Block-level elements that end svg and math; inline ones are Tag::kBreakout.
constexpr html::TagSet kEndsForeign =
    bit(Tag::kBlockquote) | bit(Tag::kCenter) | bit(Tag::kDd) | bit(Tag::kDiv) | bit(Tag::kDl) |
    bit(Tag::kDt) | bit(Tag::kH1) | bit(Tag::kH2) | bit(Tag::kH3) | bit(Tag::kH4) | bit(Tag::kH5) |
    bit(Tag::kH6) | bit(Tag::kHr) | bit(Tag::kLi) | bit(Tag::kListing) | bit(Tag::kMenu) |
    bit(Tag::kOl) | bit(Tag::kP) | bit(Tag::kPre) | bit(Tag::kTable) | bit(Tag::kUl);

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if ((a[i] | 0x20) != (b[i] | 0x20)) return false;
  }
  return true;
}

bool ends_foreign(const Token& token, const html::Tokenizer& page) {
  if (is_block(token.tag)) return (kEndsForeign & bit(token.tag)) != 0;
  if (token.tag == Tag::kFont) {
    return page.attribute("color") || page.attribute("face") || page.attribute("size");
  }
  return token.tag == Tag::kBreakout || token.tag == Tag::kBr || token.tag == Tag::kMeta ||
         token.tag == Tag::kPage;
}

// Is the content of this child of svg or math HTML?
bool holds_html(const Token& token, const html::Tokenizer& page, bool in_svg) {
  const bool of_svg = same_name(token.text, "foreignobject") || same_name(token.text, "desc");
  if (in_svg || of_svg) return in_svg && of_svg;
  if (!same_name(token.text, "annotation-xml")) return true;
  const html::Attribute* encoding = page.attribute("encoding");
  return encoding != nullptr && (same_name(encoding->value, "text/html") ||
                                 same_name(encoding->value, "application/xhtml+xml"));
}

}  // namespace

void ForeignContent::clear() {
  open_.clear();
  svg_ = 0;
}

void ForeignContent::push(Kind kind, std::string_view name) {
  if (open_.size() == kMaxDepth) return;
  open_.push_back({kind, name});
  if (kind == Kind::kSvg) ++svg_;
}

void ForeignContent::pop() {
  if (open_.back().kind == Kind::kSvg) --svg_;
  open_.pop_back();
}

void ForeignContent::leave() {
  while (foreign()) pop();
}

void ForeignContent::enter(const Token& token) {
  if (!token.self_closing) push(token.tag == Tag::kSvg ? Kind::kSvg : Kind::kMath, token.text);
}

bool ForeignContent::start(const Token& token, const html::Tokenizer& page) {
  if (!foreign()) return false;
  if (ends_foreign(token, page)) {
    leave();
    return false;
  }
  if (token.self_closing) return true;
  const bool svg = open_.back().kind == Kind::kSvg;
  if (token.tag == Tag::kSvg || token.tag == Tag::kMath) {
    enter(token);
  } else if (token.tag == Tag::kForeignPoint) {
    if (holds_html(token, page, svg)) push(Kind::kHtml, token.text);
  } else if (svg && token.tag == Tag::kTitle) {
    push(Kind::kHtml, token.text);
  } else if (is_block(token.tag) && token.tag != Tag::kCustom) {
    push(open_.back().kind, token.text);  // so that its end tag does not end svg
  }
  return true;
}

bool ForeignContent::end(const Token& token) {
  for (size_t i = open_.size(); i-- > 0;) {
    if (!same_name(open_[i].name, token.text)) continue;
    while (open_.size() > i) pop();
    return true;
  }
  if (!foreign()) return false;
  // It is the end tag of an element around svg or math.
  const bool around = (is_block(token.tag) && token.tag != Tag::kCustom) || token.tag == Tag::kBr;
  if (around) leave();
  return !around;
}

}  // namespace doppel::extract
