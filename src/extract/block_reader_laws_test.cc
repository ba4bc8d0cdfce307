// The fast path of the reader against the tokenizer's states, on every target this machine has.
//
// The last bytes of a page are always read by the tokenizer. So a short page is read by it alone,
// and the same page with a long comment after it by the fast path; both must give the same.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <memory>
#include <random>
#include <string>

#include "extract/block_reader.h"

namespace doppel::extract {
namespace {

constexpr size_t kShort = 190;  // bytes that the tokenizer reads alone

// Ends whatever tag, string or comment is open.
constexpr std::string_view kCloser = "\"'>\"'>--></title></script>";

const char* const kPieces[] = {"<",      "</",     ">",       "/",     "=",         "\"",
                               "'",      " ",      "\n\t ",   "a",     "p",         "b=\"",
                               "c='",    "\" ",    "&amp;",   "&nbsp", "<p>",       "</p>",
                               "<b>",    "</b >",  "<a h=",   "<a b=", "</a>",      "<br/>",
                               "<br>",   "<li ",   "<td>",    "<div",  " class=\"", "><x-y>",
                               "<input", "<img ",  "é",       "\x01",  "<p/",       "<!--",
                               "-->",    "<title", "<script", "?",     "</div>",    "word word",
                               "= \"",   "x=y",    "=\"\"",   "<DIV>", "\xC2\xA0",  "<H1 ID=\"t\">",
                               "<hr>",   "<svg>",  "</svg>",  "&",     "<table>",   "blockquote>"};

std::string random_page(std::mt19937& random) {
  std::string page;
  while (true) {
    const std::string piece = kPieces[random() % std::size(kPieces)];
    if (page.size() + piece.size() + kCloser.size() > kShort) break;
    page += piece;
    if (random() % 40 == 0) break;
  }
  return page += kCloser;
}

std::string described(BlockReader& reader, std::string_view page) {
  const auto exact = std::make_unique<char[]>(page.size());
  page.copy(exact.get(), page.size());
  const std::string alone(reader.read({exact.get(), page.size()}, {}).text);
  const html::PageBlocks read = reader.read({exact.get(), page.size()}, {.blocks = true});
  std::string out(read.text);
  EXPECT_EQ(alone, read.text) << page;
  for (const html::Block& block : read.blocks) {
    for (uint32_t value : {block.begin, block.size, block.element, block.words, block.chars,
                           block.link_chars, block.links}) {
      out += ' ' + std::to_string(value);
    }
  }
  for (const html::Element& element : read.elements) {
    out += '\n' + std::string(name(element.tag));
    for (uint32_t value : {element.parent, element.first_block, element.end_block,
                           uint32_t{element.depth}, element.attributes.begin}) {
      out += ' ' + std::to_string(value);
    }
    const html::NamingAttributes hints = read.naming_attributes(element);
    for (std::string_view hint : {hints.classes, hints.id, hints.itemprop})
      out += ' ' + std::string(hint);
  }
  return out;
}

class BlockReaderLaws : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(BlockReaderLaws, the_fast_path_says_what_the_tokenizer_says) {
  const std::string comment = "<!--" + std::string(400, ' ') + "-->";
  std::mt19937 random(7);
  BlockReader reader;
  for (int i = 0; i < 30'000; ++i) {
    const std::string page = random_page(random);
    ASSERT_EQ(described(reader, page), described(reader, page + comment)) << page;
  }
}

TEST_P(BlockReaderLaws, where_a_tag_or_a_run_of_spaces_lies_does_not_matter) {
  BlockReader reader;
  for (size_t shift = 0; shift < 140; ++shift) {
    const std::string lead(shift, 'x'), value(shift, '>'), spaces(shift + 1, ' ');
    const std::string page = lead + "<b title=\"" + value + "\" c=\"=\">y</b>" + spaces +
                             "z<p a=\"" + value + "\">" + spaces + "w &amp; v" + lead + "</p>";
    const std::string text(reader.read(page + std::string(400, ' '), {}).text);
    EXPECT_EQ(text, lead + "y z\nw & v" + lead) << shift;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, BlockReaderLaws,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace doppel::extract
