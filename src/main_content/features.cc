#include "main_content/features.h"

#include <algorithm>
#include <bit>

// Features are bytes.
//
// A count becomes 16 log2(1 + n), linear between the powers of two: 0, 1, 3, 7 words are 0, 16, 32,
// 48. A share is in 200ths; a score is a percentage of the best container's score, plus 100.
// Everything is integer arithmetic, so a block has the same features, and the model gives the same
// answer, on every machine. A curve of the model over a feature is a table of 256 numbers.
//
// A long block is one with some 20 words outside links; the limit is gradual (8 words do not count,
// 20 count in full), so that one word more or less does not change the decision about a neighbour.
// Distances are numbers of blocks, up to 12; what is further away is considered another part of the
// page.
//
// Blocks are alike when they have the same tag, the same tag around it, the same hints nearby and
// the same position relative to the best container: the items of a list, the paragraphs of an
// article, the cells of a column of links. The mean length of such a group shows what kind of group
// it is, so a short paragraph of an article is treated like its longer neighbours.
//
// Tested by features_test.cc.

namespace doppel::main_content {
namespace {

using html::Block;

constexpr std::string_view kNames[kFeatures] = {"words",
                                                "link_share",
                                                "links",
                                                "commas",
                                                "sentences",
                                                "sentence_words",
                                                "capital_words",
                                                "capitals",
                                                "digits",
                                                "word_chars",
                                                "signs",
                                                "label",
                                                "link_chars",
                                                "first_char",
                                                "last_char",
                                                "tag",
                                                "parent_tag",
                                                "words_in_heading",
                                                "words_in_list",
                                                "words_in_cell",
                                                "words_in_paragraph",
                                                "words_in_division",
                                                "words_before_2",
                                                "words_before",
                                                "words_after",
                                                "words_after_2",
                                                "links_before_2",
                                                "links_before",
                                                "links_after",
                                                "links_after_2",
                                                "tag_before",
                                                "tag_after",
                                                "last_char_before",
                                                "first_char_after",
                                                "long_words_near",
                                                "links_near",
                                                "long_before",
                                                "long_after",
                                                "heading_before",
                                                "heading_after",
                                                "boilerplate_before",
                                                "boilerplate_after",
                                                "score_holder",
                                                "score_parent",
                                                "score_25",
                                                "score_100",
                                                "levels_to_best",
                                                "levels_up",
                                                "holder_words",
                                                "holder_blocks",
                                                "parent_words",
                                                "parent_blocks",
                                                "parent_links",
                                                "links_25",
                                                "links_100",
                                                "from_start",
                                                "to_end",
                                                "alike_words",
                                                "alike_blocks"};

constexpr unsigned kFar = 12;
constexpr uint32_t kLongWords = 20;

constexpr uint8_t byte(uint64_t n) { return static_cast<uint8_t>(std::min<uint64_t>(n, 255)); }

constexpr uint8_t log_level(uint64_t n) {
  const uint64_t x = n + 1;
  const unsigned power = static_cast<unsigned>(std::bit_width(x)) - 1;
  return byte(16 * power + ((x << 4 >> power) & 15));
}

constexpr uint8_t share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<uint8_t>(200 * std::min(part, whole) / whole);
}

constexpr uint8_t far(size_t distance) {
  return static_cast<uint8_t>(std::min<size_t>(distance, kFar));
}

// Words outside links, counted in full from 20 on and not at all below 8.
uint32_t long_words(const Block& block, const TextCounts& counts) {
  if (block.chars == 0) return 0;
  const uint64_t plain = block.chars - std::min(block.link_chars, block.chars);
  const uint64_t words = counts.words * plain / block.chars;
  if (words <= 8) return 0;
  return static_cast<uint32_t>(words >= kLongWords ? words : words * (words - 8) / 12);
}

Feature words_feature(TagGroup group) {
  switch (group) {
    case TagGroup::kHeading1:
    case TagGroup::kHeading2:
    case TagGroup::kHeading3:
    case TagGroup::kHeading4: return Feature::kWordsInHeading;
    case TagGroup::kListItem:
    case TagGroup::kList:
    case TagGroup::kTerm: return Feature::kWordsInList;
    case TagGroup::kCell:
    case TagGroup::kHeadCell:
    case TagGroup::kRow:
    case TagGroup::kTable: return Feature::kWordsInCell;
    case TagGroup::kParagraph:
    case TagGroup::kQuote:
    case TagGroup::kCode: return Feature::kWordsInParagraph;
    default: return Feature::kWordsInDivision;
  }
}

bool is_heading(TagGroup group) {
  return group >= TagGroup::kHeading1 && group <= TagGroup::kHeading4;
}

constexpr uint64_t mix(uint64_t key, uint64_t value) {
  return std::rotl((key ^ value) * 0x9E3779B97F4A7C15, 29);
}

}  // namespace

