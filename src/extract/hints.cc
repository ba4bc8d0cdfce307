#include "extract/hints.h"

#include <array>
#include <memory>
#include <vector>

// Many words, one pass: an automaton after Aho and Corasick.
//
// The alphabet is the 26 letters without case, and a bar for everything else, so that "nav-main",
// "nav_main" and "NAV main" read alike; a capital after a small letter has a bar before it
// ("postBody" is post|body). A value begins and ends with a bar. A root with bars must stand alone
// on that side: "|ad|" is found in "ad-slot" but not in "header", while "comment" is found in
// "mainComments".
//
// The automaton is a trie of the roots; every missing edge leads where the longest proper suffix
// that is a prefix of some root leads. A state carries the hints of every root that ends there.
// It is made once, on first use, from the list below: some 800 states of 27 edges.
//
// Tested by hints_test.cc, which searches for the roots one by one.

namespace doppel::extract {
namespace {

struct Root {
  std::string_view word;
  Hint hint;
};

constexpr Root kRoots[] = {
    {"|nav", Hint::kNavigation},
    {"navbar", Hint::kNavigation},
    {"navigation", Hint::kNavigation},
    {"menu", Hint::kNavigation},
    {"breadcrumb", Hint::kNavigation},
    {"crumbs", Hint::kNavigation},
    {"sitemap", Hint::kNavigation},
    {"topbar", Hint::kNavigation},
    {"|tabs", Hint::kNavigation},
    {"dropdown", Hint::kNavigation},
    {"foot", Hint::kFooter},
    {"bottom", Hint::kFooter},
    {"colophon", Hint::kFooter},
    {"contentinfo", Hint::kFooter},
    {"header", Hint::kHeader},
    {"masthead", Hint::kHeader},
    {"|head|", Hint::kHeader},
    {"|top|", Hint::kHeader},
    {"|hd|", Hint::kHeader},
    {"logo", Hint::kHeader},
    {"branding", Hint::kHeader},
    {"side", Hint::kSidebar},
    {"|rail", Hint::kSidebar},
    {"|right|", Hint::kSidebar},
    {"|left|", Hint::kSidebar},
    {"rightcol", Hint::kSidebar},
    {"leftcol", Hint::kSidebar},
    {"widget", Hint::kSidebar},
    {"complementary", Hint::kSidebar},
    {"secondary", Hint::kSidebar},
    {"comment", Hint::kComment},
    {"disqus", Hint::kComment},
    {"respond", Hint::kComment},
    {"reply", Hint::kComment},
    {"discuss", Hint::kComment},
    {"feedback", Hint::kComment},
    {"share", Hint::kShare},
    {"sharing", Hint::kShare},
    {"social", Hint::kShare},
    {"twitter", Hint::kShare},
    {"facebook", Hint::kShare},
    {"follow", Hint::kShare},
    {"whatsapp", Hint::kShare},
    {"addthis", Hint::kShare},
    {"related", Hint::kRelated},
    {"recommend", Hint::kRelated},
    {"|more", Hint::kRelated},
    {"popular", Hint::kRelated},
    {"trending", Hint::kRelated},
    {"similar", Hint::kRelated},
    {"teaser", Hint::kRelated},
    {"outbrain", Hint::kRelated},
    {"taboola", Hint::kRelated},
    {"latest", Hint::kRelated},
    {"recent", Hint::kRelated},
    {"readmore", Hint::kRelated},
    {"carousel", Hint::kRelated},
    {"slider", Hint::kRelated},
    {"|see|also", Hint::kRelated},
    {"featured", Hint::kRelated},
    {"|ad|", Hint::kAdvert},
    {"|ads", Hint::kAdvert},
    {"advert", Hint::kAdvert},
    {"adsense", Hint::kAdvert},
    {"sponsor", Hint::kAdvert},
    {"banner", Hint::kAdvert},
    {"promo", Hint::kAdvert},
    {"|dfp", Hint::kAdvert},
    {"anzeige", Hint::kAdvert},
    {"affiliate", Hint::kAdvert},
    {"cookie", Hint::kDialog},
    {"consent", Hint::kDialog},
    {"gdpr", Hint::kDialog},
    {"popup", Hint::kDialog},
    {"modal", Hint::kDialog},
    {"overlay", Hint::kDialog},
    {"newsletter", Hint::kDialog},
    {"subscri", Hint::kDialog},
    {"signup", Hint::kDialog},
    {"login", Hint::kDialog},
    {"paywall", Hint::kDialog},
    {"register", Hint::kDialog},
    {"notice", Hint::kDialog},
    {"alert", Hint::kDialog},
    {"meta", Hint::kMeta},
    {"byline", Hint::kMeta},
    {"author", Hint::kMeta},
    {"|date", Hint::kMeta},
    {"time|", Hint::kMeta},
    {"timestamp", Hint::kMeta},
    {"published", Hint::kMeta},
    {"posted", Hint::kMeta},
    {"|bio", Hint::kMeta},
    {"avatar", Hint::kMeta},
    {"profile", Hint::kMeta},
    {"kicker", Hint::kMeta},
    {"|tag", Hint::kTags},
    {"tags|", Hint::kTags},
    {"categor", Hint::kTags},
    {"topic", Hint::kTags},
    {"keyword", Hint::kTags},
    {"label", Hint::kTags},
    {"rubri", Hint::kTags},
    {"taxonomy", Hint::kTags},
    {"caption", Hint::kCaption},
    {"figure", Hint::kCaption},
    {"image", Hint::kCaption},
    {"photo", Hint::kCaption},
    {"picture", Hint::kCaption},
    {"gallery", Hint::kCaption},
    {"media", Hint::kCaption},
    {"video", Hint::kCaption},
    {"thumb", Hint::kCaption},
    {"credit", Hint::kCaption},
    {"|img", Hint::kCaption},
    {"copyright|holder", Hint::kCaption},
    {"form|", Hint::kForm},
    {"search", Hint::kForm},
    {"|input", Hint::kForm},
    {"field", Hint::kForm},
    {"button", Hint::kForm},
    {"|btn", Hint::kForm},
    {"captcha", Hint::kForm},
    {"rating", Hint::kForm},
    {"vote", Hint::kForm},
    {"pager", Hint::kPager},
    {"paginat", Hint::kPager},
    {"|prev", Hint::kPager},
    {"|next", Hint::kPager},
    {"pagenav", Hint::kPager},
    {"content", Hint::kContent},
    {"|main", Hint::kContent},
    {"|body", Hint::kContent},
    {"column", Hint::kContent},
    {"primary", Hint::kContent},
    {"inhalt", Hint::kContent},
    {"article", Hint::kArticle},
    {"artikel", Hint::kArticle},
    {"story", Hint::kArticle},
    {"entry", Hint::kArticle},
    {"|post|", Hint::kArticle},
    {"|posts|", Hint::kArticle},
    {"postbody", Hint::kArticle},
    {"|blog", Hint::kArticle},
    {"|news|", Hint::kArticle},
    {"title", Hint::kTitle},
    {"headline", Hint::kTitle},
    {"heading", Hint::kTitle},
    {"message", Hint::kMessage},
    {"thread", Hint::kMessage},
    {"forum", Hint::kMessage},
    {"answer", Hint::kMessage},
    {"question", Hint::kMessage},
    {"quote", Hint::kMessage},
    {"hidden", Hint::kHidden},
    {"|skip", Hint::kHidden},
    {"|sr|only", Hint::kHidden},
    {"noprint", Hint::kHidden},
    {"print", Hint::kHidden},
    {"screen|reader", Hint::kHidden},
    {"offscreen", Hint::kHidden},
    {"visually", Hint::kHidden},
    {"toggle", Hint::kHidden},
    {"collapse", Hint::kHidden},
    {"copyright", Hint::kLegal},
    {"legal", Hint::kLegal},
    {"disclaimer", Hint::kLegal},
    {"licen", Hint::kLegal},
    {"privacy", Hint::kLegal},
    {"imprint", Hint::kLegal},
    {"impressum", Hint::kLegal},
    {"summary", Hint::kSummary},
    {"intro", Hint::kSummary},
    {"|lead|", Hint::kSummary},
    {"excerpt", Hint::kSummary},
    {"abstract", Hint::kSummary},
    {"description", Hint::kSummary},
    {"standfirst", Hint::kSummary},
    {"subtitle", Hint::kSummary},
    {"|deck|", Hint::kSummary},
    {"list", Hint::kList},
    {"|item", Hint::kList},
    {"archive", Hint::kList},
    {"calendar", Hint::kList},
    {"|index", Hint::kList},
    {"|toc|", Hint::kList},
    {"grid", Hint::kList},
    {"card", Hint::kList},
    {"links", Hint::kList},
    {"lang", Hint::kLanguage},
    {"locale", Hint::kLanguage},
    {"country", Hint::kLanguage},
    {"product", Hint::kProduct},
    {"price", Hint::kProduct},
    {"|shop", Hint::kProduct},
    {"|cart|", Hint::kProduct},
    {"review", Hint::kProduct},
    {"text", Hint::kText},
    {"prose", Hint::kText},
    {"paragraph", Hint::kText},
    {"copy|", Hint::kText},
    {"markdown", Hint::kText},
    {"wysiwyg", Hint::kText},
    {"richtext", Hint::kText},
    {"tool", Hint::kTool},
    {"action", Hint::kTool},
    {"download", Hint::kTool},
    {"contact", Hint::kTool},
    {"email", Hint::kTool},
    {"|edit", Hint::kTool},
    {"infobox", Hint::kTool},
    {"reference", Hint::kTool},
};

constexpr std::string_view kNames[kHints] = {
    "navigation", "footer",   "header",  "sidebar", "comment", "share", "related",
    "advert",     "dialog",   "meta",    "tags",    "caption", "form",  "pager",
    "content",    "article",  "title",   "message", "hidden",  "legal", "summary",
    "list",       "language", "product", "text",    "tool"};

constexpr unsigned kBar = 26;
constexpr unsigned kSymbols = 32;  // 27 are used; a power of two makes the index a shift

constexpr unsigned symbol(char c) {
  const unsigned letter = (static_cast<unsigned char>(c) | 0x20u) - 'a';
  return letter < 26 ? letter : kBar;
}
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }

class Automaton {
 public:
  Automaton() {
    add_state();
    for (const Root& root : kRoots) insert(root);
    link();
  }

