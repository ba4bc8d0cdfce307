// The roots of names that hint at what a part of a page is for, by hint. A bar marks the edge of a
// word: "|ad|" is a whole word, "|nav" begins a word, "comment" is found anywhere. Part of the
// model: a change here needs new weights (eval/main_content/train.py).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "main_content/hints.h"

namespace doppel::main_content {

struct HintRoots {
  Hint hint;
  std::string_view roots;  // separated by spaces
};

inline constexpr HintRoots kHintRoots[] = {
    {Hint::kNavigation,
     "|nav navbar navigation menu breadcrumb crumbs sitemap topbar |tabs dropdown"},
    {Hint::kFooter, "foot bottom colophon contentinfo"},
    {Hint::kHeader, "header masthead |head| |top| |hd| logo branding"},
    {Hint::kSidebar, "side |rail |right| |left| rightcol leftcol widget complementary secondary"},
    {Hint::kComment, "comment disqus respond reply discuss feedback"},
    {Hint::kShare, "share sharing social twitter facebook follow whatsapp addthis"},
    {Hint::kRelated,
     "related recommend |more popular trending similar teaser outbrain taboola latest "
     "recent readmore carousel slider |see|also featured"},
    {Hint::kAdvert, "|ad| |ads advert adsense sponsor banner promo |dfp anzeige affiliate"},
    {Hint::kDialog,
     "cookie consent gdpr popup modal overlay newsletter subscri signup login paywall "
     "register notice alert"},
    {Hint::kMeta,
     "meta byline author |date time| timestamp published posted |bio avatar profile "
     "kicker"},
    {Hint::kTags, "|tag tags| categor topic keyword label rubri taxonomy"},
    {Hint::kCaption,
     "caption figure image photo picture gallery media video thumb credit |img "
     "copyright|holder"},
    {Hint::kForm, "form| search |input field button |btn captcha rating vote"},
    {Hint::kPager, "pager paginat |prev |next pagenav"},
    {Hint::kContent, "content |main |body column primary inhalt"},
    {Hint::kArticle, "article artikel story entry |post| |posts| postbody |blog |news|"},
    {Hint::kTitle, "title headline heading"},
    {Hint::kMessage, "message thread forum answer question quote"},
    {Hint::kHidden,
     "hidden |skip |sr|only noprint print screen|reader offscreen visually toggle "
     "collapse"},
    {Hint::kLegal, "copyright legal disclaimer licen privacy imprint impressum"},
    {Hint::kSummary,
     "summary intro |lead| excerpt abstract description standfirst subtitle |deck|"},
    {Hint::kList, "list |item archive calendar |index |toc| grid card links"},
    {Hint::kLanguage, "lang locale country"},
    {Hint::kProduct, "product price |shop |cart| review"},
    {Hint::kText, "text prose paragraph copy| markdown wysiwyg richtext"},
    {Hint::kTool, "tool action download contact email |edit infobox reference"},
};

// Calls `use` with each root and its hint.
template <typename Use>
constexpr void for_each_hint_root(Use use) {
  for (const HintRoots& words : kHintRoots) {
    for (size_t at = 0; at < words.roots.size();) {
      const size_t end = std::min(words.roots.find(' ', at), words.roots.size());
      use(words.roots.substr(at, end - at), words.hint);
      at = end + 1;
    }
  }
}

}  // namespace doppel::main_content
