// What does a page say? HTML to text.
//
//   PageText page = extract_html(bytes, {.charset = "windows-1251"});
//   page.full    all of its text, one line a block
//   page.main    the same without navigation, advertisements and their like
//
// Bytes in any charset of the web; it is found by byte order mark, label, <meta> and the bytes
// themselves. Never fails: every sequence of bytes is a page; of more than 512 MiB the rest is not
// looked at. Throws std::bad_alloc when memory runs out, as its strings do. Cost: linear on every
// input; main content takes longer than the text alone. Thread safety: pure functions.
// docs/design/extract.md says what counts as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// Which words of a page count?
enum class View : uint8_t {
  kMain,  // main: the content, without what surrounds it on every page of a site
  kFull,  // full: everything that is text
};
std::string_view name(View view);
// The view with that name; kInvalidArgument for any other word.
Result<View> parse_view(std::string_view text);

// How the charset of a page was found. Printed by its name: never rename.
enum class CharsetSource : uint8_t {
  kBom,       // bom: a byte order mark
  kHttp,      // http: the label that was given
  kMeta,      // meta: what the page says
  kBytes,     // bytes: they are UTF-8, or UTF-16 by their zeros
  kDetected,  // detected: a guess by frequencies
  kDefault,   // default: windows-1252, because nothing else is known
};
std::string_view name(CharsetSource source);

struct TextBlock {
  std::string text;
  std::string path;         // tags from the outside in: "div ul li"
  uint32_t link_chars = 0;  // characters inside links
  bool main = false;        // belongs to the main content
};

struct PageLanguage {
  std::string lang, href;
};

struct PageText {
  std::string main, full;  // lines, a line feed between two
  bool fallback = false;   // main content could not be told: main is full
  bool thin = false;       // too little text for its size to stand for the page

  std::string title, lang;
  std::string charset;  // by the Encoding standard: "windows-1251"
  CharsetSource charset_source = CharsetSource::kDefault;
  bool charset_contradicted = false;  // a label was not believed
  bool charset_repaired = false;      // U+FFFD stands for bytes that mean nothing

  // As they stand in the page, references decoded; empty when missing.
  std::string base, canonical, robots;
  std::string refresh;                   // where <meta http-equiv=refresh> leads
  double refresh_seconds = -1;           // negative: there is none
  std::vector<PageLanguage> alternates;  // <link rel=alternate hreflang>
  std::vector<std::string> links;        // when asked for: href of every <a>
  std::vector<TextBlock> blocks;         // when asked for
};

struct ExtractOptions {
  std::string_view charset;  // the label of the HTTP head, if any
  bool blocks = false;
  bool links = false;
};

PageText extract_html(std::string_view bytes, const ExtractOptions& options = {});

// Is it HTML? By the name of its file: .html .htm .xhtml .shtml (.gz or .zst behind it) is, .txt is
// not. Else by how it begins: a doctype, a comment or a tag that begins pages. "" for a name that
// is not known.
bool looks_like_html(std::string_view bytes, std::string_view file_name = {});

}  // namespace doppel
