#include "extract/extractor.h"

namespace doppel::extract {

ExtractedPage Extractor::extract(std::string_view bytes, const ExtractRequest& request) {
  ExtractedPage out;
  out.decoded = charset_.decode(bytes, request.charset);
  out.blocks = reader_.read(out.decoded.utf8,
                            {.blocks = request.main || request.blocks, .links = request.links});
  out.metadata = &reader_.metadata();
  out.full = out.blocks.text;
  if (request.main) {
    const main_content::MainChoice choice = main_.choose(out.blocks);
    out.keep = choice.keep;
    out.fallback = choice.rule == main_content::MainRule::kAll;
    out.thin = choice.thin;
    out.full_thin = choice.thin && main_content::is_thin(out.full, out.decoded.utf8.size());
    out.main = out.fallback ? out.full : join(out.blocks, choice.keep);
  } else {
    out.thin = out.full_thin = main_content::is_thin(out.full, out.decoded.utf8.size());
  }
  return out;
}

std::string_view Extractor::join(const html::PageBlocks& page, std::span<const uint8_t> keep) {
  main_text_.clear();
  for (size_t i = 0; i < page.blocks.size(); ++i) {
    if (keep[i] == 0) continue;
    if (!main_text_.empty()) main_text_ += '\n';
    main_text_ += page.text_of(page.blocks[i]);
  }
  return main_text_;
}

}  // namespace doppel::extract
