// What host names have in common: labels between dots. Hosts are given as the URL standard writes
// them.
#pragma once

#include <cstddef>
#include <string_view>

namespace doppel::url {

// The longest DNS name. Longer hosts are valid in URLs, although no such host exists; for them,
// code that is not linear in the length is skipped.
inline constexpr size_t kLongestDnsName = 253;

// 127.0.0.1 or [::1]. REQUIRES: the host of a special URL.
bool is_ip_address(std::string_view host);

// example.org for example.org.. ; the host itself if the result would be empty, or would end in a
// number and be read as an IPv4 address.
std::string_view without_final_dots(std::string_view host);

// example.org for www.example.org and www2.www.example.org; at least two labels remain.
std::string_view without_www(std::string_view host);

}  // namespace doppel::url
