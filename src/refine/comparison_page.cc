// Tested by comparison_page_test.cc.
#include "refine/comparison_page.h"

#include <algorithm>

namespace doppel::refine {
namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>doppel refine</title>
<style>
:root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --ink: #1c2430; --soft: #667085;
  --line: #e3e7ee; --link: #1a4fb4; --light: 38%; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1b212a; --ink: #e6eaf0;
  --soft: #98a2b3; --line: #2b3440; --link: #8ab4ff; --light: 62%; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
header, main { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 28px; }
h1 { margin: 0 0 4px; font-size: 22px; }
h2 { margin: 0 0 12px; font-size: 13px; text-transform: uppercase; letter-spacing: .08em;
  color: var(--soft); }
.rules { color: var(--soft); margin: 0 0 16px; }
.totals { display: flex; gap: 12px; flex-wrap: wrap; margin-bottom: 24px; }
.totals div { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 10px 16px; }
.totals b { display: block; font-size: 22px; }
.totals span { color: var(--soft); font-size: 13px; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px;
  padding-bottom: 48px; align-items: start; }
@media (max-width: 760px) { main { grid-template-columns: minmax(0, 1fr); } }
ol { list-style: none; margin: 0; padding: 0; }
li { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--line);
  border-radius: 8px; padding: 9px 14px; margin-bottom: 8px; display: flex; gap: 12px; }
li.grouped { border-left-color: hsl(var(--hue) 65% var(--light)); }
li.hidden { opacity: .72; }
.rank { min-width: 1.6em; text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; }
.result { min-width: 0; flex: 1; }
.title { font-weight: 600; overflow-wrap: anywhere; }
.url { color: var(--link); font-size: 13px; text-decoration: none; overflow-wrap: anywhere; }
.note { display: inline-block; font-size: 12px; color: var(--soft); margin-right: 10px; }
.same { color: hsl(var(--hue) 65% var(--light)); font-weight: 600; }
details { margin-top: 6px; font-size: 13px; }
summary { cursor: pointer; color: var(--soft); }
details p { margin: 6px 0 0; padding-left: 12px; border-left: 2px solid var(--line); }
</style>
</head>
<body>
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<uint8_t>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return out;
}

// "93.1 %", cut, not rounded.
std::string percent(uint32_t millionths) {
  return std::to_string(millionths / 10'000) + "." + std::to_string(millionths / 1'000 % 10) + " %";
}

std::string note(const std::string& text, std::string_view kind = "note") {
  return "<span class=\"" + std::string(kind) + "\">" + text + "</span>";
}

std::string notes(const RefinedResult& result) {
  std::string out;
  if (result.contained_in) {
    out += note("contained in " + std::to_string(*result.contained_in));
  }
  switch (result.basis) {
    case Basis::kPage: break;
    case Basis::kFragment: out += note("compared by fragment"); break;
    case Basis::kNothing: out += note("no text"); break;
    case Basis::kThin: out += note("too little text"); break;
    case Basis::kFull: out += note("filter full"); break;
  }
  return out;
}

std::string address(std::string_view url) {
  if (url.empty()) return note("no URL");
  const bool link = url.starts_with("http://") || url.starts_with("https://");
  const std::string shown = escaped(url);
  if (!link) return "<span class=\"url\">" + shown + "</span>";
  return "<a class=\"url\" rel=\"noreferrer nofollow\" href=\"" + shown + "\">" + shown + "</a>";
}

// One result with the number of its group.
struct Placed {
  const RefinedResult* result;
  const RefinedGroup* group;
  size_t number;

  bool is_anchor() const { return result == &group->anchor; }
};

std::vector<Placed> by_rank(const Refined& refined) {
  std::vector<Placed> out;
  for (size_t i = 0; i < refined.groups.size(); ++i) {
    const RefinedGroup& group = refined.groups[i];
    out.push_back({&group.anchor, &group, i});
    for (const RefinedResult& member : group.members) out.push_back({&member, &group, i});
  }
  std::sort(out.begin(), out.end(),
            [](const Placed& a, const Placed& b) { return a.result->rank < b.result->rank; });
  return out;
}

class PageWriter {
 public:
  PageWriter(const RefineRequest& request, const RefineRules& rules, const Refined& refined)
      : request_(request), rules_(rules), refined_(refined), placed_(by_rank(refined)) {}

