// There are two passes over each piece of the text. The first finds the words (word_edges.h). The
// second passes words of ASCII, nearly all words of most texts, to the sink unchanged, and reads
// each word with other bytes code point by code point (run_writer.h). A sink receives the finished
// tokens and stores their bytes or only their hashes (token_sinks.h). Two passes are as fast as one
// that does both, and neither has a branch that depends on the length of an ASCII word.
//
// Words are separated before normalisation; each run is normalised afterwards.
//
// Tested by tokenizer_test.cc (against the definition), tokenizer_laws_test.cc (on every target)
// and the oracle.
#include "text/tokenizer.h"

#include <algorithm>

#include "text/run_writer.h"
#include "text/token_sinks.h"
#include "text/unit_hash.h"
#include "text/word_edges.h"

namespace doppel::text {
namespace {

template <typename Sink>
class TokenWriter {
 public:
  TokenWriter(std::string_view utf8, Sink& sink, RunBuffers& buffers)
      : utf8_(utf8), sink_(sink), runs_(utf8, sink, buffers) {}

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

  void run_masking_numbers() { runs_.template write<true>(0, utf8_.size()); }

 private:
  // Handles the piece that begins at `at`.
  void words(size_t at, const WordEdges& found) {
    const std::string_view rest = utf8_.substr(at);
    // After the last words of a text there may not be enough readable bytes.
    size_t inner = found.words;
    while (inner > 0 && found.begin(inner - 1) + kShortUnit > rest.size()) --inner;
    size_t word = 0;
    for (size_t i = 0; i < found.others; ++i) {
      const size_t other_word = found.other_words[i];
      ascii_words(rest, found, word, other_word, inner);
      runs_.template write<false>(at + found.begin(other_word), at + found.end(other_word));
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

  // Handles a word that begins at `at` and is longer than a piece. Returns its size.
  size_t long_word(size_t at) {
    size_t end = at;
    while (end < utf8_.size() && (!is_ascii(utf8_[end]) || is_ascii_word(utf8_[end]))) ++end;
    runs_.template write<false>(at, end);
    return end - at;
  }

  std::string_view utf8_;
  Sink& sink_;
  RunWriter<Sink> runs_;
};

template <typename Sink>
void write_tokens(std::string_view utf8, bool mask_numbers, Sink sink, RunBuffers& buffers) {
  TokenWriter writer(utf8, sink, buffers);
  if (mask_numbers) {
    writer.run_masking_numbers();
  } else {
    writer.run();
  }
}

}  // namespace

void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out) {
  write_tokens(utf8, mask_numbers, ByteSink(out.bytes_, out.ends_), out.runs_);
}

void TokenHashes::append_last(const TokenHashes& other, size_t count) {
  secret_.make_room(count);
  if (fixed_.size() < secret_.low.size()) fixed_.resize(secret_.low.size());
  const size_t first = other.size() - count;
  std::copy_n(other.fixed_.data() + first, count, fixed_.data() + size());
  std::copy_n(other.secret_.low.data() + first, count, secret_.low.data() + size());
  std::copy_n(other.secret_.high.data() + first, count, secret_.high.data() + size());
  secret_.used += count;
}

void hash_tokens(std::string_view utf8, bool mask_numbers, const ShingleKey& key,
                 TokenHashes& out) {
  out.clear();
  append_token_hashes(utf8, mask_numbers, key, out);
}

void append_token_hashes(std::string_view utf8, bool mask_numbers, const ShingleKey& key,
                         TokenHashes& out) {
  write_tokens(utf8, mask_numbers, HashSink(key, out), out.runs_);
}

}  // namespace doppel::text
