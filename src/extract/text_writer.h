// Writes the text of a page: white space is collapsed, references are decoded, and each block is a
// line.
//
// A run of white space and control characters becomes one space, or nothing at the ends of a line,
// so that a text does not depend on the indentation of its page. NUL is dropped between tags and
// becomes U+FFFD elsewhere, as in browsers. No-break spaces are kept, but not at the ends of a
// line.
//
// Cost: linear, sixteen bytes at a time; the buffer is kept for the next page. Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "html/byte_block.h"

namespace doppel::extract {

class TextWriter {
 public:
  // Begins the text of a page of that size and forgets the text before.
  void begin(size_t page_bytes);

  // Appends text between tags: the byte at `at` and everything up to the next '<'. Returns where
  // that is, or `end` if there is none. `nul`: NUL means U+FFFD. REQUIRES: at < end.
  const char* append_text(const char* at, const char* end, bool nul) {
    if (*at == '<') {
      *out_++ = '<';
      ++at;
    }
    while (at < end) {
      const html::ByteBlock block = html::ByteBlock::load(at, end);
      const uint32_t special = block.equal('<') | block.equal('&') | block.equal('\0');
      at = append_block(block, special, at, end);
      if (at == end || special == html::kNoBits) continue;
      if (*at == '<') return at;
      if (*at == '&' || *at == '\0') at = append_special(at, end, nul);
    }
    return end;
  }

  // Appends a reference or NUL. REQUIRES: at < end.
  const char* append_special(const char* at, const char* end, bool nul);

  // For callers that write bytes themselves, at most as many as they read: where the next one goes.
  // The kSlack bytes from there on may be overwritten.
  static constexpr size_t kSlack = 64;
  char* out() { return out_; }
  void set_out(char* out) { out_ = out; }
  // At the beginning of a line, or after a space.
  bool at_space() const { return static_cast<unsigned char>(out_[-1]) <= ' '; }

  // Appends the text of an element without markup. `references`: & may begin one.
  void append_raw(std::string_view text, bool references);

  // Appends a space, unless there is one already.
  void space() {
    if (!at_space()) *out_++ = ' ';
  }

  // Ends the line, which is then [line_begin, line_end) of text(). Returns false if the line has
  // only spaces; it is then dropped.
  bool end_line() {
    if (line_is_empty()) return false;
    if (may_be_space(*line_) || may_be_space(out_[-1])) {
      trim_line();
      if (line_is_empty()) return false;
    }
    last_line_ = line_;
    *out_++ = '\n';
    line_ = out_;
    return true;
  }
  bool line_is_empty() const { return out_ == line_; }
  size_t line_begin() const { return static_cast<size_t>(last_line_ - buffer_.get() - 1); }
  size_t line_end() const { return static_cast<size_t>(line_ - buffer_.get() - 2); }

  // Bytes of the current line so far; where the next byte goes.
  std::string_view line() const { return {line_, static_cast<size_t>(out_ - line_)}; }

  // All lines, with a line feed between them. Valid until begin().
  std::string_view text() const {
    const auto size = static_cast<size_t>(line_ - buffer_.get() - 1);
    return {buffer_.get() + 1, size == 0 ? 0 : size - 1};
  }

 private:
  static uint32_t low_bits(uint32_t count) { return (uint32_t{1} << count) - 1; }

  // Copies the bytes of a block up to the first special one, or up to the end of a run of spaces
  // that must be collapsed. Returns where it stopped.
  const char* append_block(html::ByteBlock block, uint32_t special, const char* at,
                           const char* end) {
    auto size = end - at < html::kBlockBytes ? static_cast<uint32_t>(end - at) : html::kBlockBytes;
    if (special != html::kNoBits) size = static_cast<uint32_t>(std::countr_zero(special));
    const uint32_t spaces = block.at_most(' ') & low_bits(size);
    const uint32_t repeated = spaces & (spaces << 1 | static_cast<uint32_t>(at_space()));
    block.controls_as_spaces().store(out_);
    if (repeated == html::kNoBits) {
      out_ += size;
      return at + size;
    }
    const int first = std::countr_zero(repeated);
    out_ += first;
    return at + first + std::countr_one(spaces >> first);
  }
  // A space, or a byte of a no-break space.
  static bool may_be_space(char c) { return c == ' ' || c == '\xC2' || c == '\xA0'; }
  void trim_line();

  // buffer_: one line feed, then lines, each with a line feed after it.
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  char* out_ = nullptr;        // where the next byte goes
  char* line_ = nullptr;       // where the current line began
  char* last_line_ = nullptr;  // where the last whole line began
};

}  // namespace doppel::extract
