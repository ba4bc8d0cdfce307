// Registrable domains of hosts, by the public suffix list of the machine (suffix_list.h).
#pragma once

#include <string>
#include <string_view>

namespace doppel::url {

// example.co.uk for www.example.co.uk; empty for an IP address, a public suffix, and a host that is
// not a DNS name. REQUIRES: the host of a special URL, as the URL standard writes it. About 1 us.
// Thread-safe.
std::string domain_of_host(std::string_view host);

}  // namespace doppel::url
