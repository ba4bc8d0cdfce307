// The names of HTML elements that matter for extraction, and what each does to the text.
//
// Block-level elements come first, so that a set of them is one 64-bit number. Names that are not
// listed are kCustom: block-level, because that is what authors use them for. Inline elements
// that change nothing share kInline.
//
// Cost: find_tag() is one multiplication and one comparison. Thread safety: pure functions over
// constants.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace doppel::html {

// Not stored; the order is free, but block-level elements are below kBlockTags.
enum class Tag : uint8_t {
  kCustom,
  kAddress,
  kArticle,
  kAside,
  kBlockquote,
  kBody,  // the element around all others; the tag <body> is kPage
  kButton,
  kCaption,
  kCenter,
  kDd,
  kDetails,
  kDialog,
  kDir,
  kDiv,
  kDl,
  kDt,
  kFieldset,
  kFigcaption,
  kFigure,
  kFooter,
  kForm,
  kFrameset,
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kHeader,
  kHgroup,
  kHr,
  kLegend,
  kLi,
  kListing,
  kMain,
  kMenu,
  kNav,
  kOl,
  kOptgroup,
  kOption,
  kP,
  kPre,
  kSearch,
  kSection,
  kSelect,
  kSummary,
  kTable,
  kTbody,
  kTd,
  kTfoot,
  kTh,
  kThead,
  kTr,
  kUl,
  kTextarea,  // from here to kMath: see changes_content() and has_metadata()
  kXmp,
  kPlaintext,
  kBlockTags,  // end of the block-level elements

  kHtml = kBlockTags,
  kBase,
  kLink,
  kMeta,
  kScript,
  kStyle,
  kTitle,
  kTemplate,
  kNoscript,
  kIframe,
  kNoembed,
  kNoframes,
  kSvg,
  kMath,
  kA,
  kBr,
  kInput,
  kInline,        // from here on: inline elements that only carry text
  kBreakout,      // those of them that end svg and math: b, code, em, img, span ...
  kPage,          // head, body: they may be left out, or stand anywhere, and change no text
  kForeignPoint,  // inside svg or math: HTML begins again (foreignObject, desc, mi ...)
  kFont,
  kCount,
};
static_assert(static_cast<int>(Tag::kBlockTags) <= 64);

inline constexpr bool is_block(Tag tag) { return tag < Tag::kBlockTags; }
// Its attributes say something about the page.
inline constexpr bool has_metadata(Tag tag) { return tag >= Tag::kHtml && tag <= Tag::kMeta; }
// Behind its start tag comes no markup, or markup that is read by other rules.
inline constexpr bool changes_content(Tag tag) {
  return tag >= Tag::kTextarea && tag <= Tag::kMath && !has_metadata(tag);
}

// A set of block-level tags.
using TagSet = uint64_t;
inline constexpr TagSet bit(Tag tag) { return TagSet{1} << static_cast<int>(tag); }

// What the tokenizer does after a start tag.
enum class Content : uint8_t {
  kData,      // markup
  kRcdata,    // text with references up to the end tag: title, textarea
  kRawText,   // text up to the end tag
  kScript,    // text up to the end tag, with the states of scripts that hold comments
  kPlainText  // text up to the end of the page
};
Content content_of(Tag tag);

// The lower-case name, up to 16 bytes, zero-filled: what find_tag() compares.
struct TagKey {
  uint64_t low = 0, high = 0;

  friend bool operator==(const TagKey&, const TagKey&) = default;
};

struct TagSlot {
  TagKey key;
  Tag tag = Tag::kCustom;
};
// A multiplier for which no two names share a slot: tags.cc checks it, and searching for another
// takes 100,000 random ones.
inline constexpr size_t kTagSlots = 1024;
inline constexpr uint64_t tag_hash(TagKey key) {
  return ((key.low ^ (key.high * 0x9E3779B97F4A7C15)) * 0x3DBE1481E93B7FD7) >> 54;
}
static_assert((~uint64_t{0} >> 54) < kTagSlots);

extern const std::array<TagSlot, kTagSlots> kTagTable;

// The tag with that key; kCustom for a name that is not known.
inline Tag find_tag(TagKey key) {
  const TagSlot& slot = kTagTable[tag_hash(key)];
  return slot.key == key ? slot.tag : Tag::kCustom;
}

// Of any name, in any case.
Tag find_tag(std::string_view name);
TagKey tag_key(std::string_view name);

// The name of a block-level tag, "custom" for kCustom; for people.
std::string_view name(Tag tag);

}  // namespace doppel::html
