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

void fill_from_seed(uint64_t seed, std::span<std::byte> out) {
  for (std::byte& byte : out) {  // splitmix64, one byte of each number
    uint64_t z = seed += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    byte = static_cast<std::byte>(z >> 56);
  }
}

}  // namespace doppel
