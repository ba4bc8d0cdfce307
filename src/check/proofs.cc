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

// Of sets: sorted, each element once. A small set is looked up in a large one, so that the large
// one costs nothing.
Similarity count(std::span<const uint64_t> left, std::span<const uint64_t> right) {
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

}  // namespace

Proofs::Proofs(const FolderContents& contents, const PageIndex& pages, bool deep, Faults& faults)
    : contents_(contents),
      pages_(pages),
      deep_(deep),
      faults_(faults),
      texts_(contents.summary.options.predicate.rules.mask_numbers),
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

void Proofs::make_windows(const text::Tokens& tokens, std::vector<uint64_t>& out) {
  const TextRules& rules = contents_.summary.options.predicate.rules;
  text::unit_hashes(tokens, rules.unit, key_, units_);
  text::windows(units_, rules, key_, out);
  text::sort_unique(out);
}

void Proofs::keep(RecordRef ref, const corpus::PageWords& words, const TextIdentity& identity,
                  const TextIdentifier& texts) {
  auto found = kept_.find(ref);
  if (found == kept_.end()) return;
  KeptText& kept = found->second;
  kept.met = true;
  kept.words = words;
  kept.words.text = {};
  kept.identity = identity;
  make_windows(texts.tokens(), kept.windows);
  kept.windows.shrink_to_fit();
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

// Words are counted one by one only where hashes say that the claim holds: a text that resembles
// nothing needs no second opinion, and texts that resemble each other are of like size.
Proof Proofs::prove(const corpus::PageWords& words, const KeptText& kept, bool on_words) {
  const Predicate& predicate = contents_.summary.options.predicate;
  const TextIdentity identity = texts_.of(words.text);
  make_windows(texts_.tokens(), windows_);
  Proof out{.similarity = count(windows_, kept.windows)};
  bool equal = identity.words == kept.identity.words;
  out.holds = equal || out.similarity.at_least(predicate.threshold);
  if (out.holds && on_words) {
    ++counted_on_words_;
    text::Tokens kept_tokens;
    text::tokenize(kept.text, predicate.rules.mask_numbers, kept_tokens);
    out.similarity = count_on_tokens(texts_.tokens(), kept_tokens, predicate.rules);
    equal = kept_tokens.empty() ? words.text == kept.text : texts_.tokens() == kept_tokens;
    out.holds = equal || out.similarity.at_least(predicate.threshold);
  }
  if (equal) {
    out.level = level_of_equals(words, kept.words, identity.bytes == kept.identity.bytes);
  }
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
  if (!proof.holds || listed.level != name(proof.level)) {
    faults_.add(who + ": level " + listed.level + " does not hold with " +
                describe(contents_.summary, listed.kept.ref) + ", which is " +
                (proof.holds ? std::string(name(proof.level)) : "not a duplicate"));
  }
}

void Proofs::finish() {
  for (size_t i = 0; i < met_.size(); ++i) {
    const RecordRef ref = contents_.lists.certificates[i].removed.ref;
    // Of two that remove one page, the other is told by the index.
    if (met_[i] || pages_.certificate_of(ref) != i) continue;
    faults_.add(describe(contents_.summary, ref) + ": removed, but there is no such page");
  }
}

}  // namespace doppel::checks
