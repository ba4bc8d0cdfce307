#include <cmath>
#include <iostream>

#include "cli/program.h"
#include "cli/read_text.h"
#include "cli/terminal.h"
#include "ingest/json_writer.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string left, right;
  RuleFlags rules;
  bool json = false;
};

struct Answer {
  Predicate predicate;
  Comparison comparison;
  std::optional<uint64_t> edit_distance;
  size_t left_tokens = 0, right_tokens = 0;
};

// For people, cut to six decimals; the decision is made in integers.
std::string cosine_text(const Comparison& c) {
  double lengths = std::sqrt(static_cast<double>(c.left_square)) *
                   std::sqrt(static_cast<double>(c.right_square));
  if (lengths == 0) return fraction_text(c.left_square == c.right_square, 1);
  double cosine = std::min(1.0, static_cast<double>(c.dot) / lengths);
  return fraction_text(static_cast<uint64_t>(cosine * 1e6), 1'000'000);
}

void print_json(const Answer& a) {
  const Similarity& s = a.comparison.similarity;
  ingest::JsonWriter json;
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
  json.key("predicate").string(a.predicate.to_string());
  json.key("duplicate").boolean(a.predicate.holds(a.comparison));
  json.end_object();
  std::cout << json.take_line();
}

void print_text(const Flags& flags, const Answer& a) {
  const Comparison& c = a.comparison;
  const Similarity& s = c.similarity;
  std::cout << "left           " << flags.left << ", " << count_text(a.left_tokens, "word") << ", "
            << count_text(c.left_size(), "shingle") << "\n"
            << "right          " << flags.right << ", " << count_text(a.right_tokens, "word")
            << ", " << count_text(c.right_size(), "shingle") << "\n"
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
  std::cout << (a.predicate.holds(c) ? "duplicates" : "not duplicates") << " by "
            << a.predicate.to_string() << "\n";
}

int run_compare(const Flags& flags) {
  auto predicate = flags.rules.predicate();
  if (!predicate) return report(predicate.error());
  if (flags.left == "-" && flags.right == "-") {
    return report(invalid_argument("standard input can be only one of the two texts"));
  }
  auto left = read_text(flags.left), right = read_text(flags.right);
  if (!left) return report(left.error());
  if (!right) return report(right.error());
  const TextRules& rules = predicate->rules;
  Answer answer{*predicate, compare_texts(*left, *right, rules),
                word_edit_distance(*left, *right, rules), tokens(*left, rules).size(),
                tokens(*right, rules).size()};
  if (flags.json) {
    print_json(answer);
  } else {
    print_text(flags, answer);
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> compare_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "compare", "A B [options]", "how alike are two texts, and why",
      "Shows the similarity of two text files by every measure, as counts and fractions.\n"
      "The last line says whether the rules call them duplicates.",
      "doppel compare old.txt new.txt --threshold 0.9");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("A", flags->left, "a text file, or - for standard input")
      ->type_name("A")
      ->required()
      ->group("input");
  app.add_option("B", flags->right, "another")->type_name("B")->required()->group("input");
  flags->rules.add(app);
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_compare(*flags); };
  return verb;
}

}  // namespace doppel::cli
