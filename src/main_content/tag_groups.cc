#include "main_content/tag_groups.h"

namespace doppel::main_content {

using html::Tag;

TagGroup tag_group(Tag tag) {
  switch (tag) {
    case Tag::kP: return TagGroup::kParagraph;
    case Tag::kDiv:
    case Tag::kCenter: return TagGroup::kDivision;
    case Tag::kSection:
    case Tag::kArticle:
    case Tag::kMain:
    case Tag::kDetails: return TagGroup::kSection;
    case Tag::kH1: return TagGroup::kHeading1;
    case Tag::kH2: return TagGroup::kHeading2;
    case Tag::kH3: return TagGroup::kHeading3;
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
    case Tag::kHgroup:
    case Tag::kSummary: return TagGroup::kHeading4;
    case Tag::kLi: return TagGroup::kListItem;
    case Tag::kUl:
    case Tag::kOl:
    case Tag::kDl:
    case Tag::kDir:
    case Tag::kMenu: return TagGroup::kList;
    case Tag::kDt:
    case Tag::kDd: return TagGroup::kTerm;
    case Tag::kTd: return TagGroup::kCell;
    case Tag::kTh: return TagGroup::kHeadCell;
    case Tag::kTr: return TagGroup::kRow;
    case Tag::kTable:
    case Tag::kTbody:
    case Tag::kThead:
    case Tag::kTfoot: return TagGroup::kTable;
    case Tag::kBlockquote: return TagGroup::kQuote;
    case Tag::kPre:
    case Tag::kListing:
    case Tag::kXmp:
    case Tag::kPlaintext: return TagGroup::kCode;
    case Tag::kFigcaption:
    case Tag::kFigure:
    case Tag::kCaption: return TagGroup::kCaption;
    case Tag::kForm:
    case Tag::kFieldset:
    case Tag::kLegend:
    case Tag::kSearch:
    case Tag::kSelect:
    case Tag::kOption:
    case Tag::kOptgroup:
    case Tag::kTextarea: return TagGroup::kForm;
    case Tag::kButton:
    case Tag::kDialog: return TagGroup::kButton;
    case Tag::kNav: return TagGroup::kNavigation;
    case Tag::kAside: return TagGroup::kAside;
    case Tag::kHeader: return TagGroup::kHeader;
    case Tag::kFooter:
    case Tag::kAddress: return TagGroup::kFooter;
    case Tag::kBody: return TagGroup::kBody;
    default: return TagGroup::kCustom;
  }
}

}  // namespace doppel::main_content
