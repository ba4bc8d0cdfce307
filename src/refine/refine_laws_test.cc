// Laws of refining over random requests: pages are made of shared and own parts, so that pairs of
// every similarity, chains and containment occur.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "doppel/refine.h"
#include "support/refine_pages.h"

namespace doppel::refine {
namespace {

using support::page_text;
using support::shown;

using Groups = std::map<uint64_t, std::set<uint64_t>>;  // anchor, members, by rank

// Up to 12 results out of 6 parts of some kilobytes; some have filters of another size.
RefineRequest any_request() {
  static const std::vector<std::string> parts = [] {
    std::vector<std::string> out;
    for (uint64_t seed = 0; seed < 6; ++seed) out.push_back(page_text(seed, 3000));
    return out;
  }();
  RefineRequest out;
  const size_t count = *rc::gen::inRange<size_t>(0, 13);
  for (size_t i = 0; i < count; ++i) {
    std::string text;
    for (size_t part : *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, 6))) {
      text += parts[part];
    }
    out.results.push_back({.rank = i + 1, .url = std::to_string(i)});
    const uint32_t bits = *rc::gen::element(2048u, 2048u, 2048u, 4096u, 1024u);
    out.results.back().filter = text_filter(text, {.bits = bits});
  }
  return out;
}

RefineRules any_rules() {
  RefineRules out;
  out.degree = *rc::gen::inRange(50u, 101u);
  out.strict = *rc::gen::arbitrary<bool>();
  out.raw = *rc::gen::arbitrary<bool>();
  return out;
}

bool similar(const SearchResult& left, const SearchResult& right, const RefineRules& rules) {
  const auto o = compare_filters(*left.filter, *right.filter);
  return (rules.raw ? o->raw() : o->resemblance()) >= rules.degree * 10'000;
}

Groups groups_of(const Refined& refined) {
  Groups out;
  for (const RefinedGroup& group : refined.groups) {
    std::set<uint64_t>& members = out[group.anchor.rank];
    for (const RefinedResult& member : group.members) members.insert(member.rank);
  }
  return out;
}

// Grows a group until nothing is similar to any member.
Groups slow_closure(const RefineRequest& request, const RefineRules& rules) {
  Groups out;
  std::set<size_t> left;
  for (size_t i = 0; i < request.results.size(); ++i) left.insert(i);
  while (!left.empty()) {
    std::set<size_t> group{*left.begin()};
    left.erase(left.begin());
    for (bool grown = true; grown;) {
      grown = false;
      for (size_t i : std::set<size_t>(left)) {
        if (std::none_of(group.begin(), group.end(), [&](size_t j) {
              return similar(request.results[i], request.results[j], rules);
            })) {
          continue;
        }
        group.insert(i);
        left.erase(i);
        grown = true;
      }
    }
    const uint64_t anchor = *group.begin() + 1;
    for (size_t i : group) {
      if (i + 1 != anchor) out[anchor].insert(i + 1);
    }
    out[anchor];
  }
  return out;
}

RC_GTEST_PROP(RefineLaws, groups_are_the_slow_closure, ()) {
  const RefineRequest request = any_request();
  RefineRules rules = any_rules();
  rules.strict = false;
  RC_ASSERT(groups_of(*doppel::refine_results(request, rules)) == slow_closure(request, rules));
}

