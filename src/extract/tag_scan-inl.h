// Finds the end of tags in the usual form by bit arithmetic: the fast path before the tokenizer.
#if defined(DOPPEL_EXTRACT_TAG_SCAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DOPPEL_EXTRACT_TAG_SCAN_INL_H_
#undef DOPPEL_EXTRACT_TAG_SCAN_INL_H_
#else
#define DOPPEL_EXTRACT_TAG_SCAN_INL_H_
#endif

#include <string_view>

#include "html/tags.h"
#include "html/tokenizer.h"
#include "html/wide_bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace doppel::extract {
namespace HWY_NAMESPACE {
using namespace html::HWY_NAMESPACE;  // wide_bytes-inl.h

// The bytes that matter in a tag, one bit each.
struct TagBits {
  uint64_t greater = 0, quotes = 0, equals = 0;
  uint64_t gaps = 0;  // up to ' ', and '/'
};

HWY_INLINE TagBits FindTagBits(const char* from) {
  TagBits out;
  for (size_t i = 0; i < kWideBytes; i += hn::Lanes(Bytes())) {
    const auto bytes = LoadBytes(from + i);
    out.greater |= Bits(Equal(bytes, '>')) << i;
    out.quotes |= Bits(Equal(bytes, '"')) << i;
    out.equals |= Bits(Equal(bytes, '=')) << i;
    out.gaps |= Bits(hn::Or(Equal(bytes, '/'), AtMost(bytes, ' '))) << i;
  }
  return out;
}

// Where does the tag end?
//
//     a href="x>y" id="z">text <b c="d">
//            O   C    O C         O C      opening quotes: those after a '='; closing: the others
//            1111     11          11       strings = closing - opening, if they take turns
//
// This is what the HTML standard says if every '=' outside strings follows a name and is followed
// by an opening quote. That is checked; tags of any other form (unquoted values, single quotes, a
// stray quote) are left to the tokenizer. Bits after the end of the tag do no harm, because borrows
// only go upwards.
class TagEnd {
 public:
  // Reads the next kWideBytes. `end` gets one bit, the '>' of the tag; none if it is not among
  // them. Returns false if the tag has another form.
  HWY_INLINE bool look(const TagBits& bits, uint64_t& end) {
    const uint64_t opening = bits.quotes & (bits.equals << 1 | after_equals_);
    const uint64_t closing = bits.quotes & ~opening;
    const uint64_t strings = closing - opening - inside_;
    const uint64_t equals = bits.equals & ~strings;
    const uint64_t gaps = bits.gaps | closing;
    const uint64_t wrong = ((strings & bits.quotes) ^ opening) |
                           ((equals << 1 | after_equals_) ^ opening) |
                           (equals & (gaps << 1 | after_gap_));
    // It is nearly always the first '>'. Then the next step does not have to wait for the strings.
    end = bits.greater & (0 - bits.greater);
    if ((end & strings) != 0) [[unlikely]] {
      end = bits.greater & ~strings;
      end &= 0 - end;
    }
    if ((wrong & (end ^ (end - 1)) & kAllBits) != 0) [[unlikely]]
      return false;
    inside_ = strings >> 63;
    after_equals_ = equals >> (kWideBytes - 1);
    after_gap_ = gaps >> (kWideBytes - 1);
    return true;
  }

 private:
  uint64_t inside_ = 0, after_equals_ = 0, after_gap_ = 0;  // 1 or 0: carried from the last bytes
};

struct ScannedTag {
  html::Tag tag;
  unsigned closes;  // 1: an end tag
  std::string_view name;
  const char* end;  // after the '>'
};

// Finds the known tag of this name, up to eight bytes long. Returns false if there is none.
HWY_INLINE bool FindShortTag(const char* name, int size, html::Tag& tag) {
  if (static_cast<unsigned>(size - 1) >= 8) [[unlikely]]
    return false;
  uint64_t low;
  std::memcpy(&low, name, sizeof low);
  if constexpr (std::endian::native == std::endian::big) low = __builtin_bswap64(low);
  // The bit makes letters lower case and leaves digits as they are.
  low = (low | 0x2020202020202020) & (~uint64_t{0} >> (64 - 8 * size));
  const html::TagSlot& slot = html::kTagTable[html::tag_hash({low, 0})];
  tag = slot.tag;
  return ((slot.key.low ^ low) | slot.key.high) == 0;
}

// Returns false for anything that is not a tag or has another form; the tokenizer then reads at
// least as far as this did. REQUIRES: *at is '<'; kWideBytes + 1 readable.
HWY_INLINE bool ScanTag(const char* at, const char* end, ScannedTag& out) {
  const char* block = at + 1;  // a '/' or the name
  const TagBits bits = FindTagBits(block);
  out.closes = static_cast<unsigned>(at[1] == '/');
  const char* name = block + out.closes;
  const uint64_t name_ends = (bits.greater | bits.gaps) & ~uint64_t{1};
  const int size = std::countr_zero(name_ends) - static_cast<int>(out.closes);
  if (!FindShortTag(name, size, out.tag)) [[unlikely]] {
    // A name that contains a '=' has no value.
    const bool odd = (bits.equals & (name_ends - 1) & ~name_ends) != 0;
    if (!html::Tokenizer::is_letter(*name) || size > kWideBytes - 2 || odd) return false;
    out.tag = html::find_tag({name, static_cast<size_t>(size)});
  }
  out.name = {name, static_cast<size_t>(size)};
  // Control characters are part of a name.
  if (static_cast<unsigned char>(name[size]) < ' ' && !html::is_space(name[size])) return false;
  uint64_t last;
  TagEnd finder;
  if (!finder.look(bits, last)) return false;
  while (last == 0) [[unlikely]] {
      block += kWideBytes;
      if (end - block < kWideBytes || !finder.look(FindTagBits(block), last)) return false;
    }
  out.end = block + std::countr_zero(last) + 1;
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace doppel::extract
HWY_AFTER_NAMESPACE();

#endif
