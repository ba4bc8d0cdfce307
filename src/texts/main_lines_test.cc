#include "texts/main_lines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "texts/view_signer.h"

namespace doppel::texts {
namespace {

std::string joined(const std::vector<TextPiece>& pieces, bool main_only) {
  std::string out;
  for (const TextPiece& piece : pieces) {
    if (main_only && !piece.in_main) continue;
    if (!out.empty()) out += '\n';
    out += piece.text;
  }
  return out;
}

TEST(MainLines, cut_a_page_into_pieces) {
  std::vector<TextPiece> pieces;
  ASSERT_TRUE(split_by_main("b\nc\ne", "a\nb\nc\nd\ne\nf\ng", pieces));
  EXPECT_EQ(pieces, (std::vector<TextPiece>{
                        {"a", false}, {"b\nc", true}, {"d", false}, {"e", true}, {"f\ng", false}}));
  ASSERT_TRUE(split_by_main("a\nb", "a\nb", pieces));
  EXPECT_EQ(pieces, (std::vector<TextPiece>{{"a\nb", true}}));
  ASSERT_TRUE(split_by_main("", "a\nb", pieces));
  EXPECT_EQ(pieces, (std::vector<TextPiece>{{"a\nb", false}}));
  ASSERT_TRUE(split_by_main("", "", pieces));
  EXPECT_TRUE(pieces.empty());
}

TEST(MainLines, of_equal_lines_the_first_is_taken) {
  std::vector<TextPiece> pieces;
  ASSERT_TRUE(split_by_main("x\ny", "x\na\nx\ny", pieces));
  EXPECT_EQ(pieces, (std::vector<TextPiece>{{"x", true}, {"a\nx", false}, {"y", true}}));
}

TEST(MainLines, are_whole_lines_in_order) {
  std::vector<TextPiece> pieces;
  EXPECT_FALSE(split_by_main("a", "a b", pieces));
  EXPECT_FALSE(split_by_main("b", "a b", pieces));
  EXPECT_FALSE(split_by_main("b\na", "a\nb", pieces));
  EXPECT_FALSE(split_by_main("a\na", "a", pieces));
  EXPECT_FALSE(split_by_main("a", "", pieces));
}

// Parts that a tokenizer might join over the end of a line, or leave behind there.
constexpr std::string_view kParts[] = {"a",        "Word",       " ",        ", ",   "\xE2\x80\x99",
                                       "\xC3\xA9", "9",          ":",        "中",   "-",
                                       "\xC2\xAD", "2012-04-16", "\xCC\x81", "\xFF", "\xE2\x80"};

struct Views {
  std::string main, full;
};

Views random_views(std::mt19937_64& random) {
  Views out;
  bool main_has_line = false;
  for (size_t lines = 1 + random() % 12, i = 0; i < lines; ++i) {
    std::string line;
    for (size_t n = random() % 12; n > 0; --n) line += kParts[random() % std::size(kParts)];
    if (i > 0) out.full += '\n';
    out.full += line;
    if (random() % 2 == 0) continue;
    if (main_has_line) out.main += '\n';
    out.main += line;
    main_has_line = true;
  }
  return out;
}

void expect_same_tokens(const text::TokenHashes& found, std::string_view text, bool mask_numbers) {
  text::TokenHashes own;
  text::hash_tokens(text, mask_numbers, text::ShingleKey::of_process(), own);
  ASSERT_EQ(found.size(), own.size()) << text;
  for (size_t i = 0; i < own.size(); ++i) {
    ASSERT_EQ(found.fixed()[i], own.fixed()[i]) << text;
    ASSERT_EQ(found.secret().low[i], own.secret().low[i]) << text;
    ASSERT_EQ(found.secret().high[i], own.secret().high[i]) << text;
  }
}

TEST(MainLines, random_pages_have_the_words_of_both_views) {
  std::mt19937_64 random(20);
  std::vector<TextPiece> pieces;
  ViewSigner plain{TextRules()}, masking{TextRules{.mask_numbers = true}};
  for (int round = 0; round < 5000; ++round) {
    const Views page = random_views(random);
    ASSERT_TRUE(split_by_main(page.main, page.full, pieces));
    Arena arena;
    const std::string_view stored = store_views(page.main, page.full, "title", arena);
    for (bool mask_numbers : {false, true}) {
      ViewSigner& signer = mask_numbers ? masking : plain;
      signer.identify(stored);
      expect_same_tokens(signer.main().tokens(), page.main, mask_numbers);
      expect_same_tokens(signer.full().tokens(), page.full, mask_numbers);
    }
  }
}

TEST(MainLines, pieces_make_up_both_views) {
  std::mt19937_64 random(21);
  std::vector<TextPiece> pieces;
  for (int round = 0; round < 2000; ++round) {
    std::string main, full;
    for (size_t lines = 1 + random() % 12, i = 0; i < lines; ++i) {
      const std::string line(1 + random() % 3, static_cast<char>('a' + random() % 2));
      full.append(full.empty() ? "" : "\n").append(line);
      if (random() % 2 == 0) main.append(main.empty() ? "" : "\n").append(line);
    }
    ASSERT_TRUE(split_by_main(main, full, pieces)) << main << "\n--\n" << full;
    EXPECT_EQ(joined(pieces, false), full);
    EXPECT_EQ(joined(pieces, true), main);
    for (size_t i = 1; i < pieces.size(); ++i) {
      EXPECT_NE(pieces[i - 1].in_main, pieces[i].in_main) << "a piece is as long as it can be";
    }
  }
}

TEST(ViewSigner, reads_a_main_content_that_is_no_part_of_the_page) {
  Arena arena;
  ViewSigner signer{TextRules()};
  signer.identify(store_views("of other words", "all of it\nhere", "t", arena));
  expect_same_tokens(signer.main().tokens(), "of other words", false);
  expect_same_tokens(signer.full().tokens(), "all of it here", false);
}

}  // namespace
}  // namespace doppel::texts