RC_GTEST_PROP(RefineLaws, strict_members_match_their_anchor_and_anchors_match_no_better_anchor,
              ()) {
  const RefineRequest request = any_request();
  RefineRules rules = any_rules();
  rules.strict = true;
  const auto refined = doppel::refine_results(request, rules);
  for (const RefinedGroup& group : refined->groups) {
    const SearchResult& anchor = request.results[group.anchor.index];
    for (const RefinedResult& member : group.members) {
      RC_ASSERT(similar(anchor, request.results[member.index], rules));
      RC_ASSERT(member.similarity >= rules.degree * 10'000);
      RC_ASSERT(member.rank > group.anchor.rank);
    }
    for (const RefinedGroup& other : refined->groups) {
      if (other.anchor.rank >= group.anchor.rank) continue;
      RC_ASSERT(!similar(request.results[other.anchor.index], anchor, rules));
    }
  }
}

RC_GTEST_PROP(RefineLaws, the_order_of_the_request_does_not_matter, ()) {
  RefineRequest request = any_request();
  const RefineRules rules = any_rules();
  const Groups before = groups_of(*doppel::refine_results(request, rules));
  std::mt19937_64 random(*rc::gen::arbitrary<uint64_t>());
  std::shuffle(request.results.begin(), request.results.end(), random);
  RC_ASSERT(groups_of(*doppel::refine_results(request, rules)) == before);
}

RC_GTEST_PROP(RefineLaws, every_result_is_in_one_group_and_the_totals_add_up, ()) {
  const RefineRequest request = any_request();
  RefineRules rules = any_rules();
  rules.presentation =
      *rc::gen::element(Presentation::kCollapse, Presentation::kGroup, Presentation::kMark);
  const auto refined = doppel::refine_results(request, rules);
  std::multiset<uint64_t> ranks;
  for (const RefinedGroup& group : refined->groups) {
    ranks.insert(group.anchor.rank);
    for (const RefinedResult& member : group.members) ranks.insert(member.rank);
  }
  RC_ASSERT(ranks.size() == request.results.size());
  RC_ASSERT(std::set<uint64_t>(ranks.begin(), ranks.end()).size() == ranks.size());
  RC_ASSERT(refined->totals.shown + refined->totals.hidden == request.results.size());
  RC_ASSERT(refined->totals.groups == refined->groups.size());
}

RC_GTEST_PROP(RefineLaws, pages_in_order_are_all_groups, ()) {
  const RefineRequest request = any_request();
  const auto refined = doppel::refine_results(request, any_rules());
  const size_t per_page = *rc::gen::inRange<size_t>(1, 6);
  std::vector<uint64_t> paged, all;
  for (size_t page = 1; !refined->page(page, per_page).empty(); ++page) {
    for (const RefinedGroup& group : refined->page(page, per_page)) {
      paged.push_back(group.anchor.rank);
    }
  }
  for (const RefinedGroup& group : refined->groups) all.push_back(group.anchor.rank);
  RC_ASSERT(paged == all);
}

// A user who asks for more results finds what was shown where it was.
RC_GTEST_PROP(RefineLaws, more_results_never_change_what_strict_has_shown, ()) {
  RefineRequest request = any_request();
  RefineRules rules = any_rules();
  rules.strict = true;
  const Groups whole = groups_of(*doppel::refine_results(request, rules));
  const size_t count = *rc::gen::inRange<size_t>(0, request.results.size() + 1);
  request.results.resize(count);
  for (const auto& [anchor, members] : groups_of(*doppel::refine_results(request, rules))) {
    RC_ASSERT(whole.count(anchor) == 1u);
    for (uint64_t member : members) RC_ASSERT(whole.at(anchor).count(member) == 1u);
  }
}

// Connected groups only grow: who was together stays together.
RC_GTEST_PROP(RefineLaws, more_results_never_part_a_group, ()) {
  RefineRequest request = any_request();
  RefineRules rules = any_rules();
  rules.strict = false;
  std::map<uint64_t, uint64_t> anchor_of;
  for (const auto& [anchor, members] : groups_of(*doppel::refine_results(request, rules))) {
    anchor_of[anchor] = anchor;
    for (uint64_t member : members) anchor_of[member] = anchor;
  }
  request.results.resize(*rc::gen::inRange<size_t>(0, request.results.size() + 1));
  for (const auto& [anchor, members] : groups_of(*doppel::refine_results(request, rules))) {
    for (uint64_t member : members) RC_ASSERT(anchor_of[member] == anchor_of[anchor]);
  }
}

RC_GTEST_PROP(CanonicalForm, stays_as_it_is, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "A", "b", "1", ".", "(", ")", ":", "-", "\"", " ", "\n", "a.1", "iv", "•", "É", "ﬁ", "½",
      "\u200B", "\xFF", "ŉ", "①", "İ", "ﱞ", "漢", "*", "\u2028", "e\u0301"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  const std::string once = canonical_text(text);
  RC_ASSERT(canonical_text(once) == once);
  RC_ASSERT(once.find("  ") == once.npos);
  RC_ASSERT(once.find(':') == once.npos);
}

RC_GTEST_PROP(FilterRecord, gives_back_any_filter_and_refuses_any_other_bytes,
              (const std::string& noise)) {
  PageFilter filter{
      {FilterKind::kText, 64 * *rc::gen::inRange(1u, 40u), *rc::gen::inRange(1u, 33u)}, {}};
  filter.words = *rc::gen::container<std::vector<uint64_t>>(filter.rules.bits / 64,
                                                            rc::gen::arbitrary<uint64_t>());
  RC_ASSERT(*decode_filter(encode(filter)) == filter);
  RC_ASSERT(*parse_filter(filter_text(filter)) == filter);
  RC_ASSERT(!decode_filter(noise));
  RC_ASSERT(!decode_filter(encode(filter) + noise + "x"));
}

}  // namespace
}  // namespace doppel::refine
