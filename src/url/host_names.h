// What host names have in common: labels between dots. Hosts are given as the URL standard writes
// them.
#pragma once

#include <cstddef>
#include <string_view>

namespace doppel::url {

// A name in DNS has no more bytes. Longer hosts are addresses all the same, of nothing; what is not
// linear in the length is not asked of them.
inline constexpr size_t kLongestDnsName = 253;

// 127.0.0.1 or [::1]. REQUIRES: the host of a special URL.
bool is_ip_address(std::string_view host);

// example.org of example.org..; the host itself where a number would come last, which would be read
// as an IPv4 address, or where nothing would be left.
std::string_view without_final_dots(std::string_view host);

// example.org of www.example.org and www2.www.example.org; what stays has at least two labels.
std::string_view without_www(std::string_view host);

}  // namespace doppel::url
