// Makes tokens of a part of a text that may contain any code point: every word that is not pure
// ASCII is handled here, one code point at a time. characters/code_points.h says what a code point
// does to a word.
//
// Most runs are tokens already, because each of their code points folds to itself. So the sink gets
// a run directly from the text; it is copied only when a code point is changed or dropped. If a
// code point is not plain, the whole run is folded, from its beginning.
//
//   text    ... the  Ｆｕｌｌ‑width  word ...
//                    ^ begin   ^ at
//   token_  full                              copied, because of the first letter
//
// Cost: linear, about 2 ns per code point and 4 ns per token, plus the cost of
// characters/folding.h. Belongs to one thread. Tested by tokenizer_test.cc and
// tokenizer_laws_test.cc, against the definition.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "characters/code_points.h"
#include "characters/mark_run.h"
#include "characters/utf8.h"
#include "text/number_mask.h"
#include "text/run_buffers.h"
#include "text/token_sinks.h"
#include "text/unit_hash.h"

namespace doppel::text {

inline bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }
inline bool is_ascii_word(char c) {
  static constexpr std::array<bool, 256> kWord = [] {
    std::array<bool, 256> out{};
    for (size_t i = '0'; i <= '9'; ++i) out[i] = true;
    for (size_t i = 'a'; i <= 'z'; ++i) out[i] = out[i - 'a' + 'A'] = true;
    return out;
  }();
  return kWord[static_cast<unsigned char>(c)];
}

template <typename Sink>
class RunWriter {
 public:
  RunWriter(std::string_view utf8, Sink& sink, RunBuffers& buffers)
      : utf8_(utf8),
        sink_(sink),
        token_(buffers.token),
        raw_(buffers.raw),
        folded_(buffers.folded),
        folder_(buffers.folder) {}

  // Passes the tokens in [at, end) to the sink. REQUIRES: no token begins before `at` or ends after
  // `end`; unless numbers are masked, the ASCII bytes there are letters and digits.
  template <bool kMaskNumbers>
  void write(size_t at, size_t end) {
    Run run;
    while (at < end) {
      if (is_ascii(utf8_[at])) {
        at = kMaskNumbers ? masked_ascii(at, run) : ascii(at, end, run);
        continue;
      }
      const size_t begin = at;
      const characters::CodePoint c =
          characters::code_point(characters::next_code_point(utf8_, at));
      const characters::Kind kind = c.kind();
      if (kind == characters::Kind::kMark || kind == characters::Kind::kDropped) {
        if (kind == characters::Kind::kDropped || !run.marks.add()) {
          copy(run);
          continue;
        }
      } else {
        run.marks.end();
        if (kind != characters::Kind::kWord || run.alone) give(run);
        if (kind == characters::Kind::kSeparator) continue;
        run.alone = kind == characters::Kind::kSpaceless;
      }
      if (run.size == 0) run.begin = begin;
      if (c.plain()) [[likely]] {
        append(c, begin, at - begin, run);
        if (kind == characters::Kind::kWord) at = letters(at, end, run);
      } else {
        at = fold(run.begin, end);
        run = {};
      }
    }
    give(run);
  }

 private:
  struct Run {
    size_t begin = 0;     // in the text
    size_t size = 0;      // of the token so far; 0: there is no token
    bool copied = false;  // the token is in token_; otherwise it is in the text, from `begin` on
    bool alone = false;   // it consists of one spaceless letter and its marks
    characters::MarkRun marks;
  };

  // Takes the ASCII bytes at `at`, at most eight.
  size_t ascii(size_t at, size_t end, Run& run) {
    constexpr uint64_t kOnes = 0x0101010101010101;
    if (run.alone) give(run);
    run.marks.end();
    if (run.size == 0) run.begin = at;
    if (utf8_.size() - at < sizeof kOnes) [[unlikely]] {
      append_ascii(utf8_[at], run);
      return at + 1;
    }
    uint64_t bytes;
    std::memcpy(&bytes, utf8_.data() + at, sizeof bytes);
    bytes = little_endian(bytes);
    size_t count = static_cast<size_t>(std::countr_zero(bytes & kOnes * 0x80)) / 8;
    count = std::min(count, end - at);
    const uint64_t capitals = ~bytes & kOnes * kSmallBit & ~uint64_t{0} >> (64 - 8 * count);
    if (capitals != 0) copy(run);
    if (run.copied) {
      bytes = little_endian(bytes | kOnes * kSmallBit);
      std::memcpy(room(run), &bytes, sizeof bytes);
    }
    run.size += count;
    return at + count;
  }

