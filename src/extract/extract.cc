// The public functions of the module: plain structs, copied out of the extractor's buffers.
#include "doppel/extract.h"

#include "base/ascii.h"
#include "base/guard.h"
#include "extract/extractor.h"
#include "html/sniff.h"

namespace doppel {
namespace {

std::string path_of(const html::PageBlocks& page, uint32_t element) {
  std::string out;
  for (; element != 0; element = page.elements[element].parent) {
    const std::string tag(name(page.elements[element].tag));
    out = out.empty() ? tag : tag + " " + out;
  }
  return out;
}

std::vector<TextBlock> blocks_of(const html::PageBlocks& page, std::span<const uint8_t> keep) {
  std::vector<TextBlock> out;
  for (size_t i = 0; i < page.blocks.size(); ++i) {
    const html::Block& block = page.blocks[i];
    out.push_back({.text = std::string(page.text_of(block)),
                   .path = path_of(page, block.element),
                   .link_chars = block.link_chars,
                   .main = keep[i] != 0});
  }
  return out;
}

}  // namespace

std::string_view name(View view) {
  switch (view) {
    case View::kMain: return "main";
    case View::kFull: return "full";
    case View::kAny: break;
  }
  return "any";
}

Result<View> parse_view(std::string_view text) try {
  for (View view : {View::kMain, View::kFull, View::kAny}) {
    if (text == name(view)) return view;
  }
  return invalid_argument("unknown view \"" + std::string(text) + "\": use main, full or any");
} catch (...) {
  return status_of_exception();
}

std::string_view name(CharsetSource source) {
  switch (source) {
    case CharsetSource::kBom: return "bom";
    case CharsetSource::kHttp: return "http";
    case CharsetSource::kMeta: return "meta";
    case CharsetSource::kBytes: return "bytes";
    case CharsetSource::kDetected: return "detected";
    case CharsetSource::kDefault: return "default";
  }
  return "default";
}

PageText extract_html(std::string_view bytes, const ExtractOptions& options) {
  extract::Extractor extractor;
  constexpr size_t kMostBytes = size_t{512} << 20;  // lengths are counted in 32 bits
  const extract::ExtractedPage page = extractor.extract(
      bytes.substr(0, kMostBytes),
      {.charset = options.charset, .main = true, .blocks = options.blocks, .links = options.links});
  PageText out;
  out.main = page.main;
  out.full = page.full;
  out.fallback = page.fallback;
  out.thin = page.thin;
  out.charset = page.decoded.charset;
  out.charset_source = page.decoded.source;
  out.charset_contradicted = page.decoded.contradicted;
  out.charset_repaired = page.decoded.repaired;
  const extract::PageMetadata& metadata = *page.metadata;
  out.title = metadata.title;
  out.lang = metadata.lang;
  out.base = metadata.base;
  out.canonical = metadata.canonical;
  out.robots = metadata.robots;
  out.refresh = metadata.refresh;
  out.refresh_seconds = metadata.refresh_seconds;
  for (const auto& [lang, href] : metadata.alternates) {
    out.alternates.push_back({std::string(lang), std::string(href)});
  }
  out.links.assign(metadata.links.begin(), metadata.links.end());
  if (options.blocks) out.blocks = blocks_of(page.blocks, page.keep);
  return out;
}

bool looks_like_html(std::string_view bytes, std::string_view file_name) {
  for (std::string_view packed : {".gz", ".zst"}) {
    if (ends_ignoring_case(file_name, packed)) file_name.remove_suffix(packed.size());
  }
  for (std::string_view ending : {".html", ".htm", ".xhtml", ".shtml"}) {
    if (ends_ignoring_case(file_name, ending)) return true;
  }
  if (ends_ignoring_case(file_name, ".txt")) return false;
  return html::begins_like_html(bytes);
}

}  // namespace doppel
