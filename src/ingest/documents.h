// Files that are one page each: HTML and plain text, recognised by their names.
#pragma once

#include <string_view>

namespace doppel::ingest {

// Whether the name ends in .html, .htm, .xhtml, .shtml or .txt, compressed or not
// (codec/compression.h).
bool is_document(std::string_view path);
// Whether it is one of the first four.
bool is_html_document(std::string_view path);

}  // namespace doppel::ingest
