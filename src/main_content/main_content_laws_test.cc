// Laws of main content on generated pages: what is outside the content does not change decisions
// inside it.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "main_content/main_content.h"
#include "support/html_blocks.h"

namespace doppel::main_content {
namespace {

std::string sentence(int words) {
  static const char* const kWords[] = {"river", "stone", "bridge",  "morning", "the",  "of", "and",
                                       "in",    "a",     "council", "waited",  "road", "two"};
  std::string text = "The";
  for (int i = 1; i < words; ++i) {
    text += *rc::gen::inRange(0, 9) == 0 ? ", " : " ";
    text += kWords[*rc::gen::inRange<size_t>(0, std::size(kWords))];
  }
  return text + ".";
}

std::string paragraph() {
  std::string text = "<p>";
  const int sentences = *rc::gen::inRange(2, 5);
  for (int i = 0; i < sentences; ++i) text += sentence(*rc::gen::inRange(6, 25)) + " ";
  return text + "</p>";
}

std::string content() {
  std::string html = "<h1>" + sentence(6) + "</h1>";
  const int parts = *rc::gen::inRange(4, 10);
  for (int i = 0; i < parts; ++i) {
    html += paragraph();
    if (*rc::gen::inRange(0, 4) == 0) html += "<h2>" + sentence(4) + "</h2>" + paragraph();
  }
  return html;
}

std::string links(const std::string& tag, int count) {
  std::string html = "<" + tag + "><ul>";
  for (int i = 0; i < count; ++i) {
    html +=
        "<li><a href=/" + std::to_string(i) + ">" + sentence(*rc::gen::inRange(1, 5)) + "</a></li>";
  }
  return html + "</ul></" + tag.substr(0, tag.find(' ')) + ">";
}

// The surroundings of the content: before it and after it.
struct Surroundings {
  std::string before, after;
};

Surroundings surroundings() {
  Surroundings out;
  if (*rc::gen::arbitrary<bool>())
    out.before += links("nav class=main-nav", *rc::gen::inRange(2, 20));
  if (*rc::gen::arbitrary<bool>()) out.before += "<div class=ad-banner>" + sentence(8) + "</div>";
  if (*rc::gen::arbitrary<bool>()) out.before += links("div class=menu", *rc::gen::inRange(2, 8));
  if (*rc::gen::arbitrary<bool>())
    out.after += links("aside class=related", *rc::gen::inRange(2, 12));
  if (*rc::gen::arbitrary<bool>())
    out.after += links("footer class=footer", *rc::gen::inRange(2, 12));
  if (*rc::gen::arbitrary<bool>()) out.after += "<div class=copyright>" + sentence(7) + "</div>";
  return out;
}

// The decisions about the blocks inside <article>.
std::vector<bool> decisions(const std::string& content, const Surroundings& around) {
  const std::string html = "<body>" + around.before + "<article><div class=content>" + content +
                           "</div></article>" + around.after + "</body>";
  support::HtmlBlocks reader;
  MainContent main;
  const html::PageBlocks page = reader.read(html);
  const MainChoice choice = main.choose(page);
  std::vector<bool> inside;
  for (size_t i = 0; i < page.blocks.size(); ++i) {
    if ((main.features()[i].tags & bit(html::Tag::kArticle)) != 0)
      inside.push_back(choice.keep[i] != 0);
  }
  return inside;
}

RC_GTEST_PROP(MainContent, of_a_page_does_not_change_with_its_surroundings, ()) {
  const std::string inside = content();
  RC_ASSERT(decisions(inside, surroundings()) == decisions(inside, surroundings()));
}

RC_GTEST_PROP(MainContent, keeps_every_long_paragraph_of_the_content, ()) {
  const std::string inside = content();
  const std::vector<bool> kept = decisions(inside, surroundings());
  for (size_t i = 1; i < kept.size(); ++i) RC_ASSERT(kept[i]);
}

RC_GTEST_PROP(MainContent, of_any_bytes_with_words_has_words, (std::string page)) {
  for (char& c : page) c = static_cast<char>(c & 0x7F);  // the input is always valid UTF-8
  const char* const kPieces[] = {"<p>", "<li>",   "</div>", "<div class=nav>",
                                 "<a>", " word ", "<td>",   "<h1>"};
  for (int i = 0; i < 20; ++i) page += kPieces[*rc::gen::inRange<size_t>(0, std::size(kPieces))];
  support::HtmlBlocks reader;
  MainContent main;
  const html::PageBlocks blocks = reader.read(page);
  const MainChoice choice = main.choose(blocks);
  uint32_t words = 0;
  for (const TextCounts& counts : main.counts()) words += counts.words;
  RC_ASSERT(choice.keep.size() == blocks.blocks.size());
  RC_ASSERT((choice.words > 0) == (words > 0));
}

}  // namespace
}  // namespace doppel::main_content