  size_t masked_ascii(size_t at, Run& run) {
    const char c = utf8_[at];
    run.marks.end();
    if (!is_ascii_word(c) || run.alone) give(run);
    if (!is_ascii_word(c)) return at + 1;
    if (run.size == 0) {
      const NumberMatch match = match_number(utf8_, at);
      if (match) {
        char padded[kShortUnit] = {};
        sink_.token(padded, match.token.copy(padded, sizeof padded));
        return at + match.bytes;
      }
      run.begin = at;
    }
    append_ascii(c, run);
    return at + 1;
  }

  void append_ascii(char c, Run& run) {
    copy(run);
    *room(run) = static_cast<char>(c | kSmallBit);
    ++run.size;
  }

  // Appends the plain code point of `size` bytes at `at`.
  void append(characters::CodePoint c, size_t at, size_t size, Run& run) {
    if (!c.folds_to_itself()) {
      copy(run);
      const characters::PlainFold& other = c.other_fold();
      std::memcpy(room(run), other.bytes, sizeof other.bytes);
      run.size += other.size;
      return;
    }
    append_as_it_is(at, size, run);
  }

  void append_as_it_is(size_t at, size_t size, Run& run) {
    if (run.copied) std::memcpy(room(run, size), utf8_.data() + at, size);
    run.size += size;
  }

  // Takes the two-byte letters from `at` on that fold to themselves: most letters of Greek,
  // Cyrillic, Hebrew and Arabic. Returns where they end.
  size_t letters(size_t at, size_t end, Run& run) {
    const char* const text = utf8_.data();
    const size_t begin = at;
    while (at + 1 < end) {
      const auto lead = static_cast<unsigned char>(text[at]);
      const auto next = static_cast<unsigned char>(text[at + 1]);
      if (lead < 0xC2 || lead > 0xDF || (next & 0xC0) != 0x80) break;
      if (!characters::code_point((lead & 0x1FU) << 6 | (next & 0x3FU)).is_word_as_it_is()) break;
      at += 2;
    }
    if (at > begin) append_as_it_is(begin, at - begin, run);
    return at;
  }

  // Copies the token of the run to token_, with room for the bytes that a sink may read after it.
  void copy(Run& run) {
    if (run.copied) return;
    if (token_.size() < run.size + kShortUnit) token_.resize(2 * (run.size + kShortUnit));
    std::copy_n(utf8_.data() + run.begin, run.size, token_.data());
    run.copied = true;
  }

  // Where the copied token continues. There is room for `bytes` more, and for the bytes that a sink
  // may read after a token.
  char* room(const Run& run, size_t bytes = 8) {
    if (token_.size() - run.size < bytes + kShortUnit) [[unlikely]] {
      token_.resize(2 * token_.size() + bytes + kShortUnit);
    }
    return token_.data() + run.size;
  }

  void give(Run& run) {
    if (run.size > 0) {
      const bool readable = run.copied || utf8_.size() - run.begin >= kShortUnit;
      if (!readable) [[unlikely]]
        copy(run);
      sink_.token(run.copied ? token_.data() : utf8_.data() + run.begin, run.size);
    }
    run.size = 0;
    run.copied = run.alone = false;
  }

  // Folds the run that begins at `at`, passes its token to the sink, and returns where the run
  // ends.
  size_t fold(size_t at, size_t end) {
    raw_.clear();
    characters::MarkRun marks;
    bool alone = false;
    while (at < end) {
      size_t next = at;
      const char32_t c = characters::next_code_point(utf8_, next);
      const characters::Kind kind = characters::code_point(c).kind();
      if (kind == characters::Kind::kMark) {
        if (marks.add()) raw_.push_back(c);
      } else if (kind != characters::Kind::kDropped) {
        const bool another = kind == characters::Kind::kSpaceless || alone;
        if (kind == characters::Kind::kSeparator || (another && !raw_.empty())) break;
        marks.end();
        alone = kind == characters::Kind::kSpaceless;
        raw_.push_back(c);
      }
      at = next;
    }
    folded_.clear();
    folder_.append(raw_, folded_);
    const size_t size = folded_.size();
    folded_.resize(size +
                   kShortUnit);  // a sink may read this many bytes, however short the token is
    sink_.token(folded_.data(), size);
    return at;
  }

  static uint64_t little_endian(uint64_t number) {
    return std::endian::native == std::endian::big ? __builtin_bswap64(number) : number;
  }

  std::string_view utf8_;
  Sink& sink_;
  std::vector<char>& token_;
  std::u32string& raw_;
  std::string& folded_;
  characters::Folder& folder_;
};

}  // namespace doppel::text
