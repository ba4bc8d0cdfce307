// Is the tokenizer inside svg or math, where other rules apply? A short stack of the elements where
// the rules change.
//
// Inside svg and math no element holds raw text, CDATA sections exist, and "/>" ends an element. A
// start tag of an ordinary HTML element ends both; some children (foreignObject, mi) are HTML
// again.
//
// Cost: constant; nesting deeper than the limit is ignored. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"

namespace doppel::extract {

class ForeignContent {
 public:
  static constexpr size_t kMaxDepth = 64;

  void clear();
  bool active() const { return !open_.empty(); }
  // Is the innermost entry svg or math itself, and not HTML inside it?
  bool foreign() const { return active() && open_.back().kind != Kind::kHtml; }
  bool in_svg() const { return svg_ > 0; }

  // Call for <svg> or <math> in HTML.
  void enter(const html::Token& token);
  // Call for a start tag inside. Returns false if it must be read as HTML. REQUIRES: active().
  bool start(const html::Token& token, const html::Tokenizer& page);
  // Call for an end tag inside. Returns false if it must be read as HTML. REQUIRES: active().
  bool end(const html::Token& token);

 private:
  enum class Kind : uint8_t { kSvg, kMath, kHtml };
  struct OpenElement {
    Kind kind;
    std::string_view name;
  };

  void push(Kind kind, std::string_view name);
  void pop();
  void leave();  // up to the innermost HTML

  std::vector<OpenElement> open_;
  uint32_t svg_ = 0;
};

}  // namespace doppel::extract
