// What do the names of elements tell us? Authors name the parts of a page in class, id, role and
// itemprop: "nav-main", "postBody", "related_links". A hint is one of a few dozen meanings of such
// names; a set of hints is one 32-bit number.
//
// These names do not depend on the language of the page: authors everywhere use the same few
// English roots.
//
// Cost: one table lookup per byte. Thread safety: pure function over constants.
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

// Hints that suggest boilerplate.
inline constexpr HintSet kBoilerplateHints =
    bit(Hint::kNavigation) | bit(Hint::kFooter) | bit(Hint::kSidebar) | bit(Hint::kShare) |
    bit(Hint::kRelated) | bit(Hint::kAdvert) | bit(Hint::kDialog) | bit(Hint::kPager) |
    bit(Hint::kHidden) | bit(Hint::kLegal) | bit(Hint::kTool);
// Hints that suggest content.
inline constexpr HintSet kContentHints =
    bit(Hint::kContent) | bit(Hint::kArticle) | bit(Hint::kMessage) | bit(Hint::kText);

// The hints in the value of an attribute.
HintSet find_hints(std::string_view value);

std::string_view name(Hint hint);

}  // namespace doppel::main_content
