// A parsed URL: the href of the URL standard, and the offsets of its parts. Only its source
// includes ada.
//
//   https://user:pass@example.org:8443/path?query#fragment
//   |     | |         |          |    |    |     |
//   0     | user      host       port path query fragment      each begins where the one before
//   ends
//         scheme_end
//
// A URL without a host ("mailto:a@b") has user = host = port = scheme_end. Thread safety: a value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/status.h"

namespace doppel::url {

class ParsedUrl {
 public:
  // kInvalidArgument if parsing fails according to the URL standard, and for more than
  // kMaxUrlBytes.
  static Result<ParsedUrl> parse(std::string_view url);
  static Result<ParsedUrl> parse(std::string_view reference, std::string_view base);

  const std::string& href() const { return href_; }
  std::string take_href() && { return std::move(href_); }

  std::string_view scheme() const { return part(0, scheme_end_ - 1); }  // without ':'
  bool has_host() const { return host_begin_ > scheme_end_; }
  std::string_view userinfo() const;  // "user:pass" or ""
  std::string_view host() const { return part(host_begin_, host_end_); }
  std::string_view port() const;  // ":8443" or ""
  std::string_view path() const { return part(path_begin_, query_begin_); }
  std::string_view query() const { return part(query_begin_, fragment_begin_); }  // "?query" or ""
  std::string_view fragment() const { return std::string_view(href_).substr(fragment_begin_); }

  // Everything before the path.
  std::string_view before_path() const { return part(0, path_begin_); }

  bool is_special() const { return is_special_; }  // http, https, ws, wss, ftp, file
  bool is_web() const { return is_web_; }          // http, https
  bool is_file() const { return is_file_; }

 private:
  ParsedUrl() = default;
  std::string_view part(uint32_t begin, uint32_t end) const {
    return std::string_view(href_).substr(begin, end - begin);
  }

  std::string href_;
  uint32_t scheme_end_ = 0, host_begin_ = 0, host_end_ = 0, path_begin_ = 0, query_begin_ = 0,
           fragment_begin_ = 0;
  bool is_special_ = false, is_web_ = false, is_file_ = false;

  friend struct AdaReader;
};

}  // namespace doppel::url
