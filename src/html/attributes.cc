// Only the states of the standard decide which quote opens a string: a quote is special only where
// a value begins, directly after '='. If every quote opened a string, a stray one would swallow the
// rest of the page.
//
//   <a b="x>y" c>     the > is part of the value
//   <a b=x"y>z        the quote is part of an unquoted value; the tag ends at >
//   <a ="x>y">        a name cannot be empty: the name is ="x
//
// Tested by tokenizer_test.cc and by the html5lib suite, tests/conformance/html_suites.py.
#include "html/attributes.h"

#include "html/byte_block.h"

namespace doppel::html {
namespace {

uint32_t name_ends(ByteBlock block) {
  return block.equal('>') | block.equal('/') | block.at_most(' ');
}

// Control characters are part of a name.
[[gnu::always_inline]] inline const char* find_end_of_name(const char* at, const char* end,
                                                           bool equals_ends) {
  while (true) {
    at = find_byte(at, end, [equals_ends](ByteBlock block) {
      return name_ends(block) | (equals_ends ? block.equal('=') : kNoBits);
    });
    if (at == end || static_cast<unsigned char>(*at) > ' ' || is_space(*at)) return at;
    ++at;
  }
}

const char* skip_spaces(const char* at, const char* end) {
  while (at < end && is_space(*at)) ++at;
  return at;
}

std::string_view slice(const char* from, const char* to) {
  return {from, static_cast<size_t>(to - from)};
}

// Behind the value; the page's end when the value is not closed.
[[gnu::always_inline]] inline const char* read_value(const char* at, const char* end,
                                                     std::string_view& value) {
  if (*at == '"' || *at == '\'') {
    const char* close = find_char(at + 1, end, *at);
    value = slice(at + 1, close);
    return close == end ? end : close + 1;
  }
  const char* from = at;
  while (true) {
    at = find_byte(at, end, [](ByteBlock block) { return block.equal('>') | block.at_most(' '); });
    if (at == end || *at == '>' || is_space(*at)) break;
    ++at;
  }
  value = slice(from, at);
  return at;
}

bool is(std::string_view name, std::string_view lower) {
  if (name.size() != lower.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    if ((name[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

// each(Attribute): in the order of the page, kMaxAttributes at most.
template <typename Each>
[[gnu::always_inline]] inline TagRest each_attribute(const char* at, const char* end, Each each) {
  TagRest rest;
  size_t left = kMaxAttributes;
  while (true) {
    while (at < end && (is_space(*at) || *at == '/')) ++at;
    if (at == end) return rest;
    if (*at == '>') {
      rest.self_closing = at[-1] == '/';
      rest.end = at + 1;
      return rest;
    }
    Attribute attribute;
    const char* name = at;
    at = find_end_of_name(at + 1, end, true);
    attribute.name = slice(name, at);
    const char* equals = skip_spaces(at, end);
    const bool has_value = equals < end && *equals == '=';
    if (has_value) {
      at = skip_spaces(equals + 1, end);
      if (at == end) return rest;
      if (*at != '>') at = read_value(at, end, attribute.value);
      if (at == end) return rest;
    }
    if (left > 0) {
      each(attribute);
      --left;
    }
    if (has_value && *at == '>') {
      rest.end = at + 1;
      return rest;
    }
  }
}

}  // namespace

const char* end_of_name(const char* at, const char* end) {
  return find_end_of_name(at, end, false);
}

TagRest read_attributes(const char* at, const char* end, Attributes& out) {
  out.count = 0;
  return each_attribute(at, end, [&](const Attribute& found) { out.all[out.count++] = found; });
}

NamingAttributes read_naming_attributes(std::string_view tag) {
  NamingAttributes out;
  each_attribute(tag.data(), tag.data() + tag.size(), [&](const Attribute& found) {
    std::string_view* to = nullptr;
    if (is(found.name, "class")) to = &out.classes;
    if (is(found.name, "id")) to = &out.id;
    if (is(found.name, "itemprop")) to = &out.itemprop;
    if (to != nullptr && to->empty()) *to = found.value;
  });
  return out;
}

}  // namespace doppel::html
