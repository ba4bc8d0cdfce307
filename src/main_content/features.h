// What does the model know about a block? One byte for each feature of its text, its neighbours and
// the containers around it, and the sets of tags and hints around it.
//
// No feature describes the page as a whole (its length, the position of the block in it): such
// numbers would change with every menu or footer, and with them the decisions inside the content.
//
// Cost: about 200 ns per block. Memory is reused from page to page. Thread safety: one Features
// belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/blocks.h"
#include "main_content/containers.h"
#include "main_content/tag_groups.h"
#include "main_content/text_counts.h"

namespace doppel::main_content {

// Part of the model: a change here needs new weights (eval/main_content/train.py). Scales: "log" is
// 16 log2(1 + n), "share" is in 200ths, "score" is 100 + percent of the best container's.
enum class Feature : uint8_t {
  // The block.
  kWords,           // log
  kLinkShare,       // share of its characters that are in links
  kLinks,           // log
  kCommas,          // log
  kSentences,       // log
  kSentenceWords,   // log of words for each sentence end
  kCapitalWords,    // share
  kCapitals,        // share
  kDigits,          // share
  kWordChars,       // 16 times the mean length of a word, with its space
  kSigns,           // share
  kLabel,           // Label
  kLinkChars,       // log of the mean characters of a link
  kFirstChar,       // CharKind
  kLastChar,        // CharKind
  kTag,             // TagGroup of the element that holds it
  kParentTag,       // TagGroup of the element around that
  kWordsInHeading,  // log of words, in such a tag only
  kWordsInList,
  kWordsInCell,
  kWordsInParagraph,
  kWordsInDivision,
  // The blocks before and after it.
  kWordsBefore2,
  kWordsBefore,
  kWordsAfter,
  kWordsAfter2,
  kLinksBefore2,  // share
  kLinksBefore,
  kLinksAfter,
  kLinksAfter2,
  kTagBefore,
  kTagAfter,
  kLastCharBefore,
  kFirstCharAfter,
  kLongWordsNear,  // log of the words in long blocks, three on either side
  kLinksNear,      // share, three blocks on either side
  kLongBefore,     // blocks to the last long block
  kLongAfter,
  kHeadingBefore,  // blocks to the last heading
  kHeadingAfter,
  kBoilerplateBefore,  // blocks to the last that has a hint of boilerplate around it
  kBoilerplateAfter,
  // The containers.
  kScoreHolder,  // score
  kScoreParent,
  kScore25,  // of the nearest container with 25 words
  kScore100,
  kLevelsToBest,
  kLevelsUp,
  kHolderWords,   // log
  kHolderBlocks,  // log
  kParentWords,
  kParentBlocks,
  kParentLinks,  // share
  kLinks25,      // share
  kLinks100,
  kFromStart,    // blocks to the first of the nearest container with 100 words
  kToEnd,        // and to the last
  kAlikeWords,   // log of the mean words of blocks with the same tag, hints and depth
  kAlikeBlocks,  // log of their number
  kCount,
};
inline constexpr size_t kFeatures = static_cast<size_t>(Feature::kCount);

struct BlockFeatures {
  std::array<uint8_t, kFeatures> level{};
  html::TagSet tags = 0;  // around the block
  HintSet hints_own = 0;
  HintSet hints_near = 0;
  HintSet hints_all = 0;

  uint8_t& operator[](Feature feature) { return level[static_cast<size_t>(feature)]; }
  uint8_t operator[](Feature feature) const { return level[static_cast<size_t>(feature)]; }
};

std::string_view name(Feature feature);

class Features {
 public:
  // The features of every block, valid until the next call.
  std::span<const BlockFeatures> measure(const html::PageBlocks& page,
                                         std::span<const TextCounts> counts,
                                         const Containers& containers);

 private:
  // The mean number of words of blocks that look alike, in an open-addressing hash table.
  struct Alike {
    uint64_t key = 0;
    uint32_t blocks = 0;
    uint32_t words = 0;
  };

  void measure_block(size_t i, const html::PageBlocks& page, const TextCounts& text);
  void measure_neighbours(size_t i);
  void measure_near(std::span<const html::Block> blocks);
  void measure_distances();
  void measure_containers(size_t i, const html::PageBlocks& page, const Containers& containers);
  void measure_alike(std::span<const html::Block> blocks, std::span<const TextCounts> counts,
                     const Containers& containers);
  Alike& alike(uint64_t key);

  std::vector<BlockFeatures> features_;
  std::vector<uint32_t> long_words_;
  std::vector<Alike> alike_;
  std::vector<uint64_t> keys_;
};

}  // namespace doppel::main_content
