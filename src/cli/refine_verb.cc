#include <algorithm>
#include <iostream>

#include "check/printable.h"
#include "cli/program.h"
#include "cli/read_text.h"
#include "cli/results_json.h"
#include "cli/terminal.h"
#include "refine/comparison_page.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string file, presentation = "collapse";
  std::string degree = "70", link_weight = "0", page, per_page = "10";
  bool raw = false, strict = false, fragments = false, html = false, json = false;
};

struct Paging {
  size_t page = 0, per_page = 0;  // page 0: everything
};

Result<Presentation> presentation_of(const std::string& text) {
  for (Presentation p : {Presentation::kCollapse, Presentation::kGroup, Presentation::kMark}) {
    if (text == name(p)) return p;
  }
  return invalid_argument("unknown presentation \"" + text + "\": use collapse, group or mark");
}

Result<RefineRules> rules_of(const Flags& flags) {
  RefineRules rules{.raw = flags.raw, .strict = flags.strict, .fragments = flags.fragments};
  auto degree = parse_number("--degree", flags.degree, 50, 100);
  if (!degree) return degree.error();
  auto weight = parse_number("--link-weight", flags.link_weight, 0, 100);
  if (!weight) return weight.error();
  auto presentation = presentation_of(flags.presentation);
  if (!presentation) return presentation.error();
  rules.degree = *degree;
  rules.link_weight = *weight;
  rules.presentation = *presentation;
  return rules;
}

Result<Paging> paging_of(const Flags& flags, Presentation presentation) {
  constexpr uint32_t kMost = 1'000'000;
  Paging out;
  auto per_page = parse_number("--per-page", flags.per_page, 1, kMost);
  if (!per_page) return per_page.error();
  out.per_page = *per_page;
  if (flags.html && (flags.json || !flags.page.empty())) {
    return invalid_argument("--html cannot be combined with --json or --page");
  }
  if (flags.page.empty()) return out;
  if (presentation == Presentation::kMark) {
    return invalid_argument(
        "--page cannot be combined with --presentation mark, which lists every result");
  }
  auto page = parse_number("--page", flags.page, 1, kMost);
  if (!page) return page.error();
  out.page = *page;
  return out;
}

void print_problems(const std::vector<std::string>& problems) {
  constexpr size_t kShown = 10;
  for (size_t i = 0; i < std::min(problems.size(), kShown); ++i) warn(problems[i]);
  if (problems.size() > kShown) {
    warn(std::to_string(problems.size() - kShown) + " more problems of this kind");
  }
}

std::string place(const RefineRequest& request, const RefinedResult& result) {
  const SearchResult& r = request.results[result.index];
  std::string rank = std::to_string(result.rank);
  if (rank.size() < 4) rank.insert(0, 4 - rank.size(), ' ');
  return rank + "  " + (r.url.empty() ? "(no URL)" : checks::printable(r.url)) +
         (r.title.empty() ? "" : "  " + checks::printable(r.title));
}

std::string notes(const RefinedResult& result) {
  std::string out;
  if (result.contained_in) out += "  contained in " + std::to_string(*result.contained_in);
  if (result.basis == Basis::kNothing) out += "  no text";
  if (result.basis == Basis::kThin) out += "  too little text";
  if (result.basis == Basis::kFull) out += "  filter full";
  return out;
}

std::string likeness(const RefinedResult& member) {
  return fraction_text(member.similarity, 1'000'000);
}

void print_groups(const RefineRequest& request, std::span<const RefinedGroup> groups,
                  Presentation presentation) {
  for (const RefinedGroup& group : groups) {
    std::cout << place(request, group.anchor) << notes(group.anchor) << "\n";
    if (presentation == Presentation::kGroup) {
      for (const RefinedResult& member : group.members) {
        std::cout << "    " << place(request, member) << "  " << likeness(member) << notes(member)
                  << "\n";
      }
    } else if (!group.members.empty()) {
      std::cout << "      " << count_text(group.members.size(), "similar result") << " hidden\n";
    }
  }
}