  uint16_t step(uint16_t state, unsigned symbol) const { return edges_[state][symbol]; }
  HintSet hints(uint16_t state) const { return hints_[state]; }

 private:
  uint16_t add_state() {
    edges_.emplace_back();
    hints_.push_back(0);
    return static_cast<uint16_t>(edges_.size() - 1);
  }

  void insert(const Root& root) {
    uint16_t state = 0;
    for (char c : root.word) {
      if (edges_[state][symbol(c)] == 0) {
        const uint16_t made = add_state();
        edges_[state][symbol(c)] = made;
      }
      state = edges_[state][symbol(c)];
    }
    hints_[state] |= bit(root.hint);
  }

  // Breadth first: a state's suffix is shorter than the state, so it is already complete.
  void link() {
    std::vector<uint16_t> suffix(edges_.size(), 0), queue;
    for (uint16_t next : edges_[0]) {
      if (next != 0) queue.push_back(next);
    }
    for (size_t head = 0; head < queue.size(); ++head) {
      const uint16_t state = queue[head];
      hints_[state] |= hints_[suffix[state]];
      for (unsigned s = 0; s <= kBar; ++s) {
        uint16_t& next = edges_[state][s];
        const uint16_t other = edges_[suffix[state]][s];
        if (next == 0) {
          next = other;
        } else {
          suffix[next] = other;
          queue.push_back(next);
        }
      }
    }
  }

  std::vector<std::array<uint16_t, kSymbols>> edges_;
  std::vector<HintSet> hints_;
};

const Automaton& automaton() {
  static const Automaton made;
  return made;
}

}  // namespace

HintSet find_hints(std::string_view value) {
  const Automaton& names = automaton();
  uint16_t state = names.step(0, kBar);
  HintSet found = 0;
  bool small = false;
  for (char c : value) {
    if (small && is_capital(c)) {
      state = names.step(state, kBar);
      found |= names.hints(state);
    }
    small = is_small(c);
    state = names.step(state, symbol(c));
    found |= names.hints(state);
  }
  return found | names.hints(names.step(state, kBar));
}

std::string_view name(Hint hint) { return kNames[static_cast<unsigned>(hint)]; }

}  // namespace doppel::extract
