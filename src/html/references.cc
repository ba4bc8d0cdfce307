// A name without semicolon ends where the longest known name ends: &notit; is "¬it;". All names
// lie sorted in one table. Let q be the letters and digits after the &, and p the last name not
// after q. Every name that is a prefix of q lies between itself and q, so it is a prefix of p too:
// the answer is p, or the first of its chain of shorter prefixes that q begins with. The first two
// letters choose a range of at most 55 names, so a search is six comparisons at most.
//
// Numbers follow the standard's table: 0, surrogates and what is above U+10FFFF are U+FFFD; 0x80 to
// 0x9F mean what they mean in windows-1252.
//
// Tested by references_test.cc (every name of the table) and the html5lib suite.
#include "html/references.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "html/byte_block.h"
#include "html/reference_table.h"

namespace doppel::html {
namespace {

constexpr int kLetters = 62;

constexpr int letter(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  if (c >= 'a' && c <= 'z') return c - 'a' + 36;
  return -1;
}

std::string_view name_of(const NamedReference& row) {
  return {kReferenceNames + row.offset, row.size};
}

// Row numbers where the names with these first two letters begin.
struct Ranges {
  std::array<uint16_t, kLetters * kLetters + 1> begin{};

  Ranges() {
    size_t row = 0;
    for (size_t pair = 0; pair < begin.size(); ++pair) {
      while (row < kNamedReferenceCount && key(name_of(kNamedReferences[row])) < pair) ++row;
      begin[pair] = static_cast<uint16_t>(row);
    }
  }
  // REQUIRES: two letters or digits.
  static size_t key(std::string_view name) {
    return static_cast<size_t>(letter(name[0])) * kLetters + static_cast<size_t>(letter(name[1]));
  }
};
const Ranges kRanges;

// Letters and digits after the &, and the semicolon if one follows.
std::string_view query_at(std::string_view rest) {
  rest = rest.substr(0, kLongestReference);
  size_t size = 0;
  while (size < rest.size() && letter(rest[size]) >= 0) ++size;
  if (size < rest.size() && rest[size] == ';') ++size;
  return rest.substr(0, size);
}

const NamedReference* longest_name(std::string_view query) {
  if (query.size() < 2 || query[1] == ';') return nullptr;
  const size_t pair = Ranges::key(query);
  const NamedReference* from = kNamedReferences + kRanges.begin[pair];
  const NamedReference* to = kNamedReferences + kRanges.begin[pair + 1];
  const NamedReference* after = std::upper_bound(
      from, to, query,
      [](std::string_view q, const NamedReference& row) { return q < name_of(row); });
  if (after == from) return nullptr;
  const NamedReference* row = after - 1;
  while (!query.starts_with(name_of(*row))) {
    const NamedReference* shorter = kNamedReferences + row->shorter;
    if (shorter == row) return nullptr;
    row = shorter;
  }
  return row;
}

void set(Reference& reference, size_t consumed, char32_t first, char32_t second = 0) {
  reference.consumed = consumed;
  reference.size = write_utf8(first, reference.utf8);
  if (second != 0) reference.size += write_utf8(second, reference.utf8 + reference.size);
}

char32_t meaning_of_number(uint32_t number) {
  // windows-1252 from 0x80; 0 where it has nothing.
  constexpr uint16_t kC1[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) return 0xFFFD;
  if (number >= 0x80 && number <= 0x9F && kC1[number - 0x80] != 0) return kC1[number - 0x80];
  return number;
}

Reference read_number(std::string_view at) {
  size_t i = 2;
  const bool hex = i < at.size() && (at[i] | 0x20) == 'x';
  if (hex) ++i;
  const size_t digits = i;
  uint32_t number = 0;
  for (; i < at.size(); ++i) {
    const char c = at[i];
    uint32_t digit;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = static_cast<uint32_t>((c | 0x20) - 'a') + 10;
    } else {
      break;
    }
    number = std::min<uint32_t>(number * (hex ? 16 : 10) + digit, 0x110000);
  }
  Reference reference;
  if (i == digits) return reference;
  if (i < at.size() && at[i] == ';') ++i;
  set(reference, i, meaning_of_number(number));
  return reference;
}

}  // namespace

size_t write_utf8(char32_t point, char* out) {
  auto put = [out](int i, char32_t byte) { out[i] = static_cast<char>(byte); };
  if (point < 0x80) {
    put(0, point);
    return 1;
  }
  if (point < 0x800) {
    put(0, 0xC0 | point >> 6);
    put(1, 0x80 | (point & 0x3F));
    return 2;
  }
  if (point < 0x10000) {
    put(0, 0xE0 | point >> 12);
    put(1, 0x80 | (point >> 6 & 0x3F));
    put(2, 0x80 | (point & 0x3F));
    return 3;
  }
  put(0, 0xF0 | point >> 18);
  put(1, 0x80 | (point >> 12 & 0x3F));
  put(2, 0x80 | (point >> 6 & 0x3F));
  put(3, 0x80 | (point & 0x3F));
  return 4;
}

Reference read_reference(std::string_view at, bool in_attribute) {
  Reference reference;
  if (at.size() < 3) return reference;
  if (at[1] == '#') return read_number(at);
  const NamedReference* row = longest_name(query_at(at.substr(1)));
  if (row == nullptr) return reference;
  const std::string_view name = name_of(*row);
  if (in_attribute && name.back() != ';' && name.size() + 1 < at.size()) {
    const char after = at[name.size() + 1];
    if (after == '=' || letter(after) >= 0) return reference;
  }
  set(reference, name.size() + 1, row->first, row->second);
  return reference;
}

void append_attribute_value(std::string_view raw, std::string& out) {
  const char* at = raw.data();
  const char* end = at + raw.size();
  while (at < end) {
    const char* plain =
        find_byte(at, end, [](ByteBlock block) { return block.equal('&') | block.equal('\0'); });
    out.append(at, plain);
    at = plain;
    if (at == end) break;
    if (*at == '\0') {
      out += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    const Reference reference = read_reference({at, static_cast<size_t>(end - at)}, true);
    if (reference.consumed == 0) out += '&';
    out.append(reference.utf8, reference.size);
    at += std::max<size_t>(reference.consumed, 1);
  }
}

}  // namespace doppel::html
