// Keys of the state: how tables and their columns become ordered bytes.
//
// A key is the table's letter, then its columns: numbers big-endian; strings escaped so that they
// sort before their extensions; a string in the last column unchanged. A key truncated after a
// column is the prefix of all rows with the same columns up to there. The number of a market
// (group/market.h) is one byte; from 255 on it is the byte FF and four more.
//
//   table       columns                    value
//   p pages     url                        PageRow                  truth
//   t texts     text                       TextRow                  its group is truth
//   m members   group, text                                         follows from texts
//   g groups    group                      GroupRow                 truth
//   i names     name                       group                    follows from groups
//   a aliases   name                       name it was merged into  truth
//   e events    number of the first        events of a round        truth
//   f first                                number of the first      truth
//                                          event that is kept
//   v touches   run, first page number     touches of pages         truth
//   z meta                                 MetaRow                  truth
//   x stale     group                                               truth
//   r incoming  target, page               (redirects to a page)    follows from pages
//   n naming    target, domain, page       (names it as canonical)  follows from pages
//   s standing  market, text, rank         url                      follows from pages and rules
//   c covered   market, text               CoverRow                 derived
//   d covers    market, kept, removed                               derived
//   k kept      market, group, rank        text                     derived
//
// A group of one text has no rows in g, i, m and k, and a text with one page none in s, because
// they follow from the rows of the text and the page. So a page alone in its group has two rows, p
// and t.
//
// Stored: never change a letter or the order of columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "group/market.h"

namespace doppel::group_state {

// A group's number, assigned in order and never reused; 0 is none. The number of a group of one
// text is derived from the text's id.
using GroupNumber = uint64_t;

inline constexpr GroupNumber kLone = GroupNumber{1} << 62;

constexpr GroupNumber lone_group(StoredTextId text) { return kLone | text.value; }
constexpr bool is_lone(GroupNumber group) { return (group & kLone) != 0; }
constexpr bool is_stored(GroupNumber group) { return group != 0 && !is_lone(group); }
// REQUIRES: is_lone(group).
constexpr StoredTextId lone_text(GroupNumber group) { return {group & ~kLone}; }

// The name of the group of that text alone: "text:12". No stored group has such a name, because
// theirs end in "@" and a number.
std::string lone_name(StoredTextId text);
// The text, if it is such a name.
std::optional<StoredTextId> text_of_name(std::string_view name);

class Key {
 public:
  explicit Key(char table) : bytes_(1, table) {}

  Key& market(group::MarketNumber number);
  Key& text(StoredTextId id) { return number(id.value, 8); }
  Key& group(GroupNumber id) { return number(id, 8); }
  Key& number(uint64_t value, int width);
  // A string that more columns follow: 0x00 becomes 0x00 0xFF, and 0x00 0x01 ends it.
  Key& column(std::string_view value);
  // The last column.
  Key& last(std::string_view value) {
    bytes_.append(value);
    return *this;
  }

  operator std::string() const { return bytes_; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// The market of a row of table s, c, d or k. REQUIRES: it is such a key.
group::MarketNumber market_in(std::string_view key);
// The number whose big-endian bytes a key or a value ends with; 0 when there are too few.
uint64_t number_at_end(std::string_view key, int width);

}  // namespace doppel::group_state
