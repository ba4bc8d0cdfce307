#include "url/host_names.h"

namespace doppel::url {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of "www", "www2" ... with the dot after it; 0 for any other label.
size_t www_length(std::string_view host) {
  if (!host.starts_with("www")) return 0;
  size_t at = 3;
  while (at < host.size() && is_digit(host[at])) ++at;
  return at < host.size() && host[at] == '.' ? at + 1 : 0;
}

}  // namespace

bool is_ip_address(std::string_view host) {
  if (host.starts_with('[')) return true;
  // No other host ends in a number.
  return !host.empty() && is_digit(host.back()) &&
         host.find_first_not_of("0123456789.") == host.npos;
}

std::string_view without_final_dots(std::string_view host) {
  size_t end = host.find_last_not_of('.');
  if (end == host.npos || end + 1 == host.size()) return host;
  std::string_view rest = host.substr(0, end + 1);
  size_t last_label = rest.rfind('.') + 1;  // npos + 1 is 0
  return is_digit(rest[last_label]) ? host : rest;
}

std::string_view without_www(std::string_view host) {
  while (size_t length = www_length(host)) {
    std::string_view rest = host.substr(length);
    size_t dot = rest.find('.');
    if (dot == rest.npos || dot == 0 || dot + 1 == rest.size()) break;
    host = rest;
  }
  return host;
}

}  // namespace doppel::url
