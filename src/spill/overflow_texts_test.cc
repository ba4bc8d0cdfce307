#include "spill/overflow_texts.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temp_folder.h"

namespace doppel::spill {
namespace {

using support::TempFolder;

std::string text_of(uint32_t i) {
  return std::string(i * 37 % 500, static_cast<char>('a' + i % 26));
}

TEST(OverflowTexts, gives_every_text_back_wherever_it_is) {
  for (uint64_t most : {uint64_t{0}, uint64_t{5000}, UINT64_MAX}) {
    TempFolder folder;
    OverflowTexts store(most, folder.path("texts"));
    auto reader = store.reader();
    for (uint32_t i = 0; i < 300; ++i) {
      ASSERT_TRUE(store.append(text_of(i), {}).ok());
      for (uint32_t j : {i, i / 2, 0u}) EXPECT_EQ(*reader->text({j}), text_of(j));
    }
    auto other = store.reader();
    for (uint32_t i = 300; i-- > 0;) EXPECT_EQ(*other->text({i}), text_of(i));
  }
}

TEST(OverflowTexts, writes_nothing_while_there_is_room) {
  TempFolder folder;
  OverflowTexts store(100, folder.path("missing/texts"));
  EXPECT_TRUE(store.append(std::string(60, 'x'), {}).ok());
  EXPECT_TRUE(store.append(std::string(40, 'x'), {}).ok());
  EXPECT_FALSE(store.append("x", {}).ok());  // there is no such folder
}

}  // namespace
}  // namespace doppel::spill
