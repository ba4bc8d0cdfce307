#include "spill/spool_texts.h"

#include <gtest/gtest.h>

#include "support/temp_folder.h"

namespace doppel::spill {
namespace {

using support::TempFolder;

std::string text_of(uint32_t i) {
  return std::string(i * 37 % 5000, static_cast<char>('a' + i % 26));
}

TEST(SpoolTexts, gives_every_text_back_at_any_time) {
  TempFolder folder;
  auto store = SpoolTexts::create(folder.path("texts"));
  ASSERT_TRUE(store);
  auto reader = (*store)->reader();
  for (uint32_t i = 0; i < 1000; ++i) {  // 2.5 MB: many tails
    ASSERT_TRUE((*store)->append(text_of(i), {}).ok());
    for (uint32_t j : {i, i / 2, 0u}) EXPECT_EQ(*reader->text({j}), text_of(j));
  }
  for (uint32_t i = 1000; i-- > 0;) EXPECT_EQ(*reader->text({i}), text_of(i));
}

TEST(SpoolTexts, knows_empty_texts) {
  TempFolder folder;
  auto store = SpoolTexts::create(folder.path("texts"));
  ASSERT_TRUE(store);
  for (std::string_view text : {"", "x", "", ""}) ASSERT_TRUE((*store)->append(text, {}).ok());
  auto reader = (*store)->reader();
  EXPECT_EQ(*reader->text({0}), "");
  EXPECT_EQ(*reader->text({1}), "x");
  EXPECT_EQ(*reader->text({3}), "");
}

TEST(SpoolTexts, says_when_the_disk_is_full) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  TempFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path("texts"));
  auto store = SpoolTexts::create(folder.path("texts"));
  ASSERT_TRUE(store);
  const Status status = (*store)->append(std::string(1 << 20, 'x'), {});
  EXPECT_EQ(status.message(), folder.path("texts") + ": no space left on device");
}

}  // namespace
}  // namespace doppel::spill
