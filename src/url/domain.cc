#include "url/domain.h"

#include "url/host_names.h"
#include "url/suffix_list.h"

namespace doppel {

SuffixListVersion suffix_list_version() { return url::SuffixList::of_machine().version(); }

namespace url {

std::string domain_of_host(std::string_view host) {
  host = without_final_dots(host);
  if (host.empty() || host.size() > kLongestDnsName || is_ip_address(host)) return "";
  return SuffixList::of_machine().registrable_domain(std::string(host));
}

}  // namespace url
}  // namespace doppel
