// The table is built at compile time, a slot for each name. Keys are the first 16 bytes of the
// name: all names of HTML are shorter.
//
// Tested by tags_test.cc.
#include "html/tags.h"

#include "base/ascii.h"

namespace doppel::html {
namespace {

struct NamedTag {
  std::string_view name;
  Tag tag;
};

constexpr NamedTag kNamed[] = {
    {"address", Tag::kAddress},
    {"article", Tag::kArticle},
    {"aside", Tag::kAside},
    {"blockquote", Tag::kBlockquote},
    {"body", Tag::kPage},
    {"button", Tag::kButton},
    {"caption", Tag::kCaption},
    {"center", Tag::kCenter},
    {"dd", Tag::kDd},
    {"details", Tag::kDetails},
    {"dialog", Tag::kDialog},
    {"dir", Tag::kDir},
    {"div", Tag::kDiv},
    {"dl", Tag::kDl},
    {"dt", Tag::kDt},
    {"fieldset", Tag::kFieldset},
    {"figcaption", Tag::kFigcaption},
    {"figure", Tag::kFigure},
    {"footer", Tag::kFooter},
    {"form", Tag::kForm},
    {"frameset", Tag::kFrameset},
    {"h1", Tag::kH1},
    {"h2", Tag::kH2},
    {"h3", Tag::kH3},
    {"h4", Tag::kH4},
    {"h5", Tag::kH5},
    {"h6", Tag::kH6},
    {"head", Tag::kPage},
    {"header", Tag::kHeader},
    {"hgroup", Tag::kHgroup},
    {"hr", Tag::kHr},
    {"html", Tag::kHtml},
    {"legend", Tag::kLegend},
    {"li", Tag::kLi},
    {"listing", Tag::kListing},
    {"main", Tag::kMain},
    {"menu", Tag::kMenu},
    {"nav", Tag::kNav},
    {"ol", Tag::kOl},
    {"optgroup", Tag::kOptgroup},
    {"option", Tag::kOption},
    {"p", Tag::kP},
    {"plaintext", Tag::kPlaintext},
    {"pre", Tag::kPre},
    {"search", Tag::kSearch},
    {"section", Tag::kSection},
    {"select", Tag::kSelect},
    {"summary", Tag::kSummary},
    {"table", Tag::kTable},
    {"tbody", Tag::kTbody},
    {"td", Tag::kTd},
    {"textarea", Tag::kTextarea},
    {"tfoot", Tag::kTfoot},
    {"th", Tag::kTh},
    {"thead", Tag::kThead},
    {"tr", Tag::kTr},
    {"ul", Tag::kUl},
    {"xmp", Tag::kXmp},
    {"a", Tag::kA},
    {"br", Tag::kBr},
    {"input", Tag::kInput},
    {"base", Tag::kBase},
    {"link", Tag::kLink},
    {"meta", Tag::kMeta},
    {"script", Tag::kScript},
    {"style", Tag::kStyle},
    {"title", Tag::kTitle},
    {"template", Tag::kTemplate},
    {"noscript", Tag::kNoscript},
    {"iframe", Tag::kIframe},
    {"noembed", Tag::kNoembed},
    {"noframes", Tag::kNoframes},
    {"svg", Tag::kSvg},
    {"math", Tag::kMath},
    {"foreignobject", Tag::kForeignPoint},
    {"desc", Tag::kForeignPoint},
    {"mi", Tag::kForeignPoint},
    {"mo", Tag::kForeignPoint},
    {"mn", Tag::kForeignPoint},
    {"ms", Tag::kForeignPoint},
    {"mtext", Tag::kForeignPoint},
    {"annotation-xml", Tag::kForeignPoint},
    {"font", Tag::kFont},
};

constexpr std::string_view kBreakoutNames[] = {
    "b",     "big",  "code",   "em",     "embed", "i",   "img", "nobr", "ruby", "s",
    "small", "span", "strong", "strike", "sub",   "sup", "tt",  "u",    "var"};

constexpr std::string_view kInlineNames[] = {
    "abbr",    "acronym", "area",   "audio",  "basefont", "bdi",       "bdo",       "bgsound",
    "blink",   "canvas",  "cite",   "col",    "colgroup", "data",      "del",       "dfn",
    "frame",   "image",   "ins",    "kbd",    "keygen",   "label",     "map",       "mark",
    "marquee", "meter",   "object", "output", "param",    "picture",   "progress",  "q",
    "rb",      "rp",      "rt",     "rtc",    "samp",     "slot",      "source",    "spacer",
    "time",    "track",   "video",  "wbr",    "mrow",     "msup",      "msub",      "mfrac",
    "msqrt",   "mtable",  "mtr",    "mtd",    "mstyle",   "semantics", "annotation"};

constexpr TagKey key_of(std::string_view name) {
  TagKey key;
  for (size_t i = 0; i < name.size() && i < 16; ++i) {
    const auto byte = static_cast<uint64_t>(static_cast<unsigned char>(ascii_lower(name[i])));
    (i < 8 ? key.low : key.high) |= byte << (8 * (i % 8));
  }
  return key;
}

constexpr void insert(std::array<TagSlot, kTagSlots>& table, std::string_view name, Tag tag) {
  const TagKey key = key_of(name);
  TagSlot& slot = table[tag_hash(key)];
  if (!(slot.key == TagKey{})) throw "two names share a slot";  // does not compile
  slot = {key, tag};
}

constexpr std::array<TagSlot, kTagSlots> build() {
  std::array<TagSlot, kTagSlots> table{};
  for (const NamedTag& named : kNamed) insert(table, named.name, named.tag);
  for (std::string_view name : kBreakoutNames) insert(table, name, Tag::kBreakout);
  for (std::string_view name : kInlineNames) insert(table, name, Tag::kInline);
  return table;
}

}  // namespace

constexpr std::array<TagSlot, kTagSlots> kTagTable = build();

TagKey tag_key(std::string_view name) { return key_of(name); }

Tag find_tag(std::string_view name) {
  return name.size() > 16 ? Tag::kCustom : find_tag(key_of(name));
}

Content content_of(Tag tag) {
  switch (tag) {
    case Tag::kTitle:
    case Tag::kTextarea: return Content::kRcdata;
    case Tag::kStyle:
    case Tag::kXmp:
    case Tag::kNoscript:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes: return Content::kRawText;
    case Tag::kScript: return Content::kScript;
    case Tag::kPlaintext: return Content::kPlainText;
    default: return Content::kData;
  }
}

std::string_view name(Tag tag) {
  if (tag == Tag::kBody) return "body";
  for (const NamedTag& named : kNamed) {
    if (named.tag == tag && is_block(tag)) return named.name;
  }
  return "custom";
}

}  // namespace doppel::html
