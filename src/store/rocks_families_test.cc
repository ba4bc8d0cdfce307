#include "store/rocks_families.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace doppel::store {
namespace {

TEST(Families, letters_have_their_families) {
  const std::map<Family, std::string> letters = {
      {Family::kPages, "prn"},         {Family::kTexts, "FW"}, {Family::kSignatures, "S"},
      {Family::kGroups, "tgmiaxscdk"}, {Family::kEvents, "e"}, {Family::kDefault, "ABCxyz"}};
  EXPECT_EQ(family_of(""), Family::kDefault);
  for (int byte = 0; byte < 256; ++byte) {
    Family expected = Family::kDefault;
    for (const auto& [family, own] : letters) {
      if (family != Family::kDefault && own.find(static_cast<char>(byte)) != std::string::npos) {
        expected = family;
      }
    }
    EXPECT_EQ(family_of(std::string(1, static_cast<char>(byte)) + "rest"), expected) << byte;
  }
}

TEST(Families, names_never_change) {
  const char* const names[] = {"default", "pages", "texts", "signatures", "groups", "events"};
  for (size_t i = 0; i < kFamilies; ++i) EXPECT_EQ(name(static_cast<Family>(i)), names[i]);
  const auto descriptors = family_descriptors(1 << 20);
  ASSERT_EQ(descriptors.size(), kFamilies);
  for (size_t i = 0; i < kFamilies; ++i) EXPECT_EQ(descriptors[i].name, names[i]);
}

TEST(Families, a_table_is_one_range) {
  const auto ranges = family_ranges("pa", "q");
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].family, Family::kPages);
  EXPECT_EQ(ranges[0].from, "pa");
  EXPECT_EQ(ranges[0].end, "q");
  EXPECT_TRUE(family_ranges("b", "a").empty());
  EXPECT_TRUE(family_ranges("pb", "pb").empty());
}

// Every key of one or two bytes from a few letters is in exactly the ranges that it should be in.
TEST(Families, ranges_cover_every_key_once_in_order) {
  std::set<std::string> keys = {""};
  for (char a : std::string("\0ASWaceprtz\xff", 12)) {
    keys.insert(std::string(1, a));
    for (char b : std::string("\0k\xff", 3)) keys.insert(std::string({a, b}));
  }
  for (const std::string& from : keys) {
    for (const std::string& end : keys) {
      const auto ranges = family_ranges(from, end);
      for (size_t i = 1; i < ranges.size(); ++i) EXPECT_EQ(ranges[i - 1].end, ranges[i].from);
      for (const std::string& key : keys) {
        int found = 0;
        for (const FamilyRange& range : ranges) {
          if (key < range.from || (!range.end.empty() && key >= range.end)) continue;
          ++found;
          EXPECT_EQ(range.family, family_of(key));
        }
        EXPECT_EQ(found, key >= from && (end.empty() || key < end) ? 1 : 0);
      }
    }
  }
}

}  // namespace
}  // namespace doppel::store
