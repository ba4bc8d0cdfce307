// One pass over the code points; words of ASCII between separators are taken in blocks
// (ascii_words.h). A token under construction is written in folded form as long as all its code
// points are plain (code_points.h); the first that is not sends the whole token through ICU when it
// ends, from its raw code points.
//
//   raw    ... the  Ｆｕｌｌ‑width  word ...
//                   ^ run_begin_   ^ at            dropped code points inside the run are skipped
//                   again there
//   token_ full
//
// Segmentation looks at the code points as they are; only then is the run normalised. A sink takes
// the finished tokens: their bytes, or their hashes only.
#include "text/tokenizer.h"

#include <array>
#include <string>

#include "text/ascii_words.h"
#include "text/code_points.h"
#include "text/folding.h"
#include "text/number_mask.h"
#include "text/unit_hash.h"

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

class ByteSink {
 public:
  ByteSink(std::vector<char>& bytes, std::vector<uint64_t>& ends) : bytes_(bytes), ends_(ends) {}

  struct Words {
    ByteSink& sink;

    void add(const char* word, size_t size) {
      // A short word is copied with what stands behind it; the next one is written over that.
      const size_t copied = std::max(size, kShortUnit);
      char* to = sink.room(copied);
      for (size_t i = 0; i < copied; ++i) to[i] = static_cast<char>(word[i] | 0x20);
      sink.finish(size);
    }
  };
  Words begin_words(size_t) { return {*this}; }
  void end_words(const Words&) {}
  void token(std::string_view token) {
    std::copy(token.begin(), token.end(), room(token.size()));
    finish(token.size());
  }

 private:
  char* room(size_t size) {
    if (bytes_.size() - used_ < size) [[unlikely]] {
      bytes_.resize(2 * bytes_.size() + size);
    }
    return bytes_.data() + used_;
  }
  void finish(size_t size) {
    used_ += size;
    ends_.push_back(used_);
  }

  std::vector<char>& bytes_;
  std::vector<uint64_t>& ends_;
  size_t used_ = 0;
};

// The bytes of a short unit that belong to it, by its length.
constexpr std::array<ShortUnit, kShortUnit + 1> kUnitMasks = [] {
  std::array<ShortUnit, kShortUnit + 1> out{};
  for (size_t size = 1; size <= kShortUnit; ++size) {
    out[size].low = ~uint64_t{0} >> (size < 8 ? 64 - 8 * size : 0);
    out[size].high = size > 8 ? ~uint64_t{0} >> (128 - 8 * size) : 0;
  }
  return out;
}();

[[gnu::noinline]] uint64_t long_word_hash(const char* word, size_t size) {
  std::string small(word, size);
  for (char& c : small) c = static_cast<char>(c | 0x20);
  return unit_hash(small);
}

class HashSink {
 public:
  HashSink(std::vector<uint64_t>& hashes, size_t& used) : hashes_(hashes), used_(used) {}

  // A copy of the place to write to, which the compiler keeps in a register.
  struct Words {
    uint64_t* to;

    void add(const char* word, size_t size) {
      if (size > kShortUnit) [[unlikely]] {
        *to++ = long_word_hash(word, size);
        return;
      }
      constexpr uint64_t kSmall = 0x2020202020202020;
      const ShortUnit unit = load_short_unit(word);
      const ShortUnit& mask = kUnitMasks[size];
      *to++ = short_unit_hash({(unit.low | kSmall) & mask.low, (unit.high | kSmall) & mask.high});
    }
  };
  Words begin_words(size_t most) {
    if (hashes_.size() - used_ < most) [[unlikely]] {
      hashes_.resize(2 * hashes_.size() + most);
    }
    return {hashes_.data() + used_};
  }
  void end_words(Words words) { used_ = static_cast<size_t>(words.to - hashes_.data()); }
  void token(std::string_view token) {
    Words words = begin_words(1);
    *words.to++ = unit_hash(token);
    end_words(words);
  }

 private:
  std::vector<uint64_t>& hashes_;
  size_t& used_;
};

template <typename Sink>
class TokenWriter {
 public:
  TokenWriter(std::string_view utf8, Sink& sink) : utf8_(utf8), sink_(sink) {}

  void run(bool mask_numbers) {
    size_t at = 0;
    while (at < utf8_.size()) {
      if (!in_run_ && !mask_numbers && ascii_ahead(at)) {
        at = for_each_ascii_word(utf8_, at, sink_);
        if (at == utf8_.size()) break;
      }
      auto byte = static_cast<unsigned char>(utf8_[at]);
      if (mask_numbers && (!in_run_ || alone_) && byte >= '0' && byte <= '9') {
        if (NumberMatch match = match_number(utf8_, at)) {
          end_run(at);
          sink_.token(match.token);
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
    for (size_t i = at; i < end; ++i) token_.push_back(static_cast<char>(utf8_[i] | 0x20));
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
      token_.append(c.folded());
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
    sink_.token(token_);
    token_.clear();
    in_run_ = alone_ = false;
    all_plain_ = true;
  }

  void fold_raw_run(size_t end) {
    raw_.clear();
    for (size_t at = run_begin_; at < end;) {
      char32_t c = next_code_point(utf8_.substr(0, end), at);
      if (code_point(c).kind != Kind::kDropped) raw_.push_back(c);
    }
    token_.clear();
    append_folded(raw_, token_);
  }

  std::string_view utf8_;
  Sink& sink_;
  bool in_run_ = false;
  bool alone_ = false;  // the run holds one spaceless letter and its marks
  bool all_plain_ = true;
  size_t run_begin_ = 0;
  std::u32string raw_;
  std::string token_;  // folded so far
};

}  // namespace

void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out) {
  out.ends_.clear();
  ByteSink sink(out.bytes_, out.ends_);
  TokenWriter(utf8, sink).run(mask_numbers);
}

void hash_tokens(std::string_view utf8, bool mask_numbers, TokenHashes& out) {
  out.used_ = 0;
  HashSink sink(out.hashes_, out.used_);
  TokenWriter(utf8, sink).run(mask_numbers);
}

}  // namespace doppel::text