void print_marked(const RefineRequest& request, const Refined& refined) {
  std::vector<std::pair<uint64_t, std::string>> lines;
  for (const RefinedGroup& group : refined.groups) {
    lines.emplace_back(group.anchor.rank, place(request, group.anchor) + notes(group.anchor));
    for (const RefinedResult& member : group.members) {
      lines.emplace_back(member.rank, place(request, member) + "  same as " +
                                          std::to_string(group.anchor.rank) + ", " +
                                          likeness(member) + notes(member));
    }
  }
  std::sort(lines.begin(), lines.end());
  for (const auto& [rank, line] : lines) std::cout << line << "\n";
}

void print_totals(const RefineTotals& totals) {
  std::cout << count_text(totals.shown + totals.hidden, "result") << ": " << totals.shown
            << " shown, " << totals.hidden << " hidden, " << count_text(totals.groups, "group")
            << "\n";
}

int run_refine(const Flags& flags) {
  auto rules = rules_of(flags);
  if (!rules) return report(rules.error());
  auto paging = paging_of(flags, rules->presentation);
  if (!paging) return report(paging.error());
  auto text = read_plain_text(flags.file);
  if (!text) return report(text.error());
  auto read = read_refine_request(*std::move(text));
  if (!read) return report(corrupt(flags.file + ": " + read.error().message()));
  print_problems(read->problems);
  const RefineRequest& request = read->request;
  auto refined = refine_results(request, *rules);
  if (!refined) return report(corrupt(flags.file + ": " + refined.error().message()));
  const std::span<const RefinedGroup> groups =
      paging->page == 0 ? refined->groups : refined->page(paging->page, paging->per_page);
  if (flags.html) {
    std::cout << refine::comparison_page(request, *rules, *refined);
    return kDone;
  }
  if (flags.json) {
    std::cout << refined_json(request, *refined, groups, rules->presentation);
    return kDone;
  }
  if (rules->presentation == Presentation::kMark) {
    print_marked(request, *refined);
  } else {
    print_groups(request, groups, rules->presentation);
  }
  print_totals(refined->totals);
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> refine_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "refine", "FILE [options]", "group near-identical search results",
      "Groups search results by content. FILE is {\"query\": ..., \"results\": [{\"rank\", "
      "\"url\", "
      "\"title\",\n"
      "\"engine\", and \"text\", \"html\" or \"filter\"}, ...]}. The best rank of a group is its "
      "anchor.",
      "doppel refine results.json --presentation group --degree 80");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("FILE", flags->file, "a JSON file, or - for standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  app.add_option("--degree", flags->degree,
                 "similarity from which results match, 50 to 100 percent (default 70)")
      ->type_name("D")
      ->group("rules");
  app.add_flag("--raw", flags->raw,
               "count common bits as in the paper, without correcting for chance")
      ->group("rules");
  app.add_flag("--strict", flags->strict, "require every member of a group to match its anchor")
      ->group("rules");
  app.add_flag("--fragments", flags->fragments,
               "compare only the blocks that contain words of the query")
      ->group("rules");
  app.add_option("--link-weight", flags->link_weight,
                 "weight of shared links in the similarity, in percent (default 0)")
      ->type_name("W")
      ->group("rules");
  app.add_option("--presentation", flags->presentation, "collapse (default), group or mark")
      ->type_name("HOW")
      ->group("output");
  app.add_option("--page", flags->page, "show only this page of groups")
      ->type_name("N")
      ->group("output");
  app.add_option("--per-page", flags->per_page, "groups per page (default 10)")
      ->type_name("N")
      ->group("output");
  app.add_flag("--html", flags->html, "print an HTML page that shows the results before and after")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_refine(*flags); };
  return verb;
}

}  // namespace doppel::cli
