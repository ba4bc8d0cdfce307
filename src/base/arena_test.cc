#include "base/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace doppel {
namespace {

TEST(Arena, addresses_stay_valid_while_it_grows) {
  Arena arena(64);
  std::string_view first = arena.copy("first");
  for (int i = 0; i < 1000; ++i) arena.copy(std::string(static_cast<size_t>(i % 90), 'x'));
  EXPECT_EQ(first, "first");
}

TEST(Arena, memory_is_aligned_to_eight) {
  Arena arena(64);
  for (size_t size : {1, 3, 8, 13, 100}) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.allocate(size)) % 8, 0U);
  }
}

TEST(Arena, clear_keeps_the_capacity) {
  Arena arena(64);
  for (int i = 0; i < 10; ++i) arena.allocate(60);
  size_t before = arena.capacity();
  arena.clear();
  for (int i = 0; i < 10; ++i) arena.allocate(60);
  EXPECT_EQ(arena.capacity(), before);
}

TEST(Arena, clear_gives_a_huge_block_back) {
  Arena arena(64);
  arena.allocate(1 << 20);
  arena.clear();
  EXPECT_LT(arena.capacity(), size_t{1} << 20);
}

TEST(Arena, room_takes_only_what_is_taken) {
  Arena arena(64);
  Arena::Room first = arena.room(10);
  EXPECT_EQ(first.size, 64U);
  arena.take(12);
  Arena::Room rest = arena.room(10);
  EXPECT_EQ(rest.data, first.data + 16);
  EXPECT_EQ(rest.size, 48U);
  Arena::Room larger = arena.room(100);
  EXPECT_GE(larger.size, 100U);
  arena.take(larger.size);
  EXPECT_NE(arena.allocate(1), larger.data);
}

TEST(Arena, blocks_that_are_passed_over_do_not_pile_up) {
  Arena arena(64);
  for (int i = 0; i < 1000; ++i) {
    arena.clear();
    arena.allocate(64 * 17);  // freed by clear()
    arena.allocate(64 * 16);  // kept
  }
  EXPECT_LE(arena.capacity(), size_t{64 * 64 + 64 * 33});
}

TEST(Arena, an_empty_copy_is_empty) {
  Arena arena;
  EXPECT_TRUE(arena.copy("").empty());
  EXPECT_EQ(arena.capacity(), 0U);
}

TEST(Arena, a_room_that_was_not_taken_makes_way_for_a_larger_one) {
  Arena arena(100);
  for (size_t size = 1000; size <= 64'000; size *= 2) EXPECT_GE(arena.room(size).size, size);
  EXPECT_LT(arena.capacity(), 70'000u);
  Arena::Room taken = arena.room(10);
  taken.data[0] = 'x';
  arena.take(10);
  arena.room(128'000);
  EXPECT_EQ(taken.data[0], 'x');
}

}  // namespace
}  // namespace doppel
