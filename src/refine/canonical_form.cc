// One pass maps bytes through a table where they are ASCII, without a branch a byte but the one
// that leaves the run: a space after a space is written and then overwritten. The line that is
// being written is the tail of the output, so that cutting off its bullets is the only thing that
// moves bytes, and only in lines that have one.
//
// Why it is idempotent: the output is one line, made of words that hold no colon, dash, quote or
// capital; its first word is the first word of the first line that was not empty after its bullets
// were cut off, which therefore is no bullet.
//
// Tested by canonical_form_test.cc, and refine_laws_test.cc on arbitrary text.
#include "refine/canonical_form.h"

#include <algorithm>
#include <array>

#include "characters/code_points.h"
#include "doppel/refine.h"

namespace doppel {
namespace refine {
namespace {

// What an ASCII byte becomes; 0 for what is not one byte or no byte.
constexpr std::array<char, 256> kMapped = [] {
  std::array<char, 256> out{};
  for (size_t c = '!'; c <= '~'; ++c) out[c] = static_cast<char>(c);
  for (size_t c = 'A'; c <= 'Z'; ++c) out[c] = static_cast<char>(c | 0x20);
  for (char c : {' ', '\t', '-', '"', '\'', '`'}) out[static_cast<uint8_t>(c)] = ' ';
  out[':'] = 0;
  return out;
}();

bool is_line_end(char c) { return c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// Dashes, quotes and white space beyond ASCII.
bool is_space_outside_ascii(char32_t c) {
  switch (c) {
    case 0xA0:
    case 0xAB:
    case 0xB4:
    case 0xBB:
    case 0x1680:
    case 0x202F:
    case 0x2032:
    case 0x2033:
    case 0x2039:
    case 0x203A:
    case 0x205F:
    case 0x2212:
    case 0x3000:
    case 0xFE58:
    case 0xFE63:
    case 0xFF02:
    case 0xFF07:
    case 0xFF0D: return true;
    default: break;
  }
  return (c >= 0x2000 && c <= 0x200A) || (c >= 0x2010 && c <= 0x2015) ||
         (c >= 0x2018 && c <= 0x201F);
}

bool is_line_end_outside_ascii(char32_t c) { return c == 0x85 || c == 0x2028 || c == 0x2029; }
bool is_colon_outside_ascii(char32_t c) { return c == 0xFF1A || c == 0xFE55; }

// Words with single spaces between them; at most one space is at the end.
class LineWriter {
 public:
  // There is always room for the input that is left.
  explicit LineWriter(size_t input_bytes) : out_(input_bytes + kRoom, '\0') {}

  // Writes the bytes from `from` on that are mapped to one byte; returns where it stopped.
  size_t put_mapped(std::string_view utf8, size_t from) {
    char* to = out_.data() + at_;
    char last = last_;
    for (; from < utf8.size(); ++from) {
      const char c = kMapped[static_cast<uint8_t>(utf8[from])];
      if (c == 0) break;
      *to = c;
      to += static_cast<int>(c != ' ') | static_cast<int>(last != ' ');
      last = c;
    }
    at_ = static_cast<size_t>(to - out_.data());
    last_ = last;
    return from;
  }
  void put(char c) {
    if (c == ' ' && last_ == ' ') return;
    out_[at_++] = last_ = c;
  }
  // Other bytes than ASCII, which may be more than they were.
  void put(std::string_view bytes, size_t input_left) {
    if (out_.size() < at_ + bytes.size() + input_left + kRoom) out_.resize(2 * out_.size() + kRoom);
    for (char c : bytes) put(c);
  }
  void end_line() {
    if (last_ == ' ' && at_ > line_) --at_;
    cut_bullets();
    last_ = at_ > line_ ? 'x' : ' ';
    put(' ');
    line_ = at_;
  }
  std::string take() {
    end_line();
    out_.resize(at_ > 0 ? at_ - 1 : 0);
    return std::move(out_);
  }

 private:
  static constexpr size_t kRoom = 16;

  void cut_bullets() {
    const std::string_view line(out_.data() + line_, at_ - line_);
    size_t begin = 0;
    while (begin < line.size()) {
      const size_t end = std::min(line.find(' ', begin), line.size());
      if (!is_bullet(line.substr(begin, end - begin))) break;
      begin = std::min(end + 1, line.size());
    }
    if (begin == 0) return;
    std::copy(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), out_.data() + line_);
    at_ -= begin;
  }

  std::string out_;
  size_t at_ = 0;    // bytes written
  size_t line_ = 0;  // where the line begins
  char last_ = ' ';  // the byte before `at_`; none is as good as a space
};

void put_code_point(char32_t c, std::string_view bytes, size_t input_left, LineWriter& line) {
  if (is_space_outside_ascii(c)) return line.put(' ');
  if (is_line_end_outside_ascii(c)) return line.end_line();
  if (is_colon_outside_ascii(c)) return;
  if (c == U'\uFFFD') return line.put("\xEF\xBF\xBD", input_left);
  const characters::CodePoint known = characters::code_point(c);
  if (known.kind() == characters::Kind::kDropped) return;
  // Filters, version 1: letters of the other planes stay as they are.
  const bool folds = known.plain() && c < 0x10000;
  line.put(folds ? known.folded(bytes) : bytes, input_left);
}

bool is_bullet_sign(std::string_view word) {
  constexpr std::string_view kSigns[] = {"*", "•", "‣", "◦", "⁃", "∙", "·", "▪",
                                         "▫", "●", "○", "■", "□", "►", "▶"};
  return std::find(std::begin(kSigns), std::end(kSigns), word) != std::end(kSigns);
}

bool all_of(std::string_view part, std::string_view among) {
  return part.find_first_not_of(among) == part.npos;
}

}  // namespace

bool is_bullet(std::string_view word) {
  constexpr size_t kLongest = 32, kMostParts = 8;
  if (word.empty() || word.size() > kLongest) return false;
  if (is_bullet_sign(word)) return true;
  const bool open = word.starts_with('('), close = word.ends_with(')');
  if (open) word.remove_prefix(1);
  if (close && !word.empty()) word.remove_suffix(1);
  const bool point = word.ends_with('.');
  if (point) word.remove_suffix(1);
  size_t parts = 0;
  bool digit = false;
  for (size_t at = 0; at <= word.size(); ++parts) {
    const size_t end = std::min(word.find('.', at), word.size());
    const std::string_view part = word.substr(at, end - at);
    const bool number = part.size() <= 3 && all_of(part, "0123456789");
    const bool letter = part.size() == 1 && part[0] >= 'a' && part[0] <= 'z';
    const bool roman = part.size() <= 4 && all_of(part, "ivx");
    if (part.empty() || !(number || letter || roman)) return false;
    digit = digit || number;
    at = end + 1;
  }
  return parts <= kMostParts && (parts == 1 ? point || close : digit);
}

}  // namespace refine

std::string canonical_text(std::string_view utf8) {
  refine::LineWriter line(utf8.size());
  for (size_t at = 0; (at = line.put_mapped(utf8, at)) < utf8.size();) {
    const size_t begin = at;
    const auto byte = static_cast<uint8_t>(utf8[at]);
    if (byte >= 0x80) {
      const char32_t c = characters::next_code_point(utf8, at);
      refine::put_code_point(c, utf8.substr(begin, at - begin), utf8.size() - at, line);
      continue;
    }
    ++at;
    if (refine::is_line_end(utf8[begin])) {
      line.end_line();
    } else if (byte != ':') {
      line.put(utf8[begin]);  // a control character
    }
  }
  return line.take();
}

}  // namespace doppel
