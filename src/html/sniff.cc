#include "html/sniff.h"

#include "base/ascii.h"
#include "html/byte_block.h"

namespace doppel::html {
namespace {

void skip_space(std::string_view& bytes) {
  while (!bytes.empty() && is_space(bytes.front())) bytes.remove_prefix(1);
}

}  // namespace

bool begins_like_html(std::string_view bytes) {
  skip_space(bytes);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  skip_space(bytes);
  for (std::string_view beginning :
       {"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<!--"}) {
    if (starts_ignoring_case(bytes, beginning)) return true;
  }
  return false;
}

}  // namespace doppel::html
