// One pass over the code points; words of ASCII between ASCII separators are taken in blocks
// (ascii_words.h). A token under construction is written in folded form as long as
// all its code points are plain (code_points.h); the first that is not sends the whole token
// through ICU when it ends, from its raw code points.
//
//   raw    ... the  Ｆｕｌｌ‑width  word ...
//                   ^ run_begin    ^ at            dropped code points inside the run are skipped
//                   again there
//   out    ...|the|full            <- token_begin
//
// Segmentation looks at the code points as they are; only then is the run normalised.
// Tested by text_golden_test.cc, tokenizer_test.cc and 100,000 random strings against the oracle.
#include "text/tokenizer.h"

#include <array>

#include "text/ascii_words.h"
#include "text/code_points.h"
#include "text/folding.h"
#include "text/number_mask.h"

namespace doppel::text {
namespace {

// ASCII letters and digits. In all of them bit 0x20 is either set already or what makes a capital
// small.
constexpr std::array<bool, 256> kAsciiWord = [] {
  std::array<bool, 256> out{};
  for (size_t c = '0'; c <= '9'; ++c) out[c] = true;
  for (size_t c = 'a'; c <= 'z'; ++c) out[c] = out[c - 'a' + 'A'] = true;
  return out;
}();

}  // namespace

class TokenWriter {
 public:
  TokenWriter(std::string_view utf8, Tokens& out) : utf8_(utf8), out_(out) {}

  void run(bool mask_numbers) {
    size_t at = 0;
    while (at < utf8_.size()) {
      if (!in_run_ && !mask_numbers && ascii_ahead(at)) {
        at = append_ascii_words(utf8_, at, out_);
        if (at == utf8_.size()) break;
      }
      auto byte = static_cast<unsigned char>(utf8_[at]);
      if (mask_numbers && (!in_run_ || alone_) && byte >= '0' && byte <= '9') {
        if (NumberMatch match = match_number(utf8_, at)) {
          end_run(at);
          out_.append(match.token);
          finish_token();
          at += match.bytes;
          continue;
        }
      }
      at = byte < 0x80 ? ascii(at) : other(at);
    }
    end_run(at);
  }

 private:
  // Two bytes of ASCII: a block is worth a look. In other scripts a lone space is the rule.
  bool ascii_ahead(size_t at) const {
    return at + 1 < utf8_.size() && static_cast<signed char>(utf8_[at] | utf8_[at + 1]) >= 0;
  }

  size_t ascii(size_t at) {
    size_t end = at;
    while (end < utf8_.size() && kAsciiWord[static_cast<unsigned char>(utf8_[end])]) ++end;
    if (end == at) {
      end_run(at);
      return at + 1;
    }
    if (alone_) end_run(at);
    begin_run(at);
    char* to = out_.room(end - at);
    for (size_t i = at; i < end; ++i) *to++ = static_cast<char>(utf8_[i] | 0x20);
    out_.used_ += end - at;
    return end;
  }

  size_t other(size_t at) {
    size_t begin = at;
    CodePoint c = code_point(next_code_point(utf8_, at));
    if (c.kind == Kind::kDropped) return at;
    if (c.kind != Kind::kMark) {
      if (c.kind == Kind::kSeparator || c.kind == Kind::kSpaceless || alone_) end_run(begin);
      if (c.kind == Kind::kSeparator) return at;
    }
    begin_run(begin);
    if (c.kind != Kind::kMark) alone_ = c.kind == Kind::kSpaceless;
    if (c.plain()) {
      out_.append(c.folded());
    } else {
      all_plain_ = false;
    }
    return at;
  }

  void begin_run(size_t at) {
    if (in_run_) return;
    in_run_ = true;
    run_begin_ = at;
  }

  void end_run(size_t at) {
    if (!in_run_) return;
    if (!all_plain_) fold_raw_run(at);
    finish_token();
    in_run_ = alone_ = false;
    all_plain_ = true;
  }

  void fold_raw_run(size_t end) {
    raw_.clear();
    for (size_t at = run_begin_; at < end;) {
      char32_t c = next_code_point(utf8_.substr(0, end), at);
      if (code_point(c).kind != Kind::kDropped) raw_.push_back(c);
    }
    out_.used_ = token_begin();
    folded_.clear();
    append_folded(raw_, folded_);
    out_.append(folded_);
  }

  void finish_token() { out_.ends_.push_back(out_.used_); }
  size_t token_begin() const { return out_.ends_.empty() ? 0 : out_.ends_.back(); }

  std::string_view utf8_;
  Tokens& out_;
  bool in_run_ = false;
  bool alone_ = false;  // the run holds one spaceless letter and its marks
  bool all_plain_ = true;
  size_t run_begin_ = 0;
  std::u32string raw_;
  std::string folded_;
};

void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out) {
  out.clear();
  TokenWriter(utf8, out).run(mask_numbers);
}

}  // namespace doppel::text