std::string_view name(Feature feature) { return kNames[static_cast<size_t>(feature)]; }

std::span<const BlockFeatures> Features::measure(const html::PageBlocks& page,
                                                 std::span<const TextCounts> counts,
                                                 const Containers& containers) {
  const size_t size = page.blocks.size();
  features_.assign(size, {});
  long_words_.resize(size);
  for (size_t i = 0; i < size; ++i) {
    long_words_[i] = long_words(page.blocks[i], counts[i]);
    measure_block(i, page, counts[i]);
    measure_containers(i, page, containers);
  }
  for (size_t i = 0; i < size; ++i) measure_neighbours(i);
  measure_near(page.blocks);
  measure_distances();
  measure_alike(page.blocks, counts, containers);
  return features_;
}

void Features::measure_block(size_t i, const html::PageBlocks& page, const TextCounts& text) {
  const Block& block = page.blocks[i];
  BlockFeatures& out = features_[i];
  const html::Element& holder = page.elements[block.element];
  const TagGroup group = tag_group(holder.tag);
  out[Feature::kWords] = log_level(text.words);
  out[Feature::kLinkShare] = share(block.link_chars, block.chars);
  out[Feature::kLinks] = log_level(block.links);
  out[Feature::kCommas] = log_level(text.commas);
  out[Feature::kSentences] = log_level(text.sentence_ends);
  out[Feature::kSentenceWords] = log_level(text.words / std::max(text.sentence_ends, 1u));
  out[Feature::kCapitalWords] = share(text.capital_words, text.words);
  out[Feature::kCapitals] = share(text.capitals, block.chars);
  out[Feature::kDigits] = share(text.digits, block.chars);
  out[Feature::kWordChars] = byte(16 * uint64_t{block.chars} / std::max(text.words, 1u));
  out[Feature::kSigns] = share(text.signs, block.chars);
  out[Feature::kLabel] = static_cast<uint8_t>(text.label);
  out[Feature::kLinkChars] = log_level(block.link_chars / std::max(block.links, 1u));
  out[Feature::kFirstChar] = static_cast<uint8_t>(text.first);
  out[Feature::kLastChar] = static_cast<uint8_t>(text.last);
  out[Feature::kTag] = static_cast<uint8_t>(group);
  if (block.element != 0) {
    out[Feature::kParentTag] = static_cast<uint8_t>(tag_group(page.elements[holder.parent].tag));
  }
  out[words_feature(group)] = out[Feature::kWords];
}

void Features::measure_neighbours(size_t i) {
  BlockFeatures& out = features_[i];
  if (i >= 1) {
    const BlockFeatures& before = features_[i - 1];
    out[Feature::kWordsBefore] = before[Feature::kWords];
    out[Feature::kLinksBefore] = before[Feature::kLinkShare];
    out[Feature::kTagBefore] = before[Feature::kTag];
    out[Feature::kLastCharBefore] = before[Feature::kLastChar];
  }
  if (i >= 2) {
    out[Feature::kWordsBefore2] = features_[i - 2][Feature::kWords];
    out[Feature::kLinksBefore2] = features_[i - 2][Feature::kLinkShare];
  }
  if (i + 1 < features_.size()) {
    const BlockFeatures& after = features_[i + 1];
    out[Feature::kWordsAfter] = after[Feature::kWords];
    out[Feature::kLinksAfter] = after[Feature::kLinkShare];
    out[Feature::kTagAfter] = after[Feature::kTag];
    out[Feature::kFirstCharAfter] = after[Feature::kFirstChar];
  }
  if (i + 2 < features_.size()) {
    out[Feature::kWordsAfter2] = features_[i + 2][Feature::kWords];
    out[Feature::kLinksAfter2] = features_[i + 2][Feature::kLinkShare];
  }
}

void Features::measure_near(std::span<const Block> blocks) {
  constexpr size_t kNear = 3;
  for (size_t i = 0; i < blocks.size(); ++i) {
    uint64_t words = 0, chars = 0, link_chars = 0;
    const size_t end = std::min(i + kNear + 1, blocks.size());
    for (size_t near = i - std::min(i, kNear); near < end; ++near) {
      if (near == i) continue;
      words += long_words_[near];
      chars += blocks[near].chars;
      link_chars += blocks[near].link_chars;
    }
    features_[i][Feature::kLongWordsNear] = log_level(words);
    features_[i][Feature::kLinksNear] = share(link_chars, chars);
  }
}

