// Whether the tests are compiled with AddressSanitizer, by gcc or by clang. It keeps memory that
// was freed, so the memory of a process cannot be measured.
#pragma once

namespace doppel::support {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

}  // namespace doppel::support
