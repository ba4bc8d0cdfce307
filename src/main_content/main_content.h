// Which blocks of a page are its main content?
//
// A block is kept if its score (model.h) is high enough. If that keeps too little of a page, the
// bar is lowered, then a simpler rule decides, and finally everything is kept: the result for a
// page with words is never empty. There is no tree and no second parse; the blocks and elements of
// one pass are enough.
//
// Cost: linear in blocks and elements. Nothing is allocated once the buffers have grown to the size
// of the pages. Never fails. Deterministic, because it uses only integers. Thread safety: one
// MainContent belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/blocks.h"
#include "main_content/containers.h"
#include "main_content/features.h"
#include "main_content/text_counts.h"

namespace doppel::main_content {

// What decided.
enum class MainRule : uint8_t {
  kModel,      // the score of each block
  kLowBar,     // the score, with a lower bar
  kPlainRule,  // length and links of a block and its neighbours
  kAll,        // nothing was found: every block is kept
};

struct MainChoice {
  std::span<const uint8_t> keep;  // 1 for each block that is kept; valid until the next call
  uint32_t words = 0;             // in the blocks kept
  MainRule rule = MainRule::kModel;
  bool thin = false;  // the page has many bytes and very little text
};

// Is this very little text for a page of this many bytes? Cost: for most texts, only the first
// words are read.
bool is_thin(std::string_view text, size_t page_bytes);

class MainContent {
 public:
  // Pages of more blocks are kept whole.
  static constexpr size_t kMaxBlocks = size_t{1} << 17;

  // REQUIRES: the page was read with its blocks.
  MainChoice choose(const html::PageBlocks& page);

  // The features of the blocks of that page, for training the model; empty for a page with too many
  // blocks.
  std::span<const BlockFeatures> features() const { return block_features_; }
  std::span<const TextCounts> counts() const { return counts_; }
  std::span<const int32_t> scores() const { return scores_; }

 private:
  MainChoice all_of(const html::PageBlocks& page);
  // Computes counts, features and score of every block. Returns the number of words of the page.
  uint32_t score(const html::PageBlocks& page);
  uint32_t keep_above(int32_t bar);
  uint32_t keep_by_plain_rule(std::span<const html::Block> blocks);

  std::vector<TextCounts> counts_;
  Containers containers_;
  Features features_;
  std::span<const BlockFeatures> block_features_;
  std::vector<int32_t> scores_;
  std::vector<uint8_t> keep_;
};

}  // namespace doppel::main_content
