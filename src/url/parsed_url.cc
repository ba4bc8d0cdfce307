#include "url/parsed_url.h"

#include <ada.h>

#include <new>

#include "doppel/url.h"

namespace doppel::url {

// Fills a ParsedUrl from ada's.
struct AdaReader {
  static ParsedUrl read(const ada::url_aggregator& from) {
    const ada::url_components& at = from.get_components();
    ParsedUrl out;
    out.href_ = from.get_href();
    auto size = static_cast<uint32_t>(out.href_.size());
    bool has_host = std::string_view(out.href_).substr(at.protocol_end, 2) == "//";
    out.scheme_end_ = at.protocol_end;
    out.path_begin_ = at.pathname_start;
    out.fragment_begin_ = at.hash_start == ada::url_components::omitted ? size : at.hash_start;
    out.query_begin_ =
        at.search_start == ada::url_components::omitted ? out.fragment_begin_ : at.search_start;
    if (has_host) {
      bool after_at = at.host_start < size && out.href_[at.host_start] == '@';
      out.host_begin_ = at.host_start + (after_at ? 1 : 0);
      out.host_end_ = at.host_end;
    } else {
      out.host_begin_ = out.host_end_ = at.protocol_end;
    }
    out.is_special_ = from.is_special();
    out.is_web_ = from.type == ada::scheme::HTTP || from.type == ada::scheme::HTTPS;
    out.is_file_ = from.type == ada::scheme::FILE;
    return out;
  }
};

namespace {

constexpr size_t kShownBytes = 120;

bool has_scheme(std::string_view url) {
  size_t begin = url.find_first_not_of(" \t\r\n");
  size_t end = url.find_first_of(":/?#\\");
  return begin < end && end != url.npos && url[end] == ':';
}

Status failure(std::string_view url) {
  std::string shown(url.substr(0, kShownBytes));
  if (url.size() > kShownBytes) shown += "...";
  if (url.size() > kMaxUrlBytes) {
    return invalid_argument("longer than " + std::to_string(kMaxUrlBytes) + " bytes: " + shown);
  }
  return invalid_argument((has_scheme(url) ? "bad host or port: \"" : "no scheme: \"") + shown +
                          "\"");
}

// The Status for a URL that ada refuses. Ada unpacks its tables of international host names when it
// first needs them. If memory runs out then, it never tries again and refuses every such host,
// although the URL may be valid.
Status refusal(std::string_view url) {
  if (ada::idna::to_ascii("\u00fc").empty()) throw std::bad_alloc();
  return failure(url);
}

}  // namespace

Result<ParsedUrl> ParsedUrl::parse(std::string_view url) {
  if (url.size() > kMaxUrlBytes) return failure(url);
  auto parsed = ada::parse<ada::url_aggregator>(url);
  if (!parsed) return refusal(url);
  return AdaReader::read(*parsed);
}

Result<ParsedUrl> ParsedUrl::parse(std::string_view reference, std::string_view base) {
  if (base.size() > kMaxUrlBytes) return failure(base);
  if (reference.size() > kMaxUrlBytes) return failure(reference);
  auto parsed_base = ada::parse<ada::url_aggregator>(base);
  if (!parsed_base) return refusal(base);
  auto parsed = ada::parse<ada::url_aggregator>(reference, &*parsed_base);
  if (!parsed) return refusal(reference);
  return AdaReader::read(*parsed);
}

std::string_view ParsedUrl::userinfo() const {
  uint32_t begin = scheme_end_ + 2;
  return has_host() && host_begin_ > begin ? part(begin, host_begin_ - 1) : std::string_view();
}

std::string_view ParsedUrl::port() const {
  return has_host() ? part(host_end_, path_begin_) : std::string_view();
}

}  // namespace doppel::url
