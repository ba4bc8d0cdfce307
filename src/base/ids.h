// Strong ids: a TextId is not a PageId, and neither is a number to calculate with.
//
// An Id is a dense index given out in order of first appearance within one run; no result may
// depend on it. A StoredTextId outlives runs: it is given out in order within one store, stands in
// its rows, and is never given out again, so it has 64 bits. Neither turns into the other.
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

struct StoredTextId {
  uint64_t value = 0;

  friend constexpr auto operator<=>(const StoredTextId&, const StoredTextId&) = default;
};

}  // namespace doppel

template <typename Tag>
struct std::hash<doppel::Id<Tag>> {
  size_t operator()(doppel::Id<Tag> id) const noexcept { return id.value; }
};

template <>
struct std::hash<doppel::StoredTextId> {
  size_t operator()(doppel::StoredTextId id) const noexcept { return id.value; }
};
