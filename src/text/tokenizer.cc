// Two passes over a piece of the text: word_edges.h says where the words are, then those of ASCII,
// nearly all in most texts, go to the sink as they are. A word with other bytes goes code point by
// code point: what it becomes is written in folded form as long as all its code points are plain
// (code_points.h); the first that is not sends the whole token through ICU when it ends, from its
// raw code points.
//
//   raw    ... the  Ｆｕｌｌ‑width  word ...
//                   ^ run_begin_   ^ at            dropped code points inside the run are skipped
//                   again there
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

// A token under construction.
class TokenBuffer {
 public:
  const char* data() const { return bytes_.data(); }
  size_t size() const { return size_; }

  void clear() { size_ = 0; }
  void append(const CodePoint& c) {
    std::memcpy(room(sizeof c.folded_bytes), c.folded_bytes, sizeof c.folded_bytes);
    size_ += c.folded_size;
  }
  void append_ascii(std::string_view word) {
    char* to = room(word.size());
    for (size_t i = 0; i < word.size(); ++i) to[i] = static_cast<char>(word[i] | kSmallBit);
    size_ += word.size();
  }
  void append(std::string_view bytes) {
    std::copy(bytes.begin(), bytes.end(), room(bytes.size()));
    size_ += bytes.size();
  }

 private:
  char* room(size_t size) {
    if (bytes_.size() - size_ < size) [[unlikely]] {
      // However short the token is, a sink may read kShortUnit bytes.
      bytes_.resize(2 * bytes_.size() + size + kShortUnit);
    }
    return bytes_.data() + size_;
  }

  std::vector<char> bytes_;
  size_t size_ = 0;
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

  void run_masking_numbers() {
    size_t at = 0;
    while (at < utf8_.size()) {
      const char c = utf8_[at];
      if ((!in_run_ || alone_) && c >= '0' && c <= '9') {
        if (NumberMatch match = match_number(utf8_, at)) {
          end_run(at);
          token_.append(match.token);
          give_token();
          at += match.bytes;
          continue;
        }
      }
      at = is_ascii(c) ? ascii(at) : other(at);
    }
    end_run(at);
  }

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
      code_points(at + found.begin(other_word), at + found.end(other_word));
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
    code_points(at, end);
    return end - at;
  }

  // What stands in [at, end), between separators.
  void code_points(size_t at, size_t end) {
    while (at < end) at = is_ascii(utf8_[at]) ? ascii(at) : other(at);
    end_run(end);
  }

  size_t ascii(size_t at) {
    size_t end = at;
    while (end < utf8_.size() && is_ascii_word(utf8_[end])) ++end;
    if (end == at) {
      end_run(at);
      return at + 1;
    }
    if (alone_) end_run(at);
    begin_run(at);
    marks_.end();
    token_.append_ascii(utf8_.substr(at, end - at));
    return end;
  }

  size_t other(size_t at) {
    size_t begin = at;
    const CodePoint& c = code_point(next_code_point(utf8_, at));
    if (c.kind == Kind::kDropped) return at;
    if (c.kind == Kind::kMark) {
      if (!marks_.add()) return at;
    } else {
      marks_.end();
      if (c.kind == Kind::kSeparator || c.kind == Kind::kSpaceless || alone_) end_run(begin);
      if (c.kind == Kind::kSeparator) return at;
    }
    begin_run(begin);
    if (c.kind != Kind::kMark) alone_ = c.kind == Kind::kSpaceless;
    if (c.plain()) {
      token_.append(c);
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
    give_token();
    in_run_ = alone_ = false;
    all_plain_ = true;
    marks_.end();
  }

  void give_token() {
    sink_.token(token_.data(), token_.size());
    token_.clear();
  }

  void fold_raw_run(size_t end) {
    raw_.clear();
    MarkRun marks;
    for (size_t at = run_begin_; at < end;) {
      const char32_t c = next_code_point(utf8_.substr(0, end), at);
      const Kind kind = code_point(c).kind;
      if (kind == Kind::kDropped) continue;
      if (kind != Kind::kMark) {
        marks.end();
      } else if (!marks.add()) {
        continue;
      }
      raw_.push_back(c);
    }
    folded_.clear();
    append_folded(raw_, folded_);
    token_.clear();
    token_.append(std::string_view(folded_));
  }

  std::string_view utf8_;
  Sink& sink_;
  bool in_run_ = false;
  bool alone_ = false;  // the run holds one spaceless letter and its marks
  bool all_plain_ = true;
  MarkRun marks_;
  size_t run_begin_ = 0;
  TokenBuffer token_;  // folded so far
  std::u32string raw_;
  std::string folded_;
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
