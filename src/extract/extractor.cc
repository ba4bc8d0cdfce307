#include "extract/extractor.h"

namespace doppel::extract {

ExtractedPage Extractor::extract(std::string_view bytes, const ExtractRequest& request) {
  ExtractedPage out;
  out.decoded = charset_.decode(bytes, request.charset);
  out.blocks = reader_.read(out.decoded.utf8,
                            {.blocks = request.main || request.blocks, .links = request.links});
  out.facts = &reader_.facts();
  out.full = out.blocks.text;
  if (request.main) {
    out.main = out.full;
    out.fallback = true;
  }
  return out;
}

}  // namespace doppel::extract
