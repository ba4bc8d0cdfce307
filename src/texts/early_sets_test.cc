#include "texts/early_sets.h"

#include <gtest/gtest.h>

#include <numeric>

#include "similarity/parity_bitmap.h"

namespace doppel::texts {
namespace {

// The fixed hash of a shingle is the keyed one with all bits turned.
std::vector<uint64_t> fixed_of(std::span<const uint64_t> set) {
  std::vector<uint64_t> out;
  for (uint64_t shingle : set) out.push_back(~shingle);
  return out;
}

std::vector<uint64_t> row_of(std::span<const uint64_t> set) {
  std::vector<uint64_t> out;
  EarlySets::append_row({set, fixed_of(set)}, out);
  return out;
}

TEST(EarlySets, gives_back_the_set_and_its_bitmap) {
  EarlySets early(UINT64_MAX);
  std::vector<std::vector<uint64_t>> sets;
  for (size_t size : {1U, 2U, 300U, 5000U}) {
    sets.emplace_back(size);
    std::iota(sets.back().begin(), sets.back().end(), 77 * size);
    early.add({static_cast<uint32_t>(size)}, row_of(sets.back()));
  }
  ASSERT_EQ(early.entries().size(), sets.size());
  for (size_t i = 0; i < sets.size(); ++i) {
    const EarlySets::Row row = EarlySets::read(early.entries()[i].row);
    EXPECT_EQ(early.entries()[i].text.index(), sets[i].size());
    EXPECT_EQ(std::vector(row.set.begin(), row.set.end()), sets[i]);
    std::vector<uint64_t> bitmap(similarity::parity_words(sets[i].size()));
    similarity::make_parity(fixed_of(sets[i]), bitmap);
    EXPECT_EQ(std::vector(row.bitmap.begin(), row.bitmap.end()), bitmap);
  }
}

TEST(EarlySets, keeps_no_more_than_it_may) {
  const std::vector<uint64_t> set = {1, 2, 3};
  const std::vector<uint64_t> row = row_of(set);
  EarlySets early(2 * row.size() * sizeof(uint64_t));
  for (uint32_t text = 0; text < 5; ++text) early.add({text}, row);
  EXPECT_EQ(early.entries().size(), 2U);
  EXPECT_EQ(early.bytes(), 2 * row.size() * sizeof(uint64_t));
}

}  // namespace
}  // namespace doppel::texts
