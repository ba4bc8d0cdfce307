#include "ingest/documents.h"

#include <algorithm>
#include <initializer_list>

#include "codec/compression.h"

namespace doppel::ingest {
namespace {

bool ends_with_one_of(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace

bool is_html_document(std::string_view path) {
  return ends_with_one_of(codec::without_suffix(path), {".html", ".htm", ".xhtml", ".shtml"});
}

bool is_document(std::string_view path) {
  return is_html_document(path) || codec::without_suffix(path).ends_with(".txt");
}

}  // namespace doppel::ingest
