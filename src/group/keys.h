// Keys of the state: how tables and their columns become ordered bytes.
//
// A key is the table's letter, then its columns: numbers big-endian, strings escaped so that they
// end before their extensions, a last string as it is. A key cut after a column is the prefix of
// all rows that agree so far.
//
//   table       columns                    value
//   p pages     url                        PageRow                  truth
//   t texts     text                       group                    truth
//   m members   group, text                                         follows from texts
//   g groups    group                      GroupRow                 truth
//   i names     name                       group                    follows from groups
//   a aliases   name                       name it was merged into  truth
//   e events    number                     Event                    truth
//   z meta                                 MetaRow                  truth
//   x stale     group                                               truth
//   r incoming  target, page               (redirects to a page)    follows from pages
//   n naming    target, domain, page       (names it as canonical)  follows from pages
//   s standing  market, text, rank         url                      follows from pages and rules
//   c covered   market, text               CoverRow                 derived
//   d covers    market, kept, removed                               derived
//   k kept      market, group, rank        text                     derived
//
// Stored: never change a letter or the order of columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "group/market.h"

namespace doppel::group {

// A group's number, given out in order and never again; 0 is none.
using GroupNumber = uint64_t;

class Key {
 public:
  explicit Key(char table) : bytes_(1, table) {}

  Key& market(MarketId id) { return number(id, 1); }
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

// The number whose big-endian bytes a key or a value ends with; 0 when there are too few.
uint64_t number_at_end(std::string_view key, int width);

}  // namespace doppel::group
