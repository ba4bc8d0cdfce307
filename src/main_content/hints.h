// What do the names say? Authors name the parts of a page in class, id, role and itemprop:
// "nav-main", "postBody", "related_links". A hint is one of a few dozen meanings such names have; a
// set of hints is one 32-bit number.
//
// Names of markup are not language: they are the same few English roots on pages of every language.
//
// Cost: one table look-up a byte. Thread safety: pure function over constants.
#pragma once

#include <cstdint>
#include <string_view>

namespace doppel::main_content {

// Part of the model: never renumber without training it again.
enum class Hint : uint8_t {
  kNavigation,
  kFooter,
  kHeader,
  kSidebar,
  kComment,
  kShare,
  kRelated,
  kAdvert,
  kDialog,
  kMeta,
  kTags,
  kCaption,
  kForm,
  kPager,
  kContent,
  kArticle,
  kTitle,
  kMessage,
  kHidden,
  kLegal,
  kSummary,
  kList,
  kLanguage,
  kProduct,
  kText,
  kTool,
};
inline constexpr unsigned kHints = 26;

using HintSet = uint32_t;
inline constexpr HintSet bit(Hint hint) { return HintSet{1} << static_cast<unsigned>(hint); }

// Hints that speak for boilerplate.
inline constexpr HintSet kBoilerplateHints =
    bit(Hint::kNavigation) | bit(Hint::kFooter) | bit(Hint::kSidebar) | bit(Hint::kShare) |
    bit(Hint::kRelated) | bit(Hint::kAdvert) | bit(Hint::kDialog) | bit(Hint::kPager) |
    bit(Hint::kHidden) | bit(Hint::kLegal) | bit(Hint::kTool);
// Hints that speak for content.
inline constexpr HintSet kContentHints =
    bit(Hint::kContent) | bit(Hint::kArticle) | bit(Hint::kMessage) | bit(Hint::kText);

// The hints in the value of an attribute.
HintSet find_hints(std::string_view value);

std::string_view name(Hint hint);

}  // namespace doppel::main_content
