// The named character references of the HTML standard, in byte order of their names.
#pragma once

#include <cstdint>

namespace doppel::html {

struct NamedReference {
  uint16_t offset;   // of the name in kReferenceNames
  uint8_t size;      // of the name, its semicolon included where it has one
  uint16_t shorter;  // the longest other name that is a prefix of this one; itself if none
  uint32_t first;    // code points; second is 0 for most
  uint32_t second;
};

inline constexpr int kNamedReferenceCount = 2231;
inline constexpr int kLongestReference = 32;

extern const char kReferenceNames[];
extern const NamedReference kNamedReferences[kNamedReferenceCount];

}  // namespace doppel::html
