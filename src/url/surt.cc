#include "url/surt.h"

#include "url/host_names.h"

namespace doppel::url {
namespace {

// org,example,www, of www.example.org. A comma in a label becomes a dot, which no label has of its
// own.
std::string reversed(std::string_view host) {
  std::string out;
  out.reserve(host.size() + 1);
  for (size_t end = host.size();;) {
    size_t dot = end == 0 ? host.npos : host.rfind('.', end - 1);
    size_t begin = dot == host.npos ? 0 : dot + 1;
    for (char c : host.substr(begin, end - begin)) out += c == ',' ? '.' : c;
    out += ',';
    if (dot == host.npos) return out;
    end = dot;
  }
}

std::string host_part(std::string_view host) {
  return is_ip_address(host) ? std::string(host) : reversed(host);
}

// Path, query and fragment.
std::string_view after_host(const ParsedUrl& url) {
  return std::string_view(url.href()).substr(url.before_path().size());
}

}  // namespace

std::string surt_of(const ParsedUrl& url, SurtStyle style) {
  if (url.host().empty()) return url.href();
  std::string host = host_part(url.host());
  if (!style.trailing_comma && host.ends_with(',')) host.pop_back();
  std::string out;
  if (style.scheme) out.append(url.scheme()).append("://(");
  return out.append(host).append(url.port()).append(")").append(after_host(url));
}

std::string ssurt_of(const ParsedUrl& url) {
  if (url.host().empty()) return url.href();
  std::string out = host_part(url.host()) + "//";
  if (!url.port().empty()) out.append(url.port().substr(1)).append(":");
  out.append(url.scheme());
  if (!url.userinfo().empty()) out.append("@").append(url.userinfo());
  return out.append(":").append(after_host(url));
}

}  // namespace doppel::url
