// Extracts the text of HTML pages.
//
//   PageText page = extract_html(bytes, {.charset = "windows-1251"});
//   page.full    all of its text, one line per block
//   page.main    the same without navigation, advertisements and the like
//
// The bytes may have any charset of the web, which is found by byte order mark, label, <meta> and
// the bytes themselves. Extraction never fails: every sequence of bytes is a page; bytes beyond 512
// MiB are ignored. Throws std::bad_alloc if memory runs out. Cost: linear on every input; the main
// content takes longer than the text alone. Thread safety: pure functions.
// docs/design/extract.md defines what counts as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/status.h"

namespace doppel {

// Which words of a page count.
enum class View : uint8_t {
  kMain,  // main: the content without the menus, footers and so on around it
  kFull,  // full: all text
  kAny,   // any: two pages are duplicates if either view shows it, and the other does not deny it
};
std::string_view name(View view);
// Parses the name of a view; kInvalidArgument for any other word.
Result<View> parse_view(std::string_view text);

// How the charset of a page was found. Printed by its name: never rename.
enum class CharsetSource : uint8_t {
  kBom,       // bom: a byte order mark
  kHttp,      // http: the label that was given
  kMeta,      // meta: the label in the page
  kBytes,     // bytes: the bytes are UTF-8, or UTF-16 by their zeros
  kDetected,  // detected: a guess by frequencies
  kDefault,   // default: windows-1252, because nothing else is known
};
std::string_view name(CharsetSource source);

struct TextBlock {
  std::string text;
  std::string path;         // the tags around it, outermost first: "div ul li"
  uint32_t link_chars = 0;  // number of characters inside links
  bool main = false;        // whether it belongs to the main content
};

struct PageLanguage {
  std::string lang, href;
};

struct PageText {
  std::string main, full;  // lines separated by line feeds
  bool fallback = false;   // the main content was not found, so main is full
  bool thin = false;       // too little text for its size to represent the page

  std::string title, lang;
  std::string charset;  // its name in the Encoding standard: "windows-1251"
  CharsetSource charset_source = CharsetSource::kDefault;
  bool charset_contradicted = false;  // a label was ignored
  bool charset_repaired = false;      // invalid bytes were replaced by U+FFFD

  // As they are in the page, with references decoded; empty if missing.
  std::string base, canonical, robots;
  std::string refresh;                   // the target of <meta http-equiv=refresh>
  double refresh_seconds = -1;           // negative if there is none
  std::vector<PageLanguage> alternates;  // <link rel=alternate hreflang>
  std::vector<std::string> links;        // if requested: href of every <a>
  std::vector<TextBlock> blocks;         // if requested
};

struct ExtractOptions {
  std::string_view charset;  // the label in the HTTP header, if any
  bool blocks = false;
  bool links = false;
};

PageText extract_html(std::string_view bytes, const ExtractOptions& options = {});

// Whether a file is HTML. Decided by its name: .html .htm .xhtml .shtml (.gz or .zst may follow)
// are HTML, .txt is not. For other names, or "", by its beginning: a doctype, a comment or a tag
// that usually begins pages.
bool looks_like_html(std::string_view bytes, std::string_view file_name = {});

}  // namespace doppel
