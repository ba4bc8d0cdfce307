#include "extract/page_facts.h"

#include <charconv>

#include "html/references.h"

namespace doppel::extract {
namespace {

using html::Tokenizer;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && html::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && html::is_space(text.back())) text.remove_suffix(1);
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool same_word(std::string_view a, std::string_view lower_case) {
  if (a.size() != lower_case.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower_case[i]) return false;
  }
  return true;
}

// Is the word one of a list separated by spaces?
bool has_word(std::string_view list, std::string_view word) {
  while (!(list = trimmed(list)).empty()) {
    size_t size = 0;
    while (size < list.size() && !html::is_space(list[size])) ++size;
    if (same_word(list.substr(0, size), word)) return true;
    list.remove_prefix(size);
  }
  return false;
}

}  // namespace

void PageFacts::clear() {
  auto alternates_kept = std::move(alternates);
  auto links_kept = std::move(links);
  alternates_kept.clear();
  links_kept.clear();
  *this = {};
  alternates = std::move(alternates_kept);
  links = std::move(links_kept);
}

std::string_view FactReader::value(const Tokenizer& page, std::string_view name) {
  const html::Attribute* attribute = page.attribute(name);
  if (attribute == nullptr) return {};
  decoded_.clear();
  html::append_attribute_value(attribute->value, decoded_);
  return trimmed(decoded_);
}

std::string_view FactReader::kept(std::string_view decoded) { return arena_.copy(decoded); }

void FactReader::html(const Tokenizer& page) {
  if (!facts_.lang.empty()) return;
  facts_.lang = kept(value(page, "lang"));
  if (facts_.lang.empty()) facts_.lang = kept(value(page, "xml:lang"));
}

void FactReader::base(const Tokenizer& page) {
  if (facts_.base.empty()) facts_.base = kept(value(page, "href"));
}

void FactReader::meta(const Tokenizer& page) {
  if (same_word(value(page, "name"), "robots")) {
    if (facts_.robots.empty()) facts_.robots = kept(value(page, "content"));
    return;
  }
  const std::string_view kind = value(page, "http-equiv");
  if (same_word(kind, "refresh")) {
    refresh(value(page, "content"));
  } else if (same_word(kind, "content-language") && facts_.lang.empty()) {
    facts_.lang = kept(value(page, "content"));
  }
}

// "5; url='next.html'": a number, then anything, then an address that may be quoted.
void FactReader::refresh(std::string_view content) {
  if (facts_.refresh_seconds >= 0) return;
  size_t digits = 0;
  while (digits < content.size() && content[digits] >= '0' && content[digits] <= '9') ++digits;
  uint32_t seconds = 0;
  if (digits == 0 && !content.starts_with('.')) return;
  const auto parsed = std::from_chars(content.data(), content.data() + digits, seconds);
  if (digits > 0 && parsed.ec != std::errc{}) seconds = ~uint32_t{0};
  facts_.refresh_seconds = seconds;
  std::string_view rest = content.substr(digits);
  while (!rest.empty() && ((rest[0] >= '0' && rest[0] <= '9') || rest[0] == '.')) {
    rest.remove_prefix(1);
  }
  rest = trimmed(rest);
  if (!rest.empty() && (rest[0] == ';' || rest[0] == ',')) rest = trimmed(rest.substr(1));
  if (rest.size() >= 3 && same_word(rest.substr(0, 3), "url")) {
    const std::string_view after = trimmed(rest.substr(3));
    if (after.starts_with('=')) rest = trimmed(after.substr(1));
  }
  if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'')) {
    rest = rest.substr(1, rest.find(rest[0], 1) - 1);
  }
  facts_.refresh = kept(trimmed(rest));
}

void FactReader::link(const Tokenizer& page) {
  const std::string_view rel = value(page, "rel");
  if (has_word(rel, "canonical")) {
    if (facts_.canonical.empty()) facts_.canonical = kept(value(page, "href"));
  } else if (has_word(rel, "alternate")) {
    const std::string_view lang = kept(value(page, "hreflang"));
    if (!lang.empty()) facts_.alternates.push_back({lang, kept(value(page, "href"))});
  }
}

void FactReader::anchor(const Tokenizer& page) {
  if (page.attribute("href") != nullptr) facts_.links.push_back(kept(value(page, "href")));
}

void FactReader::title(std::string_view raw) {
  if (!facts_.title.empty()) return;
  decoded_.clear();
  bool space = true;
  for (size_t at = 0; at < raw.size();) {
    const char c = raw[at];
    html::Reference reference;
    if (c == '&') reference = html::read_reference(raw.substr(at), false);
    if (html::is_space(c) || (reference.size == 1 && html::is_space(reference.utf8[0]))) {
      if (!space) decoded_ += ' ';
      space = true;
    } else {
      if (reference.consumed > 0) {
        decoded_.append(reference.utf8, reference.size);
      } else if (c == '\0') {
        decoded_ += "\xEF\xBF\xBD";
      } else {
        decoded_ += c;
      }
      space = false;
    }
    at += std::max<size_t>(reference.consumed, 1);
  }
  facts_.title = kept(trimmed(decoded_));
}

}  // namespace doppel::extract
