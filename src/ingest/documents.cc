#include "ingest/documents.h"

#include <algorithm>
#include <initializer_list>

namespace doppel::ingest {
namespace {

bool ends_with_one_of(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

std::string_view unpacked(std::string_view path) {
  for (std::string_view packed : {".gz", ".zst", ".zstd"}) {
    if (path.ends_with(packed)) return path.substr(0, path.size() - packed.size());
  }
  return path;
}

}  // namespace

bool is_html_document(std::string_view path) {
  return ends_with_one_of(unpacked(path), {".html", ".htm", ".xhtml", ".shtml"});
}

bool is_document(std::string_view path) {
  return is_html_document(path) || unpacked(path).ends_with(".txt");
}

}  // namespace doppel::ingest
