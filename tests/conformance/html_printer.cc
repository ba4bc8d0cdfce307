// Reads pages as the extractor does: the library's side of html_suites.py.
//
// Standard input, one page a line: what is wanted, then the page in hexadecimal ("-" for none).
//   text PAGE             its text, in hexadecimal
//   charset PAGE          what <meta> or a mark says; windows-1252 when neither says anything
//   tokens STATE ELEMENT PAGE   its tokens as JSON, in the form of html5lib's tests; of a doctype
//   only
//                         that it is there. STATE: data rcdata rawtext script plaintext cdata
// Standard output: one line for each.
#include <charconv>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "extract/block_reader.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "json/json_writer.h"

namespace {

using namespace doppel::html;

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    uint8_t byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  std::string out;
  for (unsigned char c : bytes) {
    out += "0123456789abcdef"[c >> 4];
    out += "0123456789abcdef"[c & 15];
  }
  return out;
}

std::string without_nul(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '\0' ? std::string("\xEF\xBF\xBD") : std::string(1, c);
  return out;
}

std::string lower(std::string_view name) {
  std::string out = without_nul(name);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return out;
}

std::string decoded(const Token& token) {
  if (!token.references) return token.raw ? without_nul(token.text) : std::string(token.text);
  std::string out;
  for (size_t at = 0; at < token.text.size();) {
    Reference reference;
    if (token.text[at] == '&') reference = read_reference(token.text.substr(at), false);
    if (reference.consumed == 0) {
      out += token.raw ? without_nul(token.text.substr(at, 1)) : std::string(1, token.text[at]);
    }
    out.append(reference.utf8, reference.size);
    at += std::max<size_t>(reference.consumed, 1);
  }
  return out;
}

void write_tag(doppel::json::JsonWriter& json, const Token& token, const Tokenizer& page) {
  const bool start = token.kind == TokenKind::kStartTag;
  json.begin_array().string(start ? "StartTag" : "EndTag").string(lower(token.text));
  if (start) {
    json.begin_object();
    for (const Attribute& attribute : page.attributes()) {
      if (page.attribute(lower(attribute.name)) != &attribute &&
          page.attribute(lower(attribute.name)) != nullptr) {
        continue;  // of attributes with one name the first counts
      }
      std::string value;
      append_attribute_value(attribute.value, value);
      json.key_of(lower(attribute.name)).string(value);
    }
    json.end_object();
    if (token.self_closing) json.boolean(true);
  }
  json.end_array();
}

std::string tokens(const std::string& state, const std::string& element, std::string page) {
  if (state == "cdata") page = "<![CDATA[" + page;
  Tokenizer tokenizer(page);
  tokenizer.allow_cdata(state == "cdata");
  if (state == "rcdata") tokenizer.enter(Content::kRcdata, element);
  if (state == "rawtext") tokenizer.enter(Content::kRawText, element);
  if (state == "script") tokenizer.enter(Content::kScript, element);
  if (state == "plaintext") tokenizer.enter(Content::kPlainText, element);
  doppel::json::JsonWriter json;
  json.begin_array();
  std::string text;
  auto flush = [&] {
    if (!text.empty()) json.begin_array().string("Character").string(text).end_array();
    text.clear();
  };
  for (Token token; tokenizer.next(token);) {
    if (token.kind == TokenKind::kText) {
      text += decoded(token);
      continue;
    }
    flush();
    if (token.kind == TokenKind::kComment) {
      json.begin_array().string("Comment").string(without_nul(token.text)).end_array();
    } else if (token.kind == TokenKind::kDoctype) {
      json.begin_array().string("DOCTYPE").end_array();
    } else {
      write_tag(json, token, tokenizer);
    }
  }
  flush();
  json.end_array();
  return json.take_line();
}

}  // namespace

int main() {
  doppel::extract::BlockReader reader;
  doppel::charset::CharsetDecoder charset;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string wanted, state, element, page;
    words >> wanted;
    if (wanted == "tokens") words >> state >> element;
    words >> page;
    page = page == "-" ? "" : from_hex(page);
    if (wanted == "tokens") {
      std::cout << tokens(state, element == "-" ? std::string(1, '\x01') : element, page);
    } else if (wanted == "text") {
      std::cout << to_hex(reader.read(page, {}).text) << "\n";
    } else {
      const doppel::charset::Encoding* meta = doppel::charset::prescan_meta(page);
      const doppel::charset::DecodedPage decoded = charset.decode(page, "");
      const bool marked = decoded.source == doppel::CharsetSource::kBom;
      std::cout << (marked            ? decoded.charset
                    : meta != nullptr ? meta->name
                                      : "windows-1252")
                << "\n";
    }
  }
  return 0;
}
