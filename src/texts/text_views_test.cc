#include "texts/text_views.h"

#include <gtest/gtest.h>

#include "texts/view_signer.h"

namespace doppel::texts {
namespace {

std::string words(std::string_view stem, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out.append(stem).append(std::to_string(i)).push_back(' ');
  return out;
}

TEST(TextViews, are_given_back) {
  Arena arena;
  const std::string_view stored = store_views("main", "full text", "a title", arena);
  EXPECT_TRUE(has_two_views(stored));
  const TextViews views = read_views(stored);
  EXPECT_TRUE(views.two);
  EXPECT_EQ(views.main, "main");
  EXPECT_EQ(views.full, "full text");
  EXPECT_EQ(views.title, "a title");
  const TextViews empty = read_views(store_views("", "", "", arena));
  EXPECT_TRUE(empty.two);
  EXPECT_TRUE(empty.main.empty() && empty.full.empty() && empty.title.empty());
}

TEST(TextViews, any_bytes_are_a_text_with_one_view) {
  using namespace std::string_view_literals;
  std::string room;
  for (std::string_view text : {""sv, "a"sv, "\xFF"sv, "\xFF\x01"sv, "\xFF\x00"sv,
                                "\xFF\x01\0\0\0\0\0\0\0\0 main full"sv}) {
    const TextViews views = read_views(store_view(text, room));
    EXPECT_FALSE(views.two);
    EXPECT_EQ(views.main, text);
    EXPECT_EQ(views.full, text);
  }
  EXPECT_EQ(store_view("plain", room).data(), std::string_view("plain").data());
}

TEST(TextViews, a_title_is_cut_between_code_points) {
  const std::string long_title = std::string(4095, 'a') + "\xC3\xA4";
  EXPECT_EQ(stored_title(long_title), std::string(4095, 'a'));
  EXPECT_EQ(stored_title("short"), "short");
}

TEST(TextViews, are_equal_view_by_view) {
  Arena arena;
  SameViews same(false);
  const std::string_view page = store_views("a b", "a b c", "T", arena);
  EXPECT_TRUE(same(page, store_views("A, b!", "a b; c", "t", arena)));
  EXPECT_FALSE(same(page, store_views("a c", "a b c", "t", arena)));
  EXPECT_FALSE(same(page, store_views("a b", "a b d", "t", arena)));
  EXPECT_FALSE(same(page, store_views("a b", "a b c", "u", arena)));
  EXPECT_FALSE(same(page, "a b c"));
  EXPECT_TRUE(same("a b", "A b"));
}

TEST(ViewSigner, knows_texts_with_two_views_by_all_of_them) {
  Arena arena;
  ViewSigner signer{TextRules()};
  const auto hash = [&](std::string_view main, std::string_view full, std::string_view title) {
    return signer.identify(store_views(main, full, title, arena));
  };
  const Hash128 page = hash("a b", "a b c", "t");
  EXPECT_EQ(page, hash("A b.", "a b c", "T"));
  EXPECT_NE(page, hash("a c", "a b c", "t"));
  EXPECT_NE(page, hash("a b", "a b d", "t"));
  EXPECT_NE(page, hash("a b", "a b c", "u"));
  EXPECT_EQ(signer.identify("a b"), Signer(TextRules()).identify("a b"));
}

TEST(ViewSigner, tells_what_a_page_is_about) {
  Arena arena;
  ViewSigner signer{TextRules()};
  const auto subject = [&](std::string_view main, std::string_view title) {
    signer.identify(store_views(main, "all of it", title, arena));
    return signer.subject();
  };
  EXPECT_TRUE(subject("the fox and the hound", "Fox, hound: a tale").names_title);
  EXPECT_FALSE(subject("the fox and the bird", "Fox, hound: a tale").names_title);
  EXPECT_TRUE(subject("spam and more", "spam spam spam eggs").names_title) << "words count once";
  EXPECT_EQ(subject("x", "Fox!").title, subject("y", "fox").title);
  EXPECT_NE(subject("x", "fox").title, subject("x", "fox hound").title);
  EXPECT_EQ(subject("x", "").title, 0U);
  EXPECT_FALSE(subject("x", "").names_title);
  EXPECT_TRUE(subject(words("w", 199), "t").short_main);
  EXPECT_FALSE(subject(words("w", 200), "t").short_main);
  signer.identify("one view");
  EXPECT_EQ(signer.subject(), similarity::PageSubject());
}

TEST(ViewSigner, reads_the_first_words_of_a_long_title_only) {
  Arena arena;
  ViewSigner signer{TextRules()};
  const auto title = [&](const std::string& words_of_it) {
    signer.identify(store_views("x", "y", words_of_it, arena));
    return signer.subject().title;
  };
  const std::string first = words("w", similarity::kTitleWords);
  EXPECT_EQ(title(first), title(first + "more"));
  EXPECT_NE(title(first), title("more " + first));
}

TEST(ViewSigner, pages_of_one_long_main_content_are_one_mirror_set) {
  Arena arena;
  ViewSigner signer{TextRules()};
  const auto mirror_set = [&](const std::string& main, std::string_view title) {
    signer.identify(store_views(main, "full " + main, title, arena));
    return signer.subject().mirror_set;
  };
  const std::string long_main = words("w", 300), short_main = words("w", 20);
  EXPECT_EQ(mirror_set(long_main, "a"), mirror_set(long_main, "b"));
  EXPECT_NE(mirror_set(long_main, "a"), mirror_set(long_main + "x", "a"));
  EXPECT_NE(mirror_set(short_main, "a"), mirror_set(short_main, "b"));
  EXPECT_EQ(mirror_set(short_main, "a"), mirror_set(short_main, "A"));
}

}  // namespace
}  // namespace doppel::texts
