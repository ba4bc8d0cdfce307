// The parser of the HTML standard, reduced to what changes a text: which tags end a block, which
// elements hold no text, when svg and math begin and end. Where a tag stands in the tree matters
// only to the blocks, and the stack of open elements (element_stack.h) is enough for that.
//
// One pass is compiled twice: with blocks and elements, and for the text alone. The text is the
// same, because nothing of the stack decides about text.
//
// An element gets its record when the first block inside it ends: pages full of empty elements cost
// no memory, and records stand in the order in which their first words come.
//
// Tested by block_reader_test.cc, the tree suite (tests/conformance/html_suites.py) and, against
// gumbo, differential.html.
#include "extract/block_reader.h"

#include <algorithm>

#include "extract/tokenizer.h"

namespace doppel::extract {
namespace {

uint32_t count_chars(std::string_view utf8) {
  uint32_t out = 0;
  for (char c : utf8) out += (c & 0xC0) != 0x80;
  return out;
}

uint32_t count_spaces(std::string_view text) {
  uint32_t out = 0;
  for (char c : text) out += c == ' ';
  return out;
}

}  // namespace

template <bool kWithBlocks>
class BlockReader::Pass {
 public:
  Pass(BlockReader& reader, std::string_view page, ReadRequest request)
      : r_(reader),
        page_(page),
        tokenizer_(page),
        facts_(reader.facts_, reader.strings_),
        foreign_(reader.foreign_),
        links_(request.links) {
    if constexpr (kWithBlocks) r_.elements_.push_back({});
    r_.stack_.top().record = 0;
  }

  void run() {
    Token token;
    auto take = [this](const char* from, const char* end) {
      if (hidden()) [[unlikely]]
        return find_char(from + 1, end, '<');
      return r_.text_.append_text(from, end, foreign_.foreign());
    };
    while (tokenizer_.next_markup(token, take)) {
      if (token.kind == TokenKind::kText) {
        text(token);
      } else if (token.kind == TokenKind::kStartTag) {
        start(token);
      } else if (token.kind == TokenKind::kEndTag) {
        end(token);
      }
    }
    end_block();
    if constexpr (kWithBlocks) end_elements();
  }

 private:
  // Where the text of an element without markup goes.
  enum class RawText : uint8_t { kNowhere, kText, kTitle };

  // Of an element without markup, or of a CDATA section.
  void text(const Token& token) {
    if (token.raw && raw_ == RawText::kTitle) facts_.title(token.text);
    if (token.raw && raw_ != RawText::kText) return;
    if (!hidden()) r_.text_.append_raw(token.text, token.references);
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
      if (token.tag == Tag::kTextarea || token.tag == Tag::kXmp || token.tag == Tag::kPlaintext) {
        enter(token, RawText::kText);
      }
      if constexpr (kWithBlocks) open(token);
      return;
    }
    if (token.tag > Tag::kA && token.tag <= Tag::kPage) return;
    start_other(token);
  }

