#include "base/secret.h"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace doppel {

void draw_secret(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = getrandom(out.data(), out.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw std::system_error(got < 0 ? errno : EIO, std::generic_category(),
                              "cannot draw random bytes");
    }
    out = out.subspan(static_cast<size_t>(got));
  }
}

}  // namespace doppel
