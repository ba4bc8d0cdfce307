#include <cmath>
#include <cstdio>
#include <iostream>

#include "check/printable.h"
#include "cli/marks.h"
#include "cli/program.h"
#include "cli/read_text.h"
#include "cli/terminal.h"
#include "compare/page_pair.h"
#include "compare/text_pair.h"
#include "doppel/compare.h"
#include "json/json_writer.h"
#include "similarity/composite_predicate.h"
#include "similarity/estimates.h"
#include "sketch/bloom.h"

namespace doppel::cli {
namespace {

using similarity::CompositePredicate;
using similarity::Estimate;

struct Flags {
  std::string left, right, predicate;
  RuleFlags rules;
  std::string view = "any";
  bool json = false;
};

// What each sketch estimates, with its error.
struct Sketched {
  std::optional<Estimate> minhash, bottom, mod, bloom;
  uint32_t simhash_distance = 0, simhash_bits = 0;
};

struct Answer {
  CompositePredicate predicate;
  bool duplicate = false;
  Comparison comparison;
  std::optional<uint64_t> edit_distance;
  Sketched sketched;
  std::optional<compare::PageComparison> pages;  // of HTML pages, by both views
};

std::string decimal_text(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

Sketched sketch_pair(compare::TextPair& pair, const TextRules& rules) {
  const SignatureRules wanted{
      .text = rules, .bottom = 128, .mod = 16, .bloom_bits = sketch::BloomFilter::kDefaultBits};
  const auto& [left, right] = pair.signatures(wanted);
  return {similarity::minhash_estimate(left, right),
          similarity::bottom_estimate(left, right),
          similarity::mod_estimate(left, right),
          similarity::bloom_resemblance(left, right),
          similarity::simhash_distance(left, right).value_or(0),
          wanted.simhash_bits};
}

// For people, truncated to six decimals; the decision is made in integers. It takes a single square
// root, so that texts with equal counts get exactly 1.
std::string cosine_text(const Comparison& c) {
  double lengths =
      std::sqrt(static_cast<double>(c.left_square) * static_cast<double>(c.right_square));
  if (lengths == 0) return fraction_text(c.left_square == c.right_square, 1);
  double cosine = std::min(1.0, static_cast<double>(c.dot) / lengths);
  return fraction_text(static_cast<uint64_t>(cosine * 1e6), 1'000'000);
}

void add_estimate(json::JsonWriter& json, const json::JsonKey& key,
                  const std::optional<Estimate>& e) {
  json.key(key).begin_object();
  json.key("estimate").raw(e ? decimal_text(e->value, 6) : "null");
  json.key("error").raw(e ? decimal_text(e->error, 6) : "null");
  json.end_object();
}

void add_sketches(json::JsonWriter& json, const Sketched& s) {
  add_estimate(json, "minhash", s.minhash);
  add_estimate(json, "bottom", s.bottom);
  add_estimate(json, "modn", s.mod);
  add_estimate(json, "bloom", s.bloom);
  json.key("simhash").begin_object();
  json.key("distance").number(s.simhash_distance);
  json.key("bits").number(s.simhash_bits);
  json.end_object();
}

void add_pages(json::JsonWriter& json, const compare::PageComparison& pages) {
  json.key("full_jaccard").decimal6(pages.full.common, pages.full.in_union());
  json.key("same_subject").boolean(pages.same_subject);
  json.key("short_main").boolean(pages.short_main);
  json.key("view");
  if (pages.verified) {
    json.string(name(pages.verified->view));
  } else {
    json.null();
  }
}

void print_json(const Answer& a) {
  const Similarity& s = a.comparison.similarity;
  json::JsonWriter json;
  json.begin_object();
  json.key("jaccard").decimal6(s.common, s.in_union());
  json.key("similarity").begin_object();
  json.key("common").number(s.common);
  json.key("left_only").number(s.left_only);
  json.key("right_only").number(s.right_only);
  json.end_object();
  json.key("containment").begin_object();
  json.key("left").decimal6(s.common, a.comparison.left_size());
  json.key("right").decimal6(s.common, a.comparison.right_size());
  json.end_object();
  json.key("cosine").raw(cosine_text(a.comparison));
  json.key("edit_distance");
  if (a.edit_distance) {
    json.number(*a.edit_distance);
  } else {
    json.null();
  }
  add_sketches(json, a.sketched);
  json.key("predicate").string(a.predicate.to_string());
  if (a.pages) add_pages(json, *a.pages);
  json.key("duplicate").boolean(a.duplicate);
  json.end_object();
  std::cout << json.take_line();
}

std::string estimate_text(const std::optional<Estimate>& e) {
  if (!e) return "unknown";
  if (e->error == 0) return decimal_text(e->value, 6) + "  exact";
  return decimal_text(e->value, 6) + " +- " + decimal_text(e->error, 3);
}

void print_sketches(const Sketched& s) {
  std::cout << "minhash        " << estimate_text(s.minhash) << "\n"
            << "bottom         " << estimate_text(s.bottom) << "\n"
            << "modn           " << estimate_text(s.mod) << "\n"
            << "bloom          " << estimate_text(s.bloom) << "\n"
            << "simhash        " << s.simhash_distance << " of " << s.simhash_bits
            << " bits differ\n";
}

// Prints each part of a predicate, what was measured for it, and whether it holds.
void print_parts(const CompositePredicate& predicate, compare::TextPair& pair) {
  for (const CompositePredicate& part : predicate.parts) print_parts(part, pair);
  if (!predicate.parts.empty()) return;
  std::cout << "  " << (predicate.holds(pair) ? "holds  " : "fails  ") << predicate.to_string();
  if (const auto* sketched = std::get_if<similarity::SketchPredicate>(&predicate.rule)) {
    const auto& [left, right] = pair.signatures(sketched->rules);
    const auto estimate = sketched->estimate(left, right);
    std::cout << ": "
              << (sketched->counts() && estimate ? decimal_text(estimate->value, 0)
                                                 : estimate_text(estimate));
  }
  std::cout << "\n";
}

// What the rule of pages looks at beside the similarity of the main contents.
void print_pages(const compare::PageComparison& pages) {
  const Similarity& s = pages.full;
  std::cout << "full texts     " << fraction_text(s.common, s.in_union()) << "  " << s.common
            << " common, " << s.left_only << " left only, " << s.right_only << " right only\n"
            << "subject        "
            << (pages.same_subject ? "the same title, and the main content speaks of it"
                                   : "not known to be the same")
            << (pages.short_main ? "; main content under 200 words" : "") << "\n";
}

void print_text(const Flags& flags, const Answer& a, compare::TextPair& pair) {
  const Comparison& c = a.comparison;
  const Similarity& s = c.similarity;
  std::cout << "left           " << checks::printable(flags.left) << ", "
            << count_text(pair.left_words().size(), "word") << ", "
            << count_text(c.left_size(), "shingle") << "\n"
            << "right          " << checks::printable(flags.right) << ", "
            << count_text(pair.right_words().size(), "word") << ", "
            << count_text(c.right_size(), "shingle") << "\n"
            << "jaccard        " << fraction_text(s.common, s.in_union()) << "  " << s.common
            << " common, " << s.left_only << " left only, " << s.right_only << " right only\n"
            << "containment    " << fraction_text(s.common, c.left_size()) << " of left, "
            << fraction_text(s.common, c.right_size()) << " of right\n"
            << "cosine         " << cosine_text(c) << "\n"
            << "edit distance  ";
  if (a.edit_distance) {
    std::cout << count_text(*a.edit_distance, "word") << "\n";
  } else {
    std::cout << "more than 10000 words\n";
  }
  print_sketches(a.sketched);
  const std::string marked =
      marked_differences(pair.left_words(), pair.right_words(), pair.differences());
  if (!marked.empty()) std::cout << "differences    [-left only-] {+right only+}\n" << marked;
  if (!a.predicate.parts.empty()) print_parts(a.predicate, pair);
  if (a.pages) print_pages(*a.pages);
  std::cout << (a.duplicate ? "duplicates" : "not duplicates") << " by " << a.predicate.to_string();
  if (a.pages && a.duplicate) {
    std::cout << " of their "
              << (a.pages->verified->view == View::kMain ? "main content" : "full texts");
  }
  std::cout << "\n";
}

compare::PageTexts page_texts(const FileText& file) {
  if (!file.page) return {file.text, file.text, {}};
  return {file.page->main, file.page->full, file.page->title};
}

int run_compare(const Flags& flags) {
  auto rules = flags.rules.predicate();
  if (!rules) return report(rules.error());
  Answer answer{.predicate = {*rules, {}}};
  if (!flags.predicate.empty()) {
    auto parsed = CompositePredicate::parse(flags.predicate);
    if (!parsed) return report(parsed.error());
    answer.predicate = *parsed;
  }
  if (flags.left == "-" && flags.right == "-") {
    return report(invalid_argument("standard input can be only one of the two texts"));
  }
  auto view = parse_view(flags.view);
  if (!view) return report(view.error());
  const View shown = *view == View::kFull ? View::kFull : View::kMain;
  auto left = read_text(flags.left, shown), right = read_text(flags.right, shown);
  if (!left) return report(left.error());
  if (!right) return report(right.error());
  compare::TextPair pair(left->text, right->text, rules->rules);
  answer.comparison = pair.comparison(rules->rules);
  answer.edit_distance = word_edit_distance(left->text, right->text, rules->rules);
  answer.sketched = sketch_pair(pair, rules->rules);
  answer.duplicate = answer.predicate.holds(pair);
  if (*view == View::kAny && flags.predicate.empty() && (left->page || right->page)) {
    answer.pages = compare::compare_pages(page_texts(*left), page_texts(*right), *rules);
    answer.duplicate = answer.pages->verified.has_value();
  }
  if (flags.json) {
    print_json(answer);
  } else {
    print_text(flags, answer, pair);
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> compare_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "compare", "A B [options]", "show how similar two texts are, and why",
      "Shows how similar two files are by every measure and every sketch, and the words in which\n"
      "they differ. The last line says whether they are duplicates under the rules.",
      "doppel compare old.txt new.txt --threshold 0.9");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("A", flags->left, "a text or HTML file, or - for standard input")
      ->type_name("A")
      ->required()
      ->group("input");
  app.add_option("B", flags->right, "the file to compare it with")
      ->type_name("B")
      ->required()
      ->group("input");
  flags->rules.add(app);
  app.add_option("--view", flags->view,
                 "of HTML: the main content (main), all text (full), or either (any, default)")
      ->type_name("VIEW")
      ->group("rules");
  app.add_option("--predicate", flags->predicate,
                 "use this predicate instead: \"any of (P; Q)\", \"simhash(64,3) <= 3\"")
      ->type_name("P")
      ->group("rules");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_compare(*flags); };
  return verb;
}

}  // namespace doppel::cli
