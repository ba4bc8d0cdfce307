// Parses the attributes of a tag exactly as the HTML standard does.
//
// Values are slices of the page: the caller has to handle case and references. Of attributes with
// the same name the first counts. Cost: linear; nothing is allocated.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace doppel::html {

struct Attribute {
  std::string_view name, value;
};

// Further attributes of a tag are ignored.
inline constexpr size_t kMaxAttributes = 64;

struct Attributes {
  size_t count = 0;
  std::array<Attribute, kMaxAttributes> all;
};

struct TagRest {
  const char* end = nullptr;  // after the tag's '>'; nullptr when there is none
  bool self_closing = false;  // ends with "/>"
};
// From the end of the tag's name.
TagRest read_attributes(const char* at, const char* end, Attributes& out);

// Behind the name of a tag: up to white space, '>' or '/'.
const char* end_of_name(const char* at, const char* end);

// Attributes that say what an element is for; empty when there is none.
struct NamingAttributes {
  std::string_view classes, id, itemprop;
};
// `tag`: a start tag from the end of its name, with its '>'.
NamingAttributes read_naming_attributes(std::string_view tag);

}  // namespace doppel::html
