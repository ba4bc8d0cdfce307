// Groups of tags that the model of main content does not distinguish.
//
// Thread safety: pure function over constants.
#pragma once

#include <cstdint>

#include "html/tags.h"

namespace doppel::main_content {

// Part of the model: never renumber without training it again.
enum class TagGroup : uint8_t {
  kNone,  // no such block or element
  kParagraph,
  kDivision,
  kSection,
  kHeading1,
  kHeading2,
  kHeading3,
  kHeading4,
  kListItem,
  kList,
  kTerm,
  kCell,
  kHeadCell,
  kRow,
  kTable,
  kQuote,
  kCode,
  kCaption,
  kForm,
  kButton,
  kNavigation,
  kAside,
  kHeader,
  kFooter,
  kBody,
  kCustom,
};
inline constexpr unsigned kTagGroups = 26;
TagGroup tag_group(html::Tag tag);

}  // namespace doppel::main_content
