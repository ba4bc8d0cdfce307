// Two passes over a piece of the text: word_edges.h says where the words are, then those of ASCII,
// nearly all in most texts, go to the sink as they are. A word with other bytes goes code point by
// code point, and what it becomes is written in folded form as long as all its code points are
// plain (code_points.h). The first that is not sends the whole run to the folder, from its
// beginning.
//
//   raw    ... the  Ｆｕｌｌ‑width  word ...
//                   ^ run_begin    ^ at            dropped code points inside the run are skipped
//   token_ full
//
// Segmentation looks at the code points as they are; only then is the run normalised. A sink takes
// the finished tokens: their bytes, or their hashes only (token_sinks.h). Two passes cost no more
// than one that does both, and neither has a branch that depends on the length of a word.
//
// Tested by tokenizer_test.cc (against the definition), tokenizer_laws_test.cc (on every target)
// and the oracle.
#include "text/tokenizer.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "text/code_points.h"
#include "text/folding.h"
#include "text/mark_run.h"
#include "text/number_mask.h"
#include "text/token_sinks.h"
#include "text/unit_hash.h"
#include "text/word_edges.h"

namespace doppel::text {
namespace {

constexpr std::array<bool, 256> kAsciiWord = [] {
  std::array<bool, 256> out{};
  for (size_t c = '0'; c <= '9'; ++c) out[c] = true;
  for (size_t c = 'a'; c <= 'z'; ++c) out[c] = out[c - 'a' + 'A'] = true;
  return out;
}();

bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }
bool is_ascii_word(char c) { return kAsciiWord[static_cast<unsigned char>(c)]; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many of the bytes of ASCII that begin there, of at most eight, and those as a number, in
// small letters.
struct AsciiBytes {
  static constexpr size_t kMost = 8;

  explicit AsciiBytes(const char* from) {
    constexpr uint64_t kOnes = 0x0101010101010101;
    std::memcpy(&bytes, from, kMost);
    uint64_t others = bytes & kOnes * 0x80;
    if constexpr (std::endian::native == std::endian::big) others = __builtin_bswap64(others);
    count = static_cast<size_t>(std::countr_zero(others)) / 8;
    bytes |= kOnes * kSmallBit;
  }
  uint64_t bytes;
  size_t count;
};

template <typename Sink>
class TokenWriter {
 public:
  TokenWriter(std::string_view utf8, Sink& sink) : utf8_(utf8), sink_(sink) {}

  void run() {
    WordEdges found;
    for (size_t at = 0; at < utf8_.size(); at += found.bytes) {
      find_words(utf8_.substr(at), found);
      if (found.bytes > 0) {
        words(at, found);
      } else {
        found.bytes = long_word(at);
      }
    }
  }

  void run_masking_numbers() { code_points<true>(0, utf8_.size()); }

 private:
  // A piece that stands at `at`.
  void words(size_t at, const WordEdges& found) {
    const std::string_view rest = utf8_.substr(at);
    // Behind the last words of a text there may be too little to read.
    size_t inner = found.words;
    while (inner > 0 && found.begin(inner - 1) + kShortUnit > rest.size()) --inner;
    size_t word = 0;
    for (size_t i = 0; i < found.others; ++i) {
      const size_t other_word = found.other_words[i];
      ascii_words(rest, found, word, other_word, inner);
      code_points<false>(at + found.begin(other_word), at + found.end(other_word));
      word = other_word + 1;
    }
    ascii_words(rest, found, word, found.words, inner);
  }

  void ascii_words(std::string_view rest, const WordEdges& found, size_t word, size_t end,
                   size_t inner) {
    if (word < inner) {
      const size_t here = std::min(end, inner) - word;
      sink_.words(rest.data(), found.edges + 2 * word, here);
      word += here;
    }
    for (; word < end; ++word) {
      char small[kShortUnit] = {};
      const std::string_view raw =
          rest.substr(found.begin(word), found.end(word) - found.begin(word));
      for (size_t i = 0; i < raw.size(); ++i) small[i] = static_cast<char>(raw[i] | kSmallBit);
      sink_.token(small, raw.size());
    }
  }

  // Returns the size of one that begins at `at` and is longer than a piece.
  size_t long_word(size_t at) {
    size_t end = at;
    while (end < utf8_.size() && (!is_ascii(utf8_[end]) || is_ascii_word(utf8_[end]))) ++end;
    code_points<false>(at, end);
    return end - at;
  }

  // The run under way: what its token is so far, in token_.
  struct Run {
    size_t begin = 0;    // in the text
    size_t size = 0;     // of the token; 0: there is none
    bool alone = false;  // it holds one spaceless letter and its marks
    MarkRun marks;
  };

  // What stands in [at, end), between separators. Without numbers to mask, its ASCII bytes are
  // letters and digits.
  template <bool kMaskNumbers>
  void code_points(size_t at, size_t end) {
    Run run;
    while (at < end) {
      make_room(run.size);
      if (is_ascii(utf8_[at])) {
        at = kMaskNumbers ? masked_ascii(at, run) : ascii(at, end, run);
        continue;
      }
      const size_t begin = at;
      const CodePoint c = code_point(next_code_point(utf8_, at));
      const Kind kind = c.kind();
      if (kind == Kind::kDropped) continue;
      if (kind == Kind::kMark) {
        if (!run.marks.add()) continue;
      } else {
        run.marks.end();
        if (kind != Kind::kWord || run.alone) give(run);
        if (kind == Kind::kSeparator) continue;
        run.alone = kind == Kind::kSpaceless;
      }
      if (run.size == 0) run.begin = begin;
      if (c.plain()) [[likely]] {
        append(c, begin, at - begin, run);
      } else {
        at = fold(run.begin, end);
        run = {};
      }
    }
    give(run);
  }

  size_t ascii(size_t at, size_t end, Run& run) {
    if (run.alone) give(run);
    if (run.size == 0) run.begin = at;
    run.marks.end();
    char* to = token_.data() + run.size;
    size_t count = 1;
    if (utf8_.size() - at >= AsciiBytes::kMost) [[likely]] {
      const AsciiBytes found(utf8_.data() + at);
      std::memcpy(to, &found.bytes, sizeof found.bytes);
      count = std::min(found.count, end - at);
    } else {
      *to = static_cast<char>(utf8_[at] | kSmallBit);
    }
    run.size += count;
    return at + count;
  }

  size_t masked_ascii(size_t at, Run& run) {
    const char c = utf8_[at];
    run.marks.end();
    if (!is_ascii_word(c) || run.alone) give(run);
    if (!is_ascii_word(c)) return at + 1;
    if (run.size == 0 && is_digit(c)) {
      if (NumberMatch match = match_number(utf8_, at)) {
        run.size = match.token.copy(token_.data(), match.token.size());
        give(run);
        return at + match.bytes;
      }
    }
    if (run.size == 0) run.begin = at;
    token_[run.size++] = static_cast<char>(c | kSmallBit);
    return at + 1;
  }

  // The code point of `size` bytes that stands at `at`.
  void append(CodePoint c, size_t at, size_t size, Run& run) {
    char* to = token_.data() + run.size;
    if (!c.folds_to_itself()) {
      const PlainFold& other = c.other_fold();
      std::memcpy(to, other.bytes, sizeof other.bytes);
      run.size += other.size;
      return;
    }
    if (utf8_.size() - at >= kLongestUtf8) [[likely]] {
      std::memcpy(to, utf8_.data() + at, kLongestUtf8);
    } else {
      std::memcpy(to, utf8_.data() + at, size);
    }
    run.size += size;
  }

  // For one more code point or word of a number mask, and for what a sink may read behind a token.
  void make_room(size_t size) {
    if (token_.size() - size < 2 * kShortUnit) [[unlikely]] {
      token_.resize(2 * token_.size() + 2 * kShortUnit);
    }
  }

  void give(Run& run) {
    if (run.size > 0) sink_.token(token_.data(), run.size);
    run.size = 0;
    run.alone = false;
  }

  // Folds the run that begins at `at`, gives its token, and returns where the run ends.
  size_t fold(size_t at, size_t end) {
    raw_.clear();
    MarkRun marks;
    bool alone = false;
    while (at < end) {
      size_t next = at;
      const char32_t c = next_code_point(utf8_, next);
      const Kind kind = code_point(c).kind();
      if (kind == Kind::kMark) {
        if (marks.add()) raw_.push_back(c);
      } else if (kind != Kind::kDropped) {
        const bool another = kind == Kind::kSpaceless || alone;
        if (kind == Kind::kSeparator || (another && !raw_.empty())) break;
        marks.end();
        alone = kind == Kind::kSpaceless;
        raw_.push_back(c);
      }
      at = next;
    }
    folded_.clear();
    folder_.append(raw_, folded_);
    // However short the token is, a sink may read kShortUnit bytes.
    const size_t size = folded_.size();
    folded_.resize(size + kShortUnit);
    sink_.token(folded_.data(), size);
    return at;
  }

  std::string_view utf8_;
  Sink& sink_;
  std::vector<char> token_ = std::vector<char>(4 * kShortUnit);
  std::u32string raw_;
  std::string folded_;
  Folder folder_;
};

template <typename Sink>
void write_tokens(std::string_view utf8, bool mask_numbers, Sink sink) {
  TokenWriter writer(utf8, sink);
  if (mask_numbers) {
    writer.run_masking_numbers();
  } else {
    writer.run();
  }
}

}  // namespace

void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out) {
  write_tokens(utf8, mask_numbers, ByteSink(out.bytes_, out.ends_));
}

void hash_tokens(std::string_view utf8, bool mask_numbers, const ShingleKey& key,
                 TokenHashes& out) {
  write_tokens(utf8, mask_numbers, HashSink(key, out));
}

}  // namespace doppel::text