void Features::measure_distances() {
  struct Ways {
    Feature to_long, to_heading, to_boilerplate;
  };
  const auto walk = [this](size_t i, std::array<size_t, 3>& distance, const Ways& ways) {
    BlockFeatures& out = features_[i];
    out[ways.to_long] = far(distance[0]);
    out[ways.to_heading] = far(distance[1]);
    out[ways.to_boilerplate] = far(distance[2]);
    for (size_t& blocks : distance) ++blocks;
    if (long_words_[i] >= kLongWords) distance[0] = 1;
    if (is_heading(static_cast<TagGroup>(out[Feature::kTag]))) distance[1] = 1;
    if ((out.hints_all & kBoilerplateHints) != 0) distance[2] = 1;
  };
  std::array<size_t, 3> distance{kFar, kFar, kFar};
  for (size_t i = 0; i < features_.size(); ++i) {
    walk(i, distance, {Feature::kLongBefore, Feature::kHeadingBefore, Feature::kBoilerplateBefore});
  }
  distance = {kFar, kFar, kFar};
  for (size_t i = features_.size(); i-- > 0;) {
    walk(i, distance, {Feature::kLongAfter, Feature::kHeadingAfter, Feature::kBoilerplateAfter});
  }
}

void Features::measure_containers(size_t i, const html::PageBlocks& page,
                                  const Containers& containers) {
  const uint32_t element = page.blocks[i].element;
  const uint32_t around = page.elements[element].parent;
  const Container& holder = containers[element];
  const Container& parent = containers[around];
  const Container& of_25 = containers[holder.with_25_words];
  const Container& of_100 = containers[holder.with_100_words];
  const auto score = [&containers](uint32_t which) {
    return static_cast<uint8_t>(100 + containers[which].percent);
  };
  BlockFeatures& out = features_[i];
  out[Feature::kScoreHolder] = score(element);
  out[Feature::kScoreParent] = score(around);
  out[Feature::kScore25] = score(holder.with_25_words);
  out[Feature::kScore100] = score(holder.with_100_words);
  out[Feature::kLevelsToBest] = far(holder.levels_to_best);
  out[Feature::kLevelsUp] = far(holder.levels_up);
  out[Feature::kHolderWords] = log_level(holder.words);
  out[Feature::kHolderBlocks] = log_level(holder.blocks);
  out[Feature::kParentWords] = log_level(parent.words);
  out[Feature::kParentBlocks] = log_level(parent.blocks);
  out[Feature::kParentLinks] = share(parent.link_chars, parent.chars);
  out[Feature::kLinks25] = share(of_25.link_chars, of_25.chars);
  out[Feature::kLinks100] = share(of_100.link_chars, of_100.chars);
  const html::Element& around_100 = page.elements[holder.with_100_words];
  out[Feature::kFromStart] = far(i - around_100.first_block);
  out[Feature::kToEnd] = far(around_100.end_block - 1 - i);
  out.tags = holder.tags;
  out.hints_own = holder.hints_own;
  out.hints_near = holder.hints_near;
  out.hints_all = holder.hints_all;
}

Features::Alike& Features::alike(uint64_t key) {
  const size_t mask = alike_.size() - 1;
  for (size_t at = key & mask;; at = (at + 1) & mask) {
    if (alike_[at].blocks == 0) alike_[at].key = key;
    if (alike_[at].key == key) return alike_[at];
  }
}

void Features::measure_alike(std::span<const Block> blocks, std::span<const TextCounts> counts,
                             const Containers& containers) {
  alike_.assign(std::bit_ceil(2 * blocks.size() + 1), {});
  keys_.resize(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Container& holder = containers[blocks[i].element];
    uint64_t key = mix(features_[i][Feature::kTag], features_[i][Feature::kParentTag]);
    key = mix(key, holder.hints_near);
    key = mix(key, uint64_t{holder.levels_to_best} << 16 | holder.levels_up);
    keys_[i] = key;
    Alike& group = alike(key);
    group.blocks += 1;
    group.words += counts[i].words;
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Alike& group = alike(keys_[i]);
    features_[i][Feature::kAlikeWords] = log_level(group.words / group.blocks);
    features_[i][Feature::kAlikeBlocks] = log_level(group.blocks);
  }
}

}  // namespace doppel::main_content
