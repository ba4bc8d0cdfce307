#include "main_content/main_content.h"

#include <algorithm>

#include "main_content/model.h"

// From scores to a text.
//
// The model does best with a bar of .45 on the pages it was trained on. If a page keeps less than
// 25 words at that bar, or less than a thirty-second of its words, the model does not know this
// kind of page: an index, for example, or a reference made of tables. (No gold page keeps so
// little.) Then the bar is lowered to .2; if that is not enough, the plain rule decides, and if
// that finds as little, all blocks are kept. So every page with words has a text, and two pages are
// not taken for duplicates because of a single common sentence.
//
// A page is thin when it has many bytes and very little text, because a script builds what a reader
// sees. With fewer than 50 words, one changed word is enough to fall below the threshold anyway
// (five-word windows, threshold .8), so nothing is lost by comparing such a page only for equality.
//
// Nobody reads a page with more than kMaxBlocks blocks. A block needs about 300 bytes of memory,
// many times its size, so such a page is kept whole.
//
// The plain rule is that of boilerpipe: whether a block is text depends on its words and links and
// on those of the blocks next to it. It never keeps what is in nav, footer, aside or a form.
//
// The decisions are not smoothed afterwards, because the neighbours are already among the features.
//
// Tested by main_content_test.cc and main_content_laws_test.cc; measured by eval/main_content.

namespace doppel::main_content {
namespace {

using html::Tag;

constexpr uint32_t kFewWords = 25;
constexpr uint64_t kSmallPart = 32;
constexpr uint64_t kThinWords = 50;
constexpr uint64_t kThinBytesPerWord = 400;
constexpr html::TagSet kNeverText =
    bit(Tag::kNav) | bit(Tag::kFooter) | bit(Tag::kAside) | bit(Tag::kForm) | bit(Tag::kButton);

bool thin(uint64_t words, size_t page_bytes) {
  return words < kThinWords && page_bytes > kThinBytesPerWord * words;
}

// Do fifty words begin after a space? count_text() never counts fewer than that.
bool has_many_words(std::string_view text) {
  uint64_t words = 0;
  for (size_t i = 1; i < text.size() && words < kThinWords; ++i) {
    const bool space = text[i - 1] == ' ' || text[i - 1] == '\n';
    words += space && static_cast<uint8_t>(text[i]) > ' ';
  }
  return words >= kThinWords;
}

bool too_few(uint32_t words, uint32_t page_words) {
  return words < kFewWords || kSmallPart * words < page_words;
}

struct Shape {
  uint32_t words = 0;
  bool third_links = false;  // more than a third of its characters is in links
  bool half_links = false;   // more than five ninths
};

Shape shape_of(const html::Block& block, const TextCounts& counts) {
  return {counts.words, 3 * uint64_t{block.link_chars} > block.chars,
          9 * uint64_t{block.link_chars} > 5 * uint64_t{block.chars}};
}

bool is_text(const Shape& before, const Shape& block, const Shape& after) {
  if (block.third_links) return false;
  if (before.half_links) return block.words > 40 || after.words > 17;
  return block.words > 16 || after.words > 15 || before.words > 4;
}

}  // namespace

bool is_thin(std::string_view text, size_t page_bytes) {
  return !has_many_words(text) && thin(count_text(text).words, page_bytes);
}

MainChoice MainContent::choose(const html::PageBlocks& page) {
  if (page.blocks.size() > kMaxBlocks) return all_of(page);
  const uint32_t page_words = score(page);
  MainChoice choice;
  keep_.resize(page.blocks.size());
  choice.words = keep_above(kKeep);
  if (too_few(choice.words, page_words)) {
    choice.rule = MainRule::kLowBar;
    choice.words = keep_above(kKeepMore);
  }
  if (too_few(choice.words, page_words)) {
    choice.rule = MainRule::kPlainRule;
    choice.words = keep_by_plain_rule(page.blocks);
  }
  if (too_few(choice.words, page_words)) {
    choice.rule = MainRule::kAll;
    choice.words = page_words;
    std::fill(keep_.begin(), keep_.end(), uint8_t{1});
  }
  choice.keep = keep_;
  choice.thin = thin(choice.words, page.page.size());
  return choice;
}

MainChoice MainContent::all_of(const html::PageBlocks& page) {
  counts_.clear();
  scores_.clear();
  block_features_ = {};
  keep_.assign(page.blocks.size(), 1);
  return {.keep = keep_, .words = count_text(page.text).words, .rule = MainRule::kAll};
}

uint32_t MainContent::score(const html::PageBlocks& page) {
  counts_.clear();
  uint32_t words = 0;
  for (const html::Block& block : page.blocks) {
    counts_.push_back(count_text(page.text_of(block)));
    words += counts_.back().words;
  }
  containers_.measure(page, counts_);
  block_features_ = features_.measure(page, counts_, containers_);
  scores_.clear();
  for (const BlockFeatures& block : block_features_) scores_.push_back(content_score(block));
  return words;
}

uint32_t MainContent::keep_above(int32_t bar) {
  uint32_t words = 0;
  for (size_t i = 0; i < scores_.size(); ++i) {
    keep_[i] = scores_[i] >= bar;
    if (keep_[i] != 0) words += counts_[i].words;
  }
  return words;
}

uint32_t MainContent::keep_by_plain_rule(std::span<const html::Block> blocks) {
  uint32_t words = 0;
  Shape before, block, after;
  if (!blocks.empty()) after = shape_of(blocks[0], counts_[0]);
  for (size_t i = 0; i < blocks.size(); ++i) {
    before = block;
    block = after;
    after = i + 1 < blocks.size() ? shape_of(blocks[i + 1], counts_[i + 1]) : Shape{};
    const bool never = (block_features_[i].tags & kNeverText) != 0;
    keep_[i] = !never && is_text(before, block, after);
    if (keep_[i] != 0) words += counts_[i].words;
  }
  return words;
}

}  // namespace doppel::main_content
