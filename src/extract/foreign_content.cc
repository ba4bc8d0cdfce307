#include "extract/foreign_content.h"

namespace doppel::extract {
namespace {

// Block-level elements that end svg and math; inline ones are Tag::kBreakout.
constexpr TagSet kEndsForeign =
    bit(Tag::kBlockquote) | bit(Tag::kBody) | bit(Tag::kCenter) | bit(Tag::kDd) | bit(Tag::kDiv) |
    bit(Tag::kDl) | bit(Tag::kDt) | bit(Tag::kH1) | bit(Tag::kH2) | bit(Tag::kH3) | bit(Tag::kH4) |
    bit(Tag::kH5) | bit(Tag::kH6) | bit(Tag::kHead) | bit(Tag::kHr) | bit(Tag::kLi) |
    bit(Tag::kListing) | bit(Tag::kMenu) | bit(Tag::kOl) | bit(Tag::kP) | bit(Tag::kPre) |
    bit(Tag::kTable) | bit(Tag::kUl);

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if ((a[i] | 0x20) != (b[i] | 0x20)) return false;
  }
  return true;
}

bool ends_foreign(const Token& token, const Tokenizer& page) {
  if (is_block(token.tag)) return (kEndsForeign & bit(token.tag)) != 0;
  if (token.tag == Tag::kFont) {
    return page.attribute("color") || page.attribute("face") || page.attribute("size");
  }
  return token.tag == Tag::kBreakout || token.tag == Tag::kBr || token.tag == Tag::kMeta;
}

}  // namespace

void ForeignContent::clear() {
  places_.clear();
  svg_ = 0;
}

void ForeignContent::push(Kind kind, std::string_view name) {
  if (places_.size() == kMaxDepth) return;
  places_.push_back({kind, name});
  if (kind == Kind::kSvg) ++svg_;
}

void ForeignContent::pop() {
  if (places_.back().kind == Kind::kSvg) --svg_;
  places_.pop_back();
}

void ForeignContent::leave() {
  while (foreign()) pop();
}

void ForeignContent::enter(const Token& token) {
  if (!token.self_closing) push(token.tag == Tag::kSvg ? Kind::kSvg : Kind::kMath, token.text);
}

bool ForeignContent::start(const Token& token, const Tokenizer& page) {
  if (!foreign()) return false;
  if (ends_foreign(token, page)) {
    leave();
    return false;
  }
  if (token.self_closing) return true;
  const bool svg = places_.back().kind == Kind::kSvg;
  if (token.tag == Tag::kSvg || token.tag == Tag::kMath) {
    enter(token);
  } else if (token.tag == Tag::kForeignPoint) {
    const bool of_svg = same_name(token.text, "foreignobject") || same_name(token.text, "desc");
    if (svg == of_svg) push(Kind::kHtml, token.text);
  } else if (svg && token.tag == Tag::kTitle) {
    push(Kind::kHtml, token.text);
  }
  return true;
}

bool ForeignContent::end(const Token& token) {
  for (size_t i = places_.size(); i-- > 0;) {
    if (!same_name(places_[i].name, token.text)) continue;
    while (places_.size() > i) pop();
    return true;
  }
  if (!foreign()) return false;
  // The end tag of an element around it.
  const bool around = (is_block(token.tag) && token.tag != Tag::kCustom) || token.tag == Tag::kBr;
  if (around) leave();
  return !around;
}

}  // namespace doppel::extract
