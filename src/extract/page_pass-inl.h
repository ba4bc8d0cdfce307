// One pass over a page. Compiled once for each kind of vector, and there twice: with blocks and
// elements, and for the text alone.
#if defined(DOPPEL_EXTRACT_PAGE_PASS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DOPPEL_EXTRACT_PAGE_PASS_INL_H_
#undef DOPPEL_EXTRACT_PAGE_PASS_INL_H_
#else
#define DOPPEL_EXTRACT_PAGE_PASS_INL_H_
#endif

#include <array>

#include "extract/block_builder-inl.h"
#include "extract/block_reader.h"
#include "extract/fast_text_writer-inl.h"
#include "extract/tag_scan-inl.h"
#include "html/tokenizer.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::extract {
namespace HWY_NAMESPACE {
using html::Tag;
using html::Token;
using html::TokenKind;

template <bool kWithBlocks>
class PagePass {
 public:
  PagePass(ReadBuffers& buffers, std::string_view page, ReadRequest request)
      : text_(buffers.text),
        end_(page.data() + page.size()),
        tokenizer_(page),
        metadata_(buffers.metadata, buffers.strings),
        foreign_(buffers.foreign),
        builder_(buffers, page),
        links_(request.links) {
    if constexpr (kWithBlocks) builder_.begin();
  }

  void run() {
    Token token;
    auto take = [this](const char* from, const char* end) HWY_ATTR {
      if (hidden()) [[unlikely]]
        return html::find_char(from + 1, end, '<');
      return text_.append_text(from, end, foreign_.foreign());
    };
    while (true) {
      const bool plain = tokenizer_.reads_markup() && !foreign_.active() && templates_ == 0;
      const bool given = plain && read_plain(token);
      if (!given && !tokenizer_.next_markup(token, take)) break;
      if (token.kind == TokenKind::kText) {
        raw_text(token);
      } else if (token.kind == TokenKind::kStartTag) {
        start(token);
      } else if (token.kind == TokenKind::kEndTag) {
        end(token);
      }
    }
    end_block();
    if constexpr (kWithBlocks) builder_.finish();
  }

 private:
  // What to do with the text of an element without markup.
  enum class RawText : uint8_t { kNowhere, kText, kTitle };

  // Reads HTML outside svg, math and template: text, and tags in the usual form. Returns false
  // before anything that needs the tokenizer, and true after a start tag that changes how the page
  // is read (it is in `token`, without its attributes).
  bool read_plain(Token& token) {
    const char* at = tokenizer_.position();
    FastTextWriter fast_text(text_);
    Step step = Step::kGoOn;
    while (step == Step::kGoOn && end_ - at >= kFarEnough) {
      const TextBits bits = FindTextBits(at);
      const uint64_t before = ~bits.less & (bits.less - 1);
      const uint64_t special = bits.special & before;
      if (special != 0) [[unlikely]] {
        const int size = std::countr_zero(special);
        fast_text.append(at, size, bits.spaces & LowBits(size));
        at = append_special(fast_text, at + size);
      } else if (bits.less == 0) {
        fast_text.append(at, kWideBytes, bits.spaces);
        at += kWideBytes;
      } else {
        const int size = std::countr_zero(bits.less);
        fast_text.append(at, size, bits.spaces & before);
        at += size;
        step = take_tag(fast_text, at, token);
      }
    }
    text_.set_out(fast_text.out());
    tokenizer_.resume(at);
    return step == Step::kToken;
  }
  enum class Step : uint8_t { kGoOn, kToken, kCloserLook };
  // More than one step may load.
  static constexpr ptrdiff_t kFarEnough = 3 * 64;

  // Reads references and NULs; returns their end.
  const char* append_special(FastTextWriter& fast_text, const char* at) {
    text_.set_out(fast_text.out());
    do {
      at = text_.append_special(at, end_, false);
    } while (at < end_ && *at == '&');
    fast_text = FastTextWriter(text_);
    return at;
  }

  // Reads a tag and moves `at` past it, unless it needs the tokenizer. REQUIRES: *at is '<'.
  HWY_INLINE Step take_tag(FastTextWriter& fast_text, const char*& at, Token& token) {
    ScannedTag tag;
    if (!ScanTag(at, end_, tag)) return Step::kCloserLook;
    // Without blocks, all that a tag does is to end the line, if there is one.
    const auto line = static_cast<unsigned>(kWithBlocks || fast_text.out() != text_.line().data());
    const unsigned todo = kTodo[static_cast<size_t>(tag.tag)] &
                          (wanted_ | (tag.closes ^ 1) * (kContent | kAttributes) | line * kBlock);
    if (todo == 0) {
      at = tag.end;
      return Step::kGoOn;
    }
    if ((todo & kAttributes) != 0 || (links_ && tag.tag == Tag::kA)) return Step::kCloserLook;
    at = tag.end;
    if ((todo & kContent) != 0) {
      token = {.kind = TokenKind::kStartTag,
               .tag = tag.tag,
               .self_closing = at[-2] == '/',
               .text = tag.name};
      return Step::kToken;
    }
    text_.set_out(fast_text.out());
    act(tag);
    fast_text = FastTextWriter(text_);
    return Step::kGoOn;
  }