  void start_other(const Token& token) {
    switch (token.tag) {
      case Tag::kA:
        if constexpr (kWithBlocks) begin_link();
        if (links_ && !hidden()) facts_.anchor(tokenizer_);
        return;
      case Tag::kBr: return line_break();
      case Tag::kInput:
        if (!hidden()) r_.text_.space();
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
    if (token.tag == Tag::kHtml) facts_.html(tokenizer_);
    if (token.tag == Tag::kMeta) facts_.meta(tokenizer_);
    if (token.tag == Tag::kLink) facts_.link(tokenizer_);
    if (token.tag == Tag::kBase) facts_.base(tokenizer_);
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
      if constexpr (kWithBlocks) close(token);
    } else if (token.tag == Tag::kA) {
      if constexpr (kWithBlocks) end_link();
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
    const size_t at = r_.text_.line().size();
    if (at > 0 && at == break_at_) return end_block();
    r_.text_.space();
    break_at_ = r_.text_.line().size();
  }

  void end_block() {
    break_at_ = 0;
    if constexpr (kWithBlocks) {
      if (in_link_) pause_link();
    }
    if (!r_.text_.end_line()) {
      if constexpr (kWithBlocks) link_chars_ = links_in_block_ = 0;
    } else if constexpr (kWithBlocks) {
      add_block();
    }
    if constexpr (kWithBlocks) link_from_ = 0;
  }

  void add_block() {
    Block block;
    block.begin = static_cast<uint32_t>(r_.text_.line_begin());
    block.size = static_cast<uint32_t>(r_.text_.line_end()) - block.begin;
    block.element = record();
    const std::string_view text = r_.text_.text().substr(block.begin);
    block.words = count_spaces(text) + 1;
    block.chars = count_chars(text);
    block.link_chars = std::min(link_chars_, block.chars);
    block.links = links_in_block_;
    link_chars_ = links_in_block_ = 0;
    r_.blocks_.push_back(block);
  }

  // The record of the innermost open element, made now if there is none yet, after its parents'.
  uint32_t record() {
    auto& open = r_.stack_.elements();
    if (open.back().record != ElementStack::kNoRecord) return open.back().record;
    size_t from = open.size();
    while (open[from - 1].record == ElementStack::kNoRecord) --from;
    for (size_t i = from; i < open.size(); ++i) {
      const uint32_t parent = open[i - 1].record;
      Element element;
      element.parent = parent;
      element.first_block = static_cast<uint32_t>(r_.blocks_.size());
      element.tag = open[i].tag;
      element.depth = static_cast<uint16_t>(i);
      element.ancestors = r_.elements_[parent].ancestors | bit(r_.elements_[parent].tag);
      element.hints = open[i].hints;
      open[i].record = static_cast<uint32_t>(r_.elements_.size());
      r_.elements_.push_back(element);
    }
    return open.back().record;
  }

  void end_elements() {
    auto& elements = r_.elements_;
    for (uint32_t i = 0; i < r_.blocks_.size(); ++i)
      elements[r_.blocks_[i].element].end_block = i + 1;
    for (size_t i = elements.size(); i-- > 1;) {
      uint32_t& around = elements[elements[i].parent].end_block;
      around = std::max(around, elements[i].end_block);
    }
  }

  void open(const Token& token) {
    if (hidden()) [[unlikely]]
      return;
    const bool opened = r_.stack_.open(token.tag, token.text);
    if (in_link_) leave_link();
    if (opened) r_.stack_.top().hints = hints();
  }

  void close(const Token& token) {
    r_.stack_.close(token.tag, token.text);
    if (in_link_) leave_link();
  }

  // A link does not reach out of the element it began in.
  void leave_link() { in_link_ = r_.stack_.is_open(link_depth_, link_serial_); }

  Hints hints() const {
    Hints out;
    for (const Attribute& attribute : tokenizer_.attributes()) {
      const std::string_view name = attribute.name;
      Slice* to = nullptr;
      if (name.size() == 5 && is("class", name)) to = &out.classes;
      if (name.size() == 2 && is("id", name)) to = &out.id;
      if (name.size() == 8 && is("itemprop", name)) to = &out.itemprop;
      if (to == nullptr || to->size > 0 || attribute.value.empty()) continue;
      *to = {static_cast<uint32_t>(attribute.value.data() - page_.data()),
             static_cast<uint32_t>(attribute.value.size())};
    }
    return out;
  }

  static bool is(std::string_view lower, std::string_view name) {
    for (size_t i = 0; i < name.size(); ++i) {
      if ((name[i] | 0x20) != lower[i]) return false;
    }
    return true;
  }

  void begin_link() {
    end_link();
    in_link_ = true;
    link_depth_ = r_.stack_.depth();
    link_serial_ = r_.stack_.top().serial;
    link_from_ = r_.text_.line().size();
  }

  void end_link() {
    if (!in_link_) return;
    pause_link();
    in_link_ = false;
  }

  // Counts what was linked in this line so far.
  void pause_link() {
    const std::string_view linked = r_.text_.line().substr(link_from_);
    const uint32_t chars = count_chars(linked);
    link_chars_ += chars;
    links_in_block_ += chars > 0;
  }

  BlockReader& r_;
  std::string_view page_;
  Tokenizer tokenizer_;
  FactReader facts_;
  ForeignContent& foreign_;
  RawText raw_ = RawText::kNowhere;
  bool links_;
  uint32_t templates_ = 0;
  size_t break_at_ = 0;  // length of the line behind the last <br>
  // With blocks only:
  bool in_link_ = false;
  size_t link_depth_ = 0, link_from_ = 0;
  uint64_t link_serial_ = 0;
  uint32_t link_chars_ = 0, links_in_block_ = 0;  // of the current line
};

PageBlocks BlockReader::read(std::string_view page, ReadRequest request) {
  page = page.substr(0, kMaxPageBytes);
  text_.begin(page.size());
  stack_.clear();
  foreign_.clear();
  blocks_.clear();
  elements_.clear();
  facts_.clear();
  strings_.clear();
  if (request.blocks) {
    Pass<true>(*this, page, request).run();
  } else {
    Pass<false>(*this, page, request).run();
  }
  return {page, text_.text(), blocks_, elements_};
}

}  // namespace doppel::extract
