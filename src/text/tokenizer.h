// Which words? Cuts a text into normalised tokens (docs/design/text.md).
//
// Cost: linear; a few ns per word for ASCII and for plain letters of any script, about 100 ns for a
// run with combining marks. Never fails. Thread safety: pure functions; a buffer belongs to one
// thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/run_buffers.h"
#include "text/shingle_key.h"

namespace doppel::text {

// Tokens one after the other in one buffer, so that a worker that reuses it allocates nothing.
class Tokens {
 public:
  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](size_t i) const {
    size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, ends_[i] - begin};
  }
  // True if the tokens are the same, in the same order.
  friend bool operator==(const Tokens& a, const Tokens& b) {
    return a.ends_ == b.ends_ &&
           (a.empty() ||
            std::equal(a.bytes_.begin(), a.bytes_.begin() + a.ends_.back(), b.bytes_.begin()));
  }

 private:
  friend void tokenize(std::string_view, bool, Tokens&);

  std::vector<char> bytes_;     // those in use come first
  std::vector<uint64_t> ends_;  // of each token in bytes_
  RunBuffers runs_;
};

// Two hashes of each token, in reusable buffers as well.
class TokenHashes {
 public:
  size_t size() const { return secret_.used; }
  bool empty() const { return size() == 0; }
  // Fixed and documented (unit_hash.h). Sketches, band keys and stored values are made of these.
  std::span<const uint64_t> fixed() const { return {fixed_.data(), size()}; }
  // Under the secret key. Proofs are counted with these; they are never stored.
  const SecretUnits& secret() const { return secret_; }

  void clear() { secret_.clear(); }
  // Appends the last `count` hashes of another text. REQUIRES: it has so many.
  void append_last(const TokenHashes& other, size_t count);

 private:
  friend class HashSink;
  friend void append_token_hashes(std::string_view, bool, const ShingleKey&, TokenHashes&);

  std::vector<uint64_t> fixed_;  // those in use come first
  SecretUnits secret_;
  RunBuffers runs_;
};

// Replaces `out` by the tokens of the text. With mask_numbers, a date 2012-04-16, a time 9:30 and
// any other number of ASCII digits, standing alone, become the tokens DATE, TIME and NUM (no other
// token has capitals).
void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out);

// Replaces `out` by the hashes of each token, without writing the tokens anywhere.
void hash_tokens(std::string_view utf8, bool mask_numbers, const ShingleKey& key, TokenHashes& out);
// The same, after what `out` has. The lines of a text, appended one after the other, give the
// hashes of the text: no token crosses a line feed.
void append_token_hashes(std::string_view utf8, bool mask_numbers, const ShingleKey& key,
                         TokenHashes& out);

}  // namespace doppel::text
