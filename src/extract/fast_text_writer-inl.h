// Copies the text between tags and collapses its white space.
#if defined(DOPPEL_EXTRACT_FAST_TEXT_WRITER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DOPPEL_EXTRACT_FAST_TEXT_WRITER_INL_H_
#undef DOPPEL_EXTRACT_FAST_TEXT_WRITER_INL_H_
#else
#define DOPPEL_EXTRACT_FAST_TEXT_WRITER_INL_H_
#endif

#include "extract/text_writer.h"
#include "html/wide_bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::extract {
namespace HWY_NAMESPACE {
using namespace html::HWY_NAMESPACE;  // wide_bytes-inl.h

// The bytes that matter between tags, one bit each.
struct TextBits {
  uint64_t less = 0;     // '<'
  uint64_t special = 0;  // '&', NUL
  uint64_t spaces = 0;   // up to ' '
};

HWY_INLINE TextBits FindTextBits(const char* from) {
  TextBits out;
  for (size_t i = 0; i < kWideBytes; i += hn::Lanes(Bytes())) {
    const auto bytes = LoadBytes(from + i);
    out.less |= Bits(Equal(bytes, '<')) << i;
    out.special |= Bits(hn::Or(Equal(bytes, '&'), Equal(bytes, '\0'))) << i;
    out.spaces |= Bits(AtMost(bytes, ' ')) << i;
  }
  return out;
}

// Continues the text of a TextWriter. Its state stays in registers, because reading it back from
// memory would wait for the last store.
class FastTextWriter {
 public:
  explicit FastTextWriter(TextWriter& text)
      : out_(text.out()), after_space_(static_cast<uint64_t>(text.at_space())) {}

  char* out() const { return out_; }

  // Appends text without references; `spaces` marks its white space. REQUIRES: size <= kWideBytes,
  // and twice kWideBytes readable.
  HWY_INLINE void append(const char* from, int size, uint64_t spaces) {
    // The first run: one space of it is kept where the text before has none.
    int at = std::countr_one(spaces) - static_cast<int>(spaces & ~after_space_ & 1);
    CopyWithSpaces(from + at, out_);
    // Runs after it.
    uint64_t repeated = spaces & (spaces << 1) & (spaces + 1);
    while (repeated != 0) [[unlikely]] {
        const int first = std::countr_zero(repeated);
        out_ += first - at;
        at = first + std::countr_one(spaces >> first);
        CopyWithSpaces(from + at, out_);
        repeated = at >= size ? 0 : repeated & ~LowBits(at);
      }
    out_ += size - at;
    after_space_ = size == 64 ? spaces >> 63 : (spaces << 1 | after_space_) >> size & 1;
  }

 private:
  char* out_;
  uint64_t after_space_;  // 1 after a space or at the beginning of a line
};

}  // namespace HWY_NAMESPACE
}  // namespace doppel::extract
HWY_AFTER_NAMESPACE();

#endif
