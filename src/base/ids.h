// Strong ids: a TextId is not a PageId, and neither is a number to calculate with.
//
// An id is a dense index given out in order of first appearance within one run; no result may
// depend on it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace doppel {

template <typename Tag>
struct Id {
  uint32_t value = 0;

  constexpr size_t index() const { return value; }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using PageId = Id<struct PageTag>;
using TextId = Id<struct TextTag>;
using FormId = Id<struct FormTag>;

}  // namespace doppel

template <typename Tag>
struct std::hash<doppel::Id<Tag>> {
  size_t operator()(doppel::Id<Tag> id) const noexcept { return id.value; }
};
