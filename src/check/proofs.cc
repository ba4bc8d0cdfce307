#include "check/proofs.h"

#include <algorithm>
#include <bit>

#include "check/token_windows.h"
#include "json/json_writer.h"
#include "similarity/sets.h"
#include "text/shingles.h"

namespace doppel::checks {
namespace {

constexpr size_t kSampled = 1000;

// For sorted sets. The elements of a small set are looked up in a large one, so that the size of
// the large one hardly matters.
Similarity count_sorted(std::span<const uint64_t> left, std::span<const uint64_t> right) {
  const auto [small, large] = std::minmax({left.size(), right.size()});  // by value
  if (small * static_cast<size_t>(std::bit_width(large)) >= large) {
    return similarity::similarity(left, right);
  }
  std::span<const uint64_t> few = left.size() == small ? left : right;
  std::span<const uint64_t> many = left.size() == small ? right : left;
  Similarity out;
  for (uint64_t window : few) out.common += std::binary_search(many.begin(), many.end(), window);
  out.left_only = static_cast<uint32_t>(left.size() - out.common);
  out.right_only = static_cast<uint32_t>(right.size() - out.common);
  return out;
}

std::string counts_text(const Similarity& s) {
  return std::to_string(s.common) + " common, " + std::to_string(s.left_only) + " left only, " +
         std::to_string(s.right_only) + " right only";
}

// Token by token, in all views.
bool same_words(const CheckedText& a, const CheckedText& b) {
  return a.tokens(View::kMain) == b.tokens(View::kMain) &&
         a.tokens(View::kFull) == b.tokens(View::kFull);
}

}  // namespace

Proofs::Proofs(const FolderContents& contents, const PageIndex& pages, bool deep, Faults& faults)
    : contents_(contents),
      pages_(pages),
      deep_(deep),
      faults_(faults),
      rule_(contents.summary.options.predicate.threshold),
      text_(contents.summary.options.predicate.rules.mask_numbers),
      proofs_(contents.lists.certificates.size()),
      met_(contents.lists.certificates.size()) {
  for (size_t i = 0; i < contents.lists.certificates.size(); ++i) {
    kept_[contents.lists.certificates[i].kept.ref].wants_text |= is_sampled(i);
  }
}

bool Proofs::is_sampled(size_t certificate) const {
  const size_t step = (contents_.lists.certificates.size() + kSampled - 1) / kSampled;
  return deep_ || certificate % step == 0;
}

void Proofs::keep(RecordRef ref, const corpus::PageWords& words, const TextIdentity& identity,
                  const CheckedText& text) {
  auto found = kept_.find(ref);
  if (found == kept_.end()) return;
  KeptText& kept = found->second;
  kept.met = true;
  kept.words = words;
  kept.words.text = {};
  kept.identity = identity;
  kept.subject = text.subject();
  kept.main_words = text.words(View::kMain);
  kept.full_words = text.words(View::kFull);
  const TextRules& rules = contents_.summary.options.predicate.rules;
  make_windows(text.tokens(View::kMain), rules, key_, units_, kept.main);
  if (kept.subject.two_views) {
    make_windows(text.tokens(View::kFull), rules, key_, units_, kept.full);
  }
  kept.main.shrink_to_fit();
  kept.full.shrink_to_fit();
  if (kept.wants_text) kept.text = words.text;
}

void Proofs::check(RecordRef ref, const corpus::PageWords& words) {
  const auto certificate = pages_.certificate_of(ref);
  if (!certificate) return;
  met_[*certificate] = true;
  const ListedCertificate& listed = contents_.lists.certificates[*certificate];
  const std::string who = describe(contents_.summary, ref);
  const std::string other = describe(contents_.summary, listed.kept.ref);
  const KeptText& kept = kept_.at(listed.kept.ref);
  if (!kept.met) return faults_.add(who + ": the page kept instead does not exist, " + other);
  if (pages_.is_removed(listed.kept.ref)) {
    faults_.add(who + ": the page kept instead is itself removed, " + other);
  }
  const RecordRef order[] = {listed.kept.ref, ref};
  if (!pages_.in_winner_order(order)) {
    faults_.add(who + ": comes before the page kept instead in winner order, " + other);
  }
  if (!listed.other_predicate.empty()) {
    faults_.add(who + ": the predicate differs from that of the run, " + listed.other_predicate);
  }
  proofs_[*certificate] = prove(words, kept, is_sampled(*certificate));
  compare(listed, proofs_[*certificate]);
}

Similarity Proofs::count(View view, const KeptText& kept) const {
  const bool full = view == View::kFull;
  return count_sorted(full && text_.subject().two_views ? full_ : main_,
                      full && kept.subject.two_views ? kept.full : kept.main);
}

template <typename Count>
Proof Proofs::prove(const KeptText& kept, Count count) const {
  Proof out{.similarity = count(View::kMain)};
  const auto in = [&](View view) {
    return [&count, &out, view](Ratio least) -> Result<std::optional<Similarity>> {
      const Similarity found = view == View::kMain ? out.similarity : count(view);
      return found.at_least(least) ? std::optional(found) : std::nullopt;
    };
  };
  const auto pair = rule_.verify(text_.subject(), kept.subject, in(View::kMain), in(View::kFull));
  if (!pair || !*pair || (*pair)->similarity.left_only > most_own_windows()) return out;
  out.holds = true;
  out.similarity = (*pair)->similarity;
  if (text_.subject().two_views || kept.subject.two_views) out.view = name((*pair)->view);
  return out;
}

// Equal texts are recognised without counting; their certificates have the counts of the main
// content. A pair that differs in no window may have equal words, in both views or in the one that
// proves it.
void Proofs::set_level(const corpus::PageWords& words, const TextIdentity& identity,
                       const KeptText& kept, Proof& out) const {
  if (identity.words == kept.identity.words) {
    out.holds = true;
    out.view.clear();
    out.similarity = {static_cast<uint32_t>(main_.size()), 0, 0};
    out.level = level_of_equals(words, kept.words, identity.bytes == kept.identity.bytes);
    return;
  }
  if (!out.holds || out.view.empty()) return;
  if (out.similarity.left_only > 0 || out.similarity.right_only > 0) return;
  const bool same_main = text_.words(View::kMain) == kept.main_words;
  const bool same_full = text_.words(View::kFull) == kept.full_words;
  const bool by_main = out.view == name(View::kMain);
  if (same_full) {
    out.level = Level::kWords;
  } else if (by_main && same_main) {
    out.level = Level::kMainWords;
  }
}

// Windows are counted on the words only if the claim holds by hashes: a claim that is false already
// needs no second count, and texts that resemble each other have similar sizes.
Proof Proofs::prove(const corpus::PageWords& words, const KeptText& kept, bool on_words) {
  const TextRules& rules = contents_.summary.options.predicate.rules;
  TextIdentity identity = text_.read(words.text);
  make_windows(text_.tokens(View::kMain), rules, key_, units_, main_);
  if (text_.subject().two_views) {
    make_windows(text_.tokens(View::kFull), rules, key_, units_, full_);
  }
  Proof out = prove(kept, [&](View view) { return count(view, kept); });
  if (on_words && (out.holds || identity.words == kept.identity.words)) {
    ++counted_on_words_;
    CheckedText kept_text(rules.mask_numbers);
    // Texts with equal hashes must have equal words.
    if (kept_text.read(kept.text).words == identity.words && !same_words(text_, kept_text)) {
      identity.words = {};
    }
    out = prove(kept, [&](View view) {
      return count_on_tokens(text_.tokens(view), kept_text.tokens(view), rules);
    });
  }
  set_level(words, identity, kept, out);
  return out;
}

void Proofs::compare(const ListedCertificate& listed, const Proof& proof) {
  const std::string who = describe(contents_.summary, listed.removed.ref);
  const Similarity& s = proof.similarity;
  if (s.common != listed.common || s.left_only != listed.left_only ||
      s.right_only != listed.right_only) {
    faults_.add(who + ": the similarity is " + counts_text(s));
  }
  if (json::decimal6_text(s.common, s.in_union()) != listed.jaccard) {
    faults_.add(who + ": jaccard " + listed.jaccard + " is not what the counts give");
  }
  if (proof.view != listed.view) {
    faults_.add(who + ": proven by the view \"" + listed.view + "\", but it is " +
                (proof.view.empty() ? "none" : "\"" + proof.view + "\""));
  }
  if (!proof.holds || listed.level != name(proof.level)) {
    faults_.add(who + ": level " + listed.level + " does not hold with " +
                describe(contents_.summary, listed.kept.ref) + ", which is " +
                (proof.holds ? std::string(name(proof.level)) : "not a duplicate"));
  }
}

void Proofs::finish() {
  for (size_t i = 0; i < met_.size(); ++i) {
    const RecordRef ref = contents_.lists.certificates[i].removed.ref;
    // If two certificates remove the same page, PageIndex has already reported the other one.
    if (met_[i] || pages_.certificate_of(ref) != i) continue;
    faults_.add(describe(contents_.summary, ref) + ": removed, but there is no such page");
  }
}

}  // namespace doppel::checks
