#include "html/tokenizer.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace doppel::html {
namespace {

// Every token in short: "text", <name a=b/>, </name>, {comment}, [doctype]. The page lies in a
// buffer of exactly its size, so that a sanitizer sees every byte read after it.
std::string tokens(std::string_view page, Content content = Content::kData,
                   std::string_view element = "", bool cdata = false) {
  auto exact = std::make_unique<char[]>(page.size());
  page.copy(exact.get(), page.size());
  Tokenizer tokenizer({exact.get(), page.size()});
  tokenizer.enter(content, element);
  tokenizer.allow_cdata(cdata);
  std::string out;
  for (Token token; tokenizer.next(token);) {
    const std::string text(token.text);
    switch (token.kind) {
      case TokenKind::kText: out += "\"" + text + "\""; break;
      case TokenKind::kComment: out += "{" + text + "}"; break;
      case TokenKind::kDoctype: out += "[" + text + "]"; break;
      default:
        out += (token.kind == TokenKind::kEndTag ? "</" : "<") + text;
        for (const Attribute& a : tokenizer.attributes()) {
          out += " " + std::string(a.name) + "=" + std::string(a.value);
        }
        out += token.self_closing ? "/>" : ">";
        if (token.kind == TokenKind::kStartTag) {
          tokenizer.enter(content_of(token.tag), token.text);
        }
    }
  }
  return out;
}

TEST(Tokenizer, cuts_tags_and_text) {
  EXPECT_EQ(tokens("<p class=x>Tom &amp; <!-- cats --> Ann</p>"),
            "<p class=x>\"Tom &amp; \"{ cats }\" Ann\"</p>");
  EXPECT_EQ(tokens(""), "");
  EXPECT_EQ(tokens("<!DOCTYPE html><br/>"), "[ html]<br/>");
}

TEST(Tokenizer, takes_a_less_than_that_begins_nothing_as_text) {
  EXPECT_EQ(tokens("a < b <3 <"), "\"a < b <3 <\"");
  EXPECT_EQ(tokens("a</"), "\"a</\"");
  EXPECT_EQ(tokens("a</>b"), "\"a\"\"b\"");
}

TEST(Tokenizer, opens_a_string_only_where_a_value_begins) {
  EXPECT_EQ(tokens("<a b=\"x>y\" c>z"), "<a b=x>y c=>\"z\"");
  EXPECT_EQ(tokens("<a b=x\"y>z"), "<a b=x\"y>\"z\"");
  EXPECT_EQ(tokens("<a =\"x>y\">z"), "<a =\"x=>\"y\">z\"");
  EXPECT_EQ(tokens("<a b = 'c' d= e f>z"), "<a b=c d=e f=>\"z\"");
  EXPECT_EQ(tokens("<a b=>z"), "<a b=>\"z\"");
  EXPECT_EQ(tokens("<a b=c/>z"), "<a b=c/>\"z\"");
}

TEST(Tokenizer, drops_a_tag_that_the_end_cuts_off) {
  for (const char* page : {"x<a", "x<a ", "x<a b", "x<a b=", "x<a b=\"", "x<a b=\"c", "x<a b=\"c\"",
                           "x<a b=c", "x<abcdefghijklmnopqrstuvw", "x</a"}) {
    EXPECT_EQ(tokens(page), "\"x\"") << page;
  }
}

TEST(Tokenizer, finds_the_end_of_every_comment) {
  EXPECT_EQ(tokens("<!-->a"), "{}\"a\"");
  EXPECT_EQ(tokens("<!--->a"), "{}\"a\"");
  EXPECT_EQ(tokens("<!---->a"), "{}\"a\"");
  EXPECT_EQ(tokens("<!--a--!>b"), "{a}\"b\"");
  EXPECT_EQ(tokens("<!--a->b-->c"), "{a->b}\"c\"");
  EXPECT_EQ(tokens("<!--a--"), "{a}");
  EXPECT_EQ(tokens("<!a>b<?c>d</ e>f"), "{a}\"b\"{?c}\"d\"{ e}\"f\"");
}

TEST(Tokenizer, reads_cdata_only_where_it_exists) {
  EXPECT_EQ(tokens("<![CDATA[a<b]]]>c", Content::kData, "", true), "\"a<b]\"\"c\"");
  EXPECT_EQ(tokens("<![CDATA[a<b]]>c"), "{[CDATA[a<b]]}\"c\"");
}

TEST(Tokenizer, ends_raw_text_at_its_own_end_tag) {
  EXPECT_EQ(tokens("<style>a</b></styles></STYLE >c"), "<style>\"a</b></styles>\"</STYLE>\"c\"");
  EXPECT_EQ(tokens("<title>a</title"), "<title>\"a</title\"");
  EXPECT_EQ(tokens("<plaintext>a</plaintext>"), "<plaintext>\"a</plaintext>\"");
}

TEST(Tokenizer, knows_scripts_inside_comments_inside_scripts) {
  EXPECT_EQ(tokens("<script><!--</script>a"), "<script>\"<!--\"</script>\"a\"");
  EXPECT_EQ(tokens("<script><!--<script></script>--></script>a"),
            "<script>\"<!--<script></script>-->\"</script>\"a\"");
  EXPECT_EQ(tokens("<script><!--><script></script>a"), "<script>\"<!--><script>\"</script>\"a\"");
}

TEST(Tokenizer, knows_the_tag_in_any_case_and_length) {
  for (auto [name, tag] : {std::pair{"DIV", Tag::kDiv},
                           {"BlockQuote", Tag::kBlockquote},
                           {"annotation-xml", Tag::kForeignPoint},
                           {"x-y", Tag::kCustom},
                           {"blockquoteblockquote", Tag::kCustom}}) {
    const std::string page = "<" + std::string(name) + ">";
    Tokenizer tokenizer(page);
    Token token;
    ASSERT_TRUE(tokenizer.next(token)) << name;
    EXPECT_EQ(token.tag, tag) << name;
    EXPECT_EQ(find_tag(name), tag) << name;
  }
}

}  // namespace
}  // namespace doppel::html
