// What a TextIndex says about a living text, compared with the definition of a pair.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "index/text_index.h"

namespace doppel::support {

// Expects that every other living text is verified as expected(own, other) says, which returns
// std::optional<similarity::VerifiedPair>, and that only living texts are candidates. Calls
// on_pair(other, pair, is_candidate) for each pair.
template <typename Text, typename Expected, typename OnPair>
void expect_pairs(index::TextIndex& index, StoredTextId id,
                  const std::map<StoredTextId, Text>& living, Expected expected, OnPair on_pair) {
  std::vector<StoredTextId> candidates;
  ASSERT_TRUE(index.candidates(id, candidates).ok());
  const std::set<StoredTextId> named(candidates.begin(), candidates.end());
  for (const auto& [other, text] : living) {
    if (other == id) continue;
    const std::optional<similarity::VerifiedPair> pair = expected(living.at(id), text);
    const auto verified = index.verify(id, other);
    ASSERT_TRUE(verified);
    ASSERT_EQ(verified->has_value(), pair.has_value());
    if (!pair) continue;
    EXPECT_EQ(**verified, *pair);
    on_pair(other, *pair, named.contains(other));
  }
  for (StoredTextId other : named) EXPECT_TRUE(living.contains(other));
}

}  // namespace doppel::support
