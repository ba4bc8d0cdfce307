// What a page says about itself: title, language, canonical address, refresh, robots, alternates.
//
// Values are decoded and trimmed. If one is repeated, the first counts. Views point into the arena.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "html/tokenizer.h"

namespace doppel::extract {

struct Alternate {
  std::string_view lang, href;
};

struct PageMetadata {
  std::string_view title;
  std::string_view lang;        // of <html lang>, else of content-language
  std::string_view base;        // of <base href>
  std::string_view canonical;   // of <link rel=canonical>
  std::string_view robots;      // of <meta name=robots>
  std::string_view refresh;     // the address of <meta http-equiv=refresh>; empty: the page itself
  double refresh_seconds = -1;  // negative: none
  std::vector<Alternate> alternates;    // <link rel=alternate hreflang>
  std::vector<std::string_view> links;  // href of every <a>, when asked for

  // Forgets everything, keeps capacity.
  void clear();
};

// Fills metadata from the start tags of html, base, meta, link and a. Not thread-safe.
class MetadataReader {
 public:
  MetadataReader(PageMetadata& metadata, Arena& arena) : metadata_(metadata), arena_(arena) {}

  // REQUIRES: the tokenizer just gave this start tag.
  void html(const html::Tokenizer& page);
  void base(const html::Tokenizer& page);
  void meta(const html::Tokenizer& page);
  void link(const html::Tokenizer& page);
  void anchor(const html::Tokenizer& page);
  // Call with the content of a title element.
  void title(std::string_view raw);

 private:
  // Returns the decoded, trimmed value; empty if there is no such attribute.
  std::string_view value(const html::Tokenizer& page, std::string_view name);
  std::string_view kept(std::string_view decoded);
  void refresh(std::string_view content);

  PageMetadata& metadata_;
  Arena& arena_;
  std::string decoded_;
};

}  // namespace doppel::extract
