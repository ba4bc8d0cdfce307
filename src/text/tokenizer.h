// Which words? Cuts a text into normalised tokens (docs/design/text.md).
//
// Cost: linear; a few ns a word for ASCII and for plain letters of any script, one ICU call for a
// run with composing marks. Never fails. Thread safety: pure functions; a Tokens belongs to one
// thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::text {

// Tokens one after the other in one buffer, so that a worker that uses it again allocates nothing.
class Tokens {
 public:
  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](size_t i) const {
    size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, ends_[i] - begin};
  }
  // All bytes, token after token, and where each token ends in them.
  const char* bytes() const { return bytes_.data(); }
  std::span<const uint64_t> ends() const { return ends_; }
  void clear() {
    used_ = 0;
    ends_.clear();
  }
  // The tokens in order are the same.
  friend bool operator==(const Tokens& a, const Tokens& b) {
    return a.ends_ == b.ends_ &&
           std::equal(a.bytes_.begin(), a.bytes_.begin() + a.used_, b.bytes_.begin());
  }

 private:
  friend class TokenWriter;
  friend size_t append_ascii_words(std::string_view, size_t, Tokens&);

  // Appends ASCII letters and digits as a token, in small letters. Bytes up to `readable` may be
  // read.
  void append_small(const char* word, size_t size, const char* readable) {
    constexpr uint64_t kSmall = 0x2020202020202020;
    char* to = room(size + 16);
    if (size <= 16 && readable - word >= 16) {
      uint64_t halves[2];
      std::memcpy(halves, word, sizeof halves);
      halves[0] |= kSmall;
      halves[1] |= kSmall;
      std::memcpy(to, halves, sizeof halves);
    } else {
      for (size_t i = 0; i < size; ++i) to[i] = static_cast<char>(word[i] | 0x20);
    }
    used_ += size;
    ends_.push_back(used_);
  }

  // Where the next `bytes` bytes go.
  char* room(size_t bytes) {
    if (bytes_.size() - used_ < bytes) bytes_.resize(2 * bytes_.size() + bytes);
    return bytes_.data() + used_;
  }
  void append(std::string_view bytes) {
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    used_ += bytes.size();
  }

  std::vector<char> bytes_;  // those in use come first
  size_t used_ = 0;
  std::vector<uint64_t> ends_;
};

// Replaces `out` by the tokens of the text. With mask_numbers, a date 2012-04-16, a time 9:30 and
// any other number of ASCII digits, standing alone, become the tokens DATE, TIME and NUM (no other
// token has capitals).
void tokenize(std::string_view utf8, bool mask_numbers, Tokens& out);

}  // namespace doppel::text
