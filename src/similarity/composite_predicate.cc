#include "similarity/composite_predicate.h"

#include <algorithm>

#include "similarity/rule_words.h"

namespace doppel::similarity {
namespace {

constexpr std::string_view kAllOf = "all of", kAnyOf = "any of";

// The parts between semicolons that are not inside brackets; nothing if brackets do not match.
std::optional<std::vector<std::string_view>> split_parts(std::string_view text) {
  std::vector<std::string_view> out;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (depth < 0) return std::nullopt;
    if (depth > 0 || text[i] != ';') continue;
    out.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  if (depth != 0) return std::nullopt;
  out.push_back(text.substr(begin));
  return out;
}

Result<CompositePredicate> parse_at(std::string_view text, int depth);

Result<CompositePredicate> parse_join(CompositePredicate::Join join, std::string_view inside,
                                      int depth) {
  auto fault = [&](const char* what) {
    return invalid_argument("predicate \"" + std::string(inside) + "\": " + what);
  };
  inside = without_spaces_around(inside);
  if (!inside.starts_with('(') || !inside.ends_with(')'))
    return fault("expected (one; other; ...)");
  if (depth == CompositePredicate::kMaxDepth)
    return fault("combinations are nested more than 16 deep");
  const auto texts = split_parts(inside.substr(1, inside.size() - 2));
  if (!texts) return fault("the brackets do not match");
  CompositePredicate out;
  out.rule = join;
  for (std::string_view text : *texts) {
    auto part = parse_at(text, depth + 1);
    if (!part) return part;
    out.parts.push_back(std::move(*part));
  }
  return out;
}

Result<CompositePredicate> parse_at(std::string_view text, int depth) {
  text = without_spaces_around(text);
  if (text.starts_with(kAllOf)) {
    return parse_join(CompositePredicate::Join::kAllOf, text.substr(kAllOf.size()), depth);
  }
  if (text.starts_with(kAnyOf)) {
    return parse_join(CompositePredicate::Join::kAnyOf, text.substr(kAnyOf.size()), depth);
  }
  const std::string_view name = without_spaces_around(text.substr(0, text.find('(')));
  CompositePredicate out;
  if (name == "jaccard" || name == "containment" || name == "cosine") {
    auto exact = Predicate::parse(text);
    if (!exact) return exact.error();
    out.rule = *exact;
  } else {
    auto sketch = SketchPredicate::parse(text);
    if (!sketch) return sketch.error();
    out.rule = *sketch;
  }
  return out;
}

}  // namespace

Result<CompositePredicate> CompositePredicate::parse(std::string_view text) {
  return parse_at(text, 0);
}

std::string CompositePredicate::to_string() const {
  if (const auto* exact = std::get_if<Predicate>(&rule)) return exact->to_string();
  if (const auto* sketch = std::get_if<SketchPredicate>(&rule)) return sketch->to_string();
  std::string out(std::get<Join>(rule) == Join::kAllOf ? kAllOf : kAnyOf);
  out += " (";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += "; ";
    out += parts[i].to_string();
  }
  return out + ")";
}

bool CompositePredicate::holds(PairFacts& facts) const {
  if (const auto* exact = std::get_if<Predicate>(&rule))
    return exact->holds(facts.comparison(exact->rules));
  if (const auto* sketch = std::get_if<SketchPredicate>(&rule)) {
    const SignaturePair& pair = facts.signatures(sketch->rules);
    return sketch->holds(pair.left, pair.right);
  }
  auto holds_too = [&](const CompositePredicate& part) { return part.holds(facts); };
  if (std::get<Join>(rule) == Join::kAllOf)
    return std::all_of(parts.begin(), parts.end(), holds_too);
  return std::any_of(parts.begin(), parts.end(), holds_too);
}

}  // namespace doppel::similarity