  HWY_INLINE void act(const ScannedTag& tag) {
    if (is_block(tag.tag)) {
      end_block();
      if constexpr (kWithBlocks) {
        tag.closes != 0 ? builder_.close(tag.tag, tag.name)
                        : builder_.open(tag.tag, tag.name, tag.end);
      }
    } else if (tag.tag == Tag::kBr) {
      line_break();
    } else if (tag.tag == Tag::kInput) {
      if (tag.closes == 0) text_.space();
    } else if constexpr (kWithBlocks) {
      tag.closes != 0 ? builder_.end_link() : builder_.begin_link();
    }
  }

  // What a tag needs: one table, and one branch for the many tags that need nothing.
  enum : uint8_t {
    kBlock = 1,       // ends a block
    kSpace = 2,       // br, input
    kLink = 4,        // a
    kContent = 8,     // start tags: what follows is read in another way
    kAttributes = 16  // start tags: somebody reads their attributes
  };
  static constexpr auto kTodo = [] {
    std::array<uint8_t, static_cast<size_t>(Tag::kCount)> out{};
    for (size_t i = 0; i < out.size(); ++i) {
      const auto tag = static_cast<Tag>(i);
      if (is_block(tag)) out[i] |= kBlock;
      if (tag == Tag::kBr || tag == Tag::kInput) out[i] |= kSpace;
      if (tag == Tag::kA) out[i] |= kLink;
      if (changes_content(tag)) out[i] |= kContent;
      if (has_metadata(tag)) out[i] |= kAttributes;
    }
    return out;
  }();

  // Appends the text of an element without markup, or of a CDATA section.
  void raw_text(const Token& token) {
    if (token.raw && raw_ == RawText::kTitle) metadata_.title(token.text);
    if (token.raw && raw_ != RawText::kText) return;
    if (!hidden()) text_.append_raw(token.text, token.references);
  }

  bool hidden() const { return templates_ > 0 || foreign_.in_svg(); }

  void start(const Token& token) {
    if (foreign_.active()) [[unlikely]] {
      const bool done = foreign_.start(token, tokenizer_);
      tokenizer_.allow_cdata(foreign_.active());
      if (done) return;
    }
    if (is_block(token.tag)) {
      if (!hidden()) end_block();
      if (changes_content(token.tag)) enter(token, RawText::kText);
      if constexpr (kWithBlocks) {
        if (!hidden()) builder_.open(token.tag, token.text, tokenizer_.position());
      }
      return;
    }
    if (token.tag < Tag::kInline) start_other(token);
  }

  void start_other(const Token& token) {
    switch (token.tag) {
      case Tag::kA:
        if constexpr (kWithBlocks) builder_.begin_link();
        if (links_ && !hidden()) metadata_.anchor(tokenizer_);
        return;
      case Tag::kBr: return line_break();
      case Tag::kInput:
        if (!hidden()) text_.space();
        return;
      case Tag::kTemplate: ++templates_; return;
      case Tag::kSvg:
      case Tag::kMath:
        foreign_.enter(token);
        tokenizer_.allow_cdata(foreign_.active());
        return;
      case Tag::kTitle: return enter(token, hidden() ? RawText::kNowhere : RawText::kTitle);
      case Tag::kScript:
      case Tag::kStyle:
      case Tag::kNoscript:
      case Tag::kIframe:
      case Tag::kNoembed:
      case Tag::kNoframes: return enter(token, RawText::kNowhere);
      default:
        if (!hidden()) start_fact(token);
    }
  }

  void start_fact(const Token& token) {
    if (token.tag == Tag::kHtml) metadata_.html(tokenizer_);
    if (token.tag == Tag::kMeta) metadata_.meta(tokenizer_);
    if (token.tag == Tag::kLink) metadata_.link(tokenizer_);
    if (token.tag == Tag::kBase) metadata_.base(tokenizer_);
  }

  void end(const Token& token) {
    if (foreign_.active()) [[unlikely]] {
      const bool done = foreign_.end(token);
      tokenizer_.allow_cdata(foreign_.active());
      if (done) return;
    }
    if (is_block(token.tag)) {
      if (hidden()) [[unlikely]]
        return;
      end_block();
      if constexpr (kWithBlocks) builder_.close(token.tag, token.text);
    } else if (token.tag == Tag::kA) {
      if constexpr (kWithBlocks) builder_.end_link();
    } else if (token.tag == Tag::kTemplate) {
      templates_ -= templates_ > 0;
    } else if (token.tag == Tag::kBr) {
      line_break();
    }
  }

  void enter(const Token& token, RawText where) {
    raw_ = where;
    tokenizer_.enter(content_of(token.tag), token.text);
  }

  void line_break() {
    if (hidden()) return;
    const size_t at = text_.line().size();
    if (at > 0 && at == break_at_) return end_block();
    text_.space();
    break_at_ = text_.line().size();
  }

  // An empty line has no break in it, and no link.
  HWY_INLINE void end_block() {
    if (text_.line_is_empty()) return;
    break_at_ = 0;
    if constexpr (kWithBlocks) {
      builder_.end_line();
    } else {
      text_.end_line();
    }
  }

  TextWriter& text_;
  const char* end_;
  html::Tokenizer tokenizer_;
  MetadataReader metadata_;
  ForeignContent& foreign_;
  BlockBuilder builder_;
  RawText raw_ = RawText::kNowhere;
  bool links_;
  unsigned wanted_ = kSpace | (kWithBlocks || links_ ? kLink : 0);  // of what tags ask for
  uint32_t templates_ = 0;
  size_t break_at_ = 0;  // length of the line after the last <br>
};

}  // namespace HWY_NAMESPACE
}  // namespace doppel::extract
HWY_AFTER_NAMESPACE();

#endif
