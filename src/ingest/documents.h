// Files that are one page: HTML and plain text. Told by their name.
#pragma once

#include <string_view>

namespace doppel::ingest {

// Ends in .html, .htm, .xhtml, .shtml or .txt, packed or not (codec/compression.h).
bool is_document(std::string_view path);
// One of the first four.
bool is_html_document(std::string_view path);

}  // namespace doppel::ingest