  std::string write() {
    out_ = kHead;
    write_header();
    out_ += "<main>\n<section>\n<h2>Before</h2>\n<ol>\n";
    for (const Placed& placed : placed_) write_before(placed);
    out_ += "</ol>\n</section>\n<section>\n<h2>After</h2>\n<ol>\n";
    for (const Placed& placed : placed_) write_after(placed);
    out_ += "</ol>\n</section>\n</main>\n</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  void write_header() {
    out_ += "<header>\n<h1>" +
            (request_.query.empty() ? "Search results" : escaped(request_.query)) +
            "</h1>\n<p class=\"rules\">similar from " + std::to_string(rules_.degree) + " %" +
            (rules_.raw ? ", raw" : "") + (rules_.strict ? ", strict" : "") +
            (rules_.fragments ? ", by fragments" : "") +
            (rules_.link_weight > 0 ? ", links " + std::to_string(rules_.link_weight) + " %" : "") +
            "; " + std::string(name(rules_.presentation)) + "</p>\n<div class=\"totals\">\n";
    const RefineTotals& totals = refined_.totals;
    write_total(totals.shown + totals.hidden, "results");
    write_total(totals.shown, "shown");
    write_total(totals.hidden, "hidden");
    write_total(totals.groups, "groups");
    out_ += "</div>\n</header>\n";
  }

  void write_total(uint64_t value, const char* what) {
    out_ += "<div><b>" + std::to_string(value) + "</b><span>" + what + "</span></div>\n";
  }

  void begin_item(const Placed& placed, bool faint) {
    // A golden angle apart, so that neighbours differ.
    const size_t hue = placed.number * 137 % 360;
    const bool grouped = !placed.group->members.empty();
    std::string kinds = grouped ? "grouped" : "";
    if (faint) kinds += kinds.empty() ? "hidden" : " hidden";
    out_ += "<li" + (kinds.empty() ? "" : " class=\"" + kinds + "\"") +
            (grouped ? " style=\"--hue: " + std::to_string(hue) + "\"" : "") +
            "><span class=\"rank\">" + std::to_string(placed.result->rank) +
            "</span><div class=\"result\">";
    const SearchResult& result = request_.results[placed.result->index];
    if (!result.title.empty()) out_ += "<div class=\"title\">" + escaped(result.title) + "</div>";
    out_ += address(result.url) + "<div>";
  }
  void end_item() { out_ += "</div></li>\n"; }

  void write_same(const Placed& placed) {
    out_ += note("same as " + std::to_string(placed.group->anchor.rank) + ", " +
                     percent(placed.result->similarity),
                 "note same");
  }

  void write_before(const Placed& placed) {
    begin_item(placed, !placed.is_anchor());
    if (!placed.is_anchor()) write_same(placed);
    out_ += notes(*placed.result) + "</div>";
    end_item();
  }

  void write_after(const Placed& placed) {
    const bool mark = rules_.presentation == Presentation::kMark;
    if (!placed.is_anchor() && !mark) return;
    begin_item(placed, false);
    if (!placed.is_anchor()) write_same(placed);
    out_ += notes(*placed.result) + "</div>";
    if (placed.is_anchor() && !mark && !placed.group->members.empty()) write_members(*placed.group);
    end_item();
  }

  void write_members(const RefinedGroup& group) {
    const bool open = rules_.presentation == Presentation::kGroup;
    out_ += std::string("<details") + (open ? " open" : "") + "><summary>" +
            std::to_string(group.members.size()) + " similar</summary>";
    for (const RefinedResult& member : group.members) {
      const SearchResult& result = request_.results[member.index];
      out_ += "<p>" + std::to_string(member.rank) + "&ensp;" + escaped(result.title) + " " +
              address(result.url) + " " + note(percent(member.similarity)) + "</p>";
    }
    out_ += "</details>";
  }

  const RefineRequest& request_;
  const RefineRules& rules_;
  const Refined& refined_;
  std::vector<Placed> placed_;
  std::string out_;
};

}  // namespace

std::string comparison_page(const RefineRequest& request, const RefineRules& rules,
                            const Refined& refined) {
  return PageWriter(request, rules, refined).write();
}

}  // namespace doppel::refine
