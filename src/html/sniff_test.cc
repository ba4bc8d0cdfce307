#include "html/sniff.h"

#include <gtest/gtest.h>

namespace doppel::html {
namespace {

TEST(Sniff, a_page_begins_with_one_of_its_first_tags) {
  for (const char* page : {"<!DOCTYPE html><p>x", "<html lang=en>", "<HEAD>", "<body>", "<title>x",
                           "<meta charset=utf-8>", "<!-- saved from ... --><html>"}) {
    EXPECT_TRUE(begins_like_html(page)) << page;
  }
}

TEST(Sniff, a_mark_and_white_space_may_come_first) {
  EXPECT_TRUE(begins_like_html("\xEF\xBB\xBF<html>"));
  EXPECT_TRUE(begins_like_html("\xEF\xBB\xBF \r\n\t<html>"));
  EXPECT_TRUE(begins_like_html("\n\xEF\xBB\xBF<html>"));
}

TEST(Sniff, other_bytes_are_not_html) {
  for (const char* bytes : {"", " ", "plain <html>", "<?xml version=\"1.0\"?>", "<p>x", "%PDF-1.7",
                            "<!doctype", "{\"html\": \"<html>\"}"}) {
    EXPECT_FALSE(begins_like_html(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace doppel::html
