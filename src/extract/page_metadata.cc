#include "extract/page_metadata.h"

#include <charconv>

#include "base/ascii.h"
#include "html/references.h"

namespace doppel::extract {
namespace {

using html::Tokenizer;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && html::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && html::is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Is the word one of a list separated by spaces?
bool has_word(std::string_view list, std::string_view word) {
  while (!(list = trimmed(list)).empty()) {
    size_t size = 0;
    while (size < list.size() && !html::is_space(list[size])) ++size;
    if (equal_ignoring_case(list.substr(0, size), word)) return true;
    list.remove_prefix(size);
  }
  return false;
}

}  // namespace

void PageMetadata::clear() {
  auto alternates_kept = std::move(alternates);
  auto links_kept = std::move(links);
  alternates_kept.clear();
  links_kept.clear();
  *this = {};
  alternates = std::move(alternates_kept);
  links = std::move(links_kept);
}

std::string_view MetadataReader::value(const Tokenizer& page, std::string_view name) {
  const html::Attribute* attribute = page.attribute(name);
  if (attribute == nullptr) return {};
  decoded_.clear();
  html::append_attribute_value(attribute->value, decoded_);
  return trimmed(decoded_);
}

std::string_view MetadataReader::kept(std::string_view decoded) { return arena_.copy(decoded); }

void MetadataReader::html(const Tokenizer& page) {
  if (!metadata_.lang.empty()) return;
  metadata_.lang = kept(value(page, "lang"));
  if (metadata_.lang.empty()) metadata_.lang = kept(value(page, "xml:lang"));
}

void MetadataReader::base(const Tokenizer& page) {
  if (metadata_.base.empty()) metadata_.base = kept(value(page, "href"));
}

void MetadataReader::meta(const Tokenizer& page) {
  if (equal_ignoring_case(value(page, "name"), "robots")) {
    if (metadata_.robots.empty()) metadata_.robots = kept(value(page, "content"));
    return;
  }
  const std::string_view kind = value(page, "http-equiv");
  if (equal_ignoring_case(kind, "refresh")) {
    refresh(value(page, "content"));
  } else if (equal_ignoring_case(kind, "content-language") && metadata_.lang.empty()) {
    metadata_.lang = kept(value(page, "content"));
  }
}

// "5; url='next.html'": a number, then anything, then an address that may be quoted.
void MetadataReader::refresh(std::string_view content) {
  if (metadata_.refresh_seconds >= 0) return;
  size_t digits = 0;
  while (digits < content.size() && content[digits] >= '0' && content[digits] <= '9') ++digits;
  uint32_t seconds = 0;
  if (digits == 0 && !content.starts_with('.')) return;
  const auto parsed = std::from_chars(content.data(), content.data() + digits, seconds);
  if (digits > 0 && parsed.ec != std::errc{}) seconds = ~uint32_t{0};
  metadata_.refresh_seconds = seconds;
  std::string_view rest = content.substr(digits);
  while (!rest.empty() && ((rest[0] >= '0' && rest[0] <= '9') || rest[0] == '.')) {
    rest.remove_prefix(1);
  }
  rest = trimmed(rest);
  if (!rest.empty() && (rest[0] == ';' || rest[0] == ',')) rest = trimmed(rest.substr(1));
  if (starts_ignoring_case(rest, "url")) {
    const std::string_view after = trimmed(rest.substr(3));
    if (after.starts_with('=')) rest = trimmed(after.substr(1));
  }
  if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'')) {
    rest = rest.substr(1, rest.find(rest[0], 1) - 1);
  }
  metadata_.refresh = kept(trimmed(rest));
}

void MetadataReader::link(const Tokenizer& page) {
  const std::string_view rel = value(page, "rel");
  if (has_word(rel, "canonical")) {
    if (metadata_.canonical.empty()) metadata_.canonical = kept(value(page, "href"));
  } else if (has_word(rel, "alternate")) {
    const std::string_view lang = kept(value(page, "hreflang"));
    if (!lang.empty()) metadata_.alternates.push_back({lang, kept(value(page, "href"))});
  }
}

void MetadataReader::anchor(const Tokenizer& page) {
  if (page.attribute("href") != nullptr) metadata_.links.push_back(kept(value(page, "href")));
}

void MetadataReader::title(std::string_view raw) {
  if (!metadata_.title.empty()) return;
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
  metadata_.title = kept(trimmed(decoded_));
}

}  // namespace doppel::extract
