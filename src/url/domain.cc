#include "url/domain.h"

#include <libpsl.h>

#include "url/host_names.h"

namespace doppel::url {
namespace {

// The system's list, or the one that was built into the library when it is newer. Lives as long as
// the process.
const psl_ctx_t* suffixes() {
  static const psl_ctx_t* const list = psl_latest(nullptr);
  return list;
}

}  // namespace

std::string domain_of_host(std::string_view host) {
  host = without_final_dots(host);
  if (host.empty() || host.size() > kLongestDnsName || is_ip_address(host)) return "";
  std::string terminated(host);
  const char* domain = psl_registrable_domain(suffixes(), terminated.c_str());
  return domain ? domain : "";
}

}  // namespace doppel::url
