#include "extract/text_writer.h"

#include <cstring>

#include "html/references.h"

namespace doppel::extract {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD", kNoBreakSpace = "\xC2\xA0";

}  // namespace

void TextWriter::begin(size_t page_bytes) {
  // A NUL can become three bytes, and nothing grows more than that. Pages of memory that are never
  // written cost nothing.
  const size_t needed = 3 * page_bytes + 2 * kSlack;
  if (needed > capacity_ || capacity_ / 16 > needed + (size_t{1} << 20)) {
    buffer_ = std::make_unique_for_overwrite<char[]>(needed);
    capacity_ = needed;
  }
  buffer_[0] = '\n';
  out_ = line_ = last_line_ = buffer_.get() + 1;
}

void TextWriter::append_raw(std::string_view text, bool references) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    const html::ByteBlock block = html::ByteBlock::load(at, end);
    const uint32_t special = block.equal('\0') | (references ? block.equal('&') : html::kNoBits);
    at = append_block(block, special, at, end);
    if (at == end || special == html::kNoBits) continue;
    if (*at == '\0' || (references && *at == '&')) at = append_special(at, end, true);
  }
}

const char* TextWriter::append_special(const char* at, const char* end, bool nul) {
  if (*at == '\0') {
    if (nul) out_ += kReplacement.copy(out_, kReplacement.size());
    return at + 1;
  }
  const html::Reference reference =
      html::read_reference({at, static_cast<size_t>(end - at)}, false);
  if (reference.consumed == 0) {
    *out_++ = '&';
    return at + 1;
  }
  if (reference.size == 1 && static_cast<unsigned char>(reference.utf8[0]) <= ' ') {
    space();
  } else {
    std::memcpy(out_, reference.utf8, sizeof reference.utf8);
    out_ += reference.size;
  }
  return at + reference.consumed;
}

void TextWriter::trim_line() {
  std::string_view text = line();
  auto trim_end = [&] {
    if (text.ends_with(' '))
      text.remove_suffix(1);
    else if (text.ends_with(kNoBreakSpace))
      text.remove_suffix(kNoBreakSpace.size());
    else
      return false;
    return true;
  };
  while (trim_end()) continue;
  size_t lead = 0;
  while (text.substr(lead).starts_with(kNoBreakSpace) || text.substr(lead).starts_with(' ')) {
    lead += text[lead] == ' ' ? 1 : kNoBreakSpace.size();
  }
  if (lead > 0) {
    std::memmove(line_, line_ + lead, text.size() - lead);
    text.remove_suffix(lead);
  }
  out_ = line_ + text.size();
}

}  // namespace doppel::extract
