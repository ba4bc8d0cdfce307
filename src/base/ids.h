// Strong ids: a TextId cannot be confused with a PageId, and there is no arithmetic on either.
//
// An Id is a dense index, assigned in order of first appearance within one run; no result may
// depend on it. A StoredTextId outlives runs: it is assigned in order within one store, is part of
// its rows, and is never assigned again, so it has 64 bits. There is no conversion between them.
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
