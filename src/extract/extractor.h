// From the bytes of a page to its text: charset, blocks, metadata and views. Other modules begin
// here.
//
// An extractor belongs to one thread and keeps its buffers, so pages after the first allocate
// nothing. Linear on every input; never fails.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "doppel/extract.h"
#include "extract/block_reader.h"
#include "main_content/main_content.h"

namespace doppel::extract {

// Valid until the extractor's next page.
struct ExtractedPage {
  charset::DecodedPage decoded;
  html::PageBlocks blocks;  // blocks and elements only if they were needed
  const PageMetadata* metadata = nullptr;
  std::string_view full, main;    // main is empty unless asked for
  std::span<const uint8_t> keep;  // 1 for each block of main; empty unless asked for
  bool fallback = false;          // main is full
  bool thin = false;              // of main if asked for, else of full
  bool full_thin = false;         // of full
};

struct ExtractRequest {
  std::string_view charset;  // the label in the HTTP header
  bool main = false;         // main content, beside the full text
  bool blocks = false;
  bool links = false;
};

class Extractor {
 public:
  ExtractedPage extract(std::string_view bytes, const ExtractRequest& request);

 private:
  // Joins the blocks that are kept by line feeds.
  std::string_view join(const html::PageBlocks& page, std::span<const uint8_t> keep);

  charset::CharsetDecoder charset_;
  BlockReader reader_;
  main_content::MainContent main_;
  std::string main_text_;
};

}  // namespace doppel::extract
