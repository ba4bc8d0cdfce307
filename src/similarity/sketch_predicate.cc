#include "similarity/sketch_predicate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "similarity/rule_words.h"
#include "sketch/reductions.h"

namespace doppel::similarity {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::string_view, 10> kNames = {
    "minhash", "bbit",  "classic",           "bottom",   "modn", "super_shingles",
    "simhash", "bloom", "bloom_containment", "bloom_raw"};
constexpr uint64_t kMaxMod = uint64_t{1} << 32, kMaxGroups = 64;

std::optional<uint32_t> count_in(std::string_view word, uint64_t low, uint64_t high) {
  const auto number = number_in(word, low, high);
  if (!number) return std::nullopt;
  return static_cast<uint32_t>(*number);
}

// The arguments that follow (unit, k): one number for most measures.
bool take_set_arguments(SketchPredicate& out, const Words& words) {
  SignatureRules& rules = out.rules;
  auto take = [&](size_t at, uint32_t& into, uint64_t high) {
    const auto number = at < words.size() ? count_in(words[at], 1, high) : std::nullopt;
    if (number) into = *number;
    return number.has_value();
  };
  uint32_t number = 0;
  switch (out.measure) {
    case SketchMeasure::kMinHash: return words.size() == 1 && take(0, rules.bins, 256);
    case SketchMeasure::kBbit:
      return words.size() == 2 && take(0, rules.bins, 256) && take(1, rules.bbit, 8);
    case SketchMeasure::kClassic: return words.size() == 1 && take(0, rules.permutations, 4096);
    case SketchMeasure::kBottom: return words.size() == 1 && take(0, rules.bottom, 65536);
    case SketchMeasure::kModN:
      if (words.size() != 1 || !take(0, number, kMaxMod - 1)) return false;
      rules.mod = number;
      return true;
    case SketchMeasure::kSuperShingles: {
      if (words.size() != 2 || !take(0, out.groups, kMaxGroups) || !take(1, out.group_rows, 256))
        return false;
      for (uint32_t bins : {256, 128, 64}) {
        if (out.groups * out.group_rows <= bins) rules.bins = bins;
      }
      return rules.bins > 0;
    }
    default: return false;
  }
}

bool take_simhash_arguments(SignatureRules& rules, const Words& words) {
  const auto bits = count_in(words[0], 64, 128);
  const auto k = words.size() == 2 ? count_in(words[1], 1, TextRules::kMaxWindow) : std::nullopt;
  if (!bits || !k) return false;
  rules.simhash_bits = *bits;
  rules.simhash_k = *k;
  return true;
}

bool take_bloom_arguments(SignatureRules& rules, const Words& words) {
  if (words.size() != 4 || (words[0] != "gear" && words[0] != "rabin")) return false;
  const auto chunk = count_in(words[1], 64, 65536), bits = count_in(words[2], 64, 1 << 20);
  const auto hashes = count_in(words[3], 1, 32);
  if (!chunk || !bits || !hashes) return false;
  rules.chunker = words[0] == "gear" ? Chunker::kGear : Chunker::kRabin;
  // Jain et al. identify chunks by SHA-1; so does the chunker that follows them.
  rules.chunk_hash = words[0] == "gear" ? ChunkHash::kXxh3 : ChunkHash::kSha1;
  rules.chunk_bytes = *chunk;
  rules.bloom_bits = *bits;
  rules.bloom_hashes = *hashes;
  return true;
}

bool take_arguments(SketchPredicate& out, Words words) {
  switch (out.measure) {
    case SketchMeasure::kSimHash: return take_simhash_arguments(out.rules, words);
    case SketchMeasure::kBloom:
    case SketchMeasure::kBloomContainment:
    case SketchMeasure::kBloomRaw: return take_bloom_arguments(out.rules, words);
    default: {
      const auto text = take_text_rules(words);
      if (!text) return false;
      out.rules.text = *text;
      return take_set_arguments(out, words);
    }
  }
}

bool take_value(SketchPredicate& out, std::string_view value) {
  if (!out.counts()) {
    const auto threshold = Ratio::parse_threshold(value);
    if (threshold) out.threshold = *threshold;
    return threshold.has_value();
  }
  const bool simhash = out.measure == SketchMeasure::kSimHash;
  const auto count =
      simhash ? count_in(value, 0, out.rules.simhash_bits) : count_in(value, 1, out.groups);
  if (count) out.count = *count;
  return count.has_value();
}

// common / seen >= threshold.
bool at_least(const std::optional<Agreement>& a, Ratio threshold) {
  return a && a->seen > 0 && a->common * threshold.den >= a->seen * threshold.num;
}

// (p - 2^-b) / (1 - 2^-b) >= threshold with p = common / seen, multiplied out.
bool bbit_at_least(const std::optional<Agreement>& a, uint32_t bits, Ratio threshold) {
  if (!a || a->exact) return false;
  const int64_t fields = int64_t{1} << bits;
  const int64_t above_chance =
      static_cast<int64_t>(a->common) * fields - static_cast<int64_t>(a->seen);
  return above_chance * threshold.den >=
         static_cast<int64_t>(a->seen) * (fields - 1) * threshold.num;
}

std::optional<uint32_t> equal_groups(const SketchPredicate& p, const Signature& left,
                                     const Signature& right) {
  if (!minhash_agreement(left, right) || p.groups * p.group_rows > left.minhash.size())
    return std::nullopt;
  if (left.windows == 0 || right.windows == 0) return 0;
  const auto a = sketch::super_shingles(left.minhash, p.groups, p.group_rows);
  const auto b = sketch::super_shingles(right.minhash, p.groups, p.group_rows);
  uint32_t equal = 0;
  for (size_t g = 0; g < a.size(); ++g) equal += a[g] == b[g];
  return equal;
}

bool value_at_least(const std::optional<Estimate>& e, Ratio threshold) {
  return e && e->value * threshold.den >= threshold.num;
}

// P(X >= least) for X binomial(n, p).
double binomial_tail(uint64_t n, double p, uint64_t least) {
  if (least == 0) return 1;
  if (p <= 0) return 0;
  if (p >= 1) return least <= n ? 1 : 0;
  const auto trials = static_cast<double>(n);
  double sum = 0;
  for (uint64_t x = least; x <= n; ++x) {
    const auto hits = static_cast<double>(x);
    sum +=
        std::exp(std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) +
                 hits * std::log(p) + (trials - hits) * std::log1p(-p));
  }
  return std::min(1.0, sum);
}

// The fewest agreeing slots that satisfy the threshold.
uint64_t fewest(uint64_t slots, Ratio threshold) {
  return (slots * threshold.num + threshold.den - 1) / threshold.den;
}

}  // namespace

Result<SketchPredicate> SketchPredicate::parse(std::string_view text) {
  auto fault = [&](const std::string& what) {
    return invalid_argument("predicate \"" + std::string(text) + "\": " + what);
  };
  const auto rule = split_rule(text);
  if (!rule) return fault("expected the form minhash(word,5,128) >= 4/5");
  const auto name = std::find(kNames.begin(), kNames.end(), rule->name);
  if (name == kNames.end()) return fault("unknown measure " + std::string(rule->name));
  SketchPredicate out;
  out.measure = static_cast<SketchMeasure>(name - kNames.begin());
  out.rules.bins = out.rules.simhash_bits = 0;
  if (!take_arguments(out, rule->arguments))
    return fault("wrong arguments for " + std::string(*name));
  if (Status status = out.rules.check(); !status.ok()) return fault(status.message());
  const bool at_most = out.measure == SketchMeasure::kSimHash;
  if ((rule->comparison == "<=") != at_most) {
    return fault(at_most ? "a distance needs <=" : "a similarity needs >=");
  }
  if (!take_value(out, rule->value)) return fault("bad value \"" + std::string(rule->value) + "\"");
  return out;
}

std::string SketchPredicate::to_string() const {
  std::string out(kNames[static_cast<size_t>(measure)]);
  out += "(";
  auto add = [&](uint64_t number) { out.append(",").append(std::to_string(number)); };
  switch (measure) {
    case SketchMeasure::kSimHash:
      out += std::to_string(rules.simhash_bits);
      add(rules.simhash_k);
      return out + ") <= " + std::to_string(count);
    case SketchMeasure::kBloom:
    case SketchMeasure::kBloomContainment:
    case SketchMeasure::kBloomRaw:
      out += rules.chunker == Chunker::kGear ? "gear" : "rabin";
      add(rules.chunk_bytes), add(rules.bloom_bits), add(rules.bloom_hashes);
      return out + ") >= " + threshold.to_string();
    case SketchMeasure::kSuperShingles:
      out += text_rules_words(rules.text);
      add(groups), add(group_rows);
      return out + ") >= " + std::to_string(count);
    default: break;
  }
  out += text_rules_words(rules.text);
  switch (measure) {
    case SketchMeasure::kBbit: add(rules.bins), add(rules.bbit); break;
    case SketchMeasure::kClassic: add(rules.permutations); break;
    case SketchMeasure::kBottom: add(rules.bottom); break;
    case SketchMeasure::kModN: add(rules.mod); break;
    default: add(rules.bins); break;
  }
  return out + ") >= " + threshold.to_string();
}

bool SketchPredicate::holds(const Signature& left, const Signature& right) const {
  if (left.windows == 0 || right.windows == 0) return false;
  switch (measure) {
    case SketchMeasure::kMinHash: return at_least(minhash_agreement(left, right), threshold);
    case SketchMeasure::kBbit:
      return bbit_at_least(bbit_agreement(left, right), rules.bbit, threshold);
    case SketchMeasure::kClassic: return at_least(classic_agreement(left, right), threshold);
    case SketchMeasure::kBottom: return at_least(bottom_agreement(left, right), threshold);
    case SketchMeasure::kModN: return at_least(mod_agreement(left, right), threshold);
    case SketchMeasure::kSuperShingles: {
      const auto equal = equal_groups(*this, left, right);
      return equal && *equal >= count;
    }
    case SketchMeasure::kSimHash: {
      const auto distance = simhash_distance(left, right);
      return distance && *distance <= count;
    }
    case SketchMeasure::kBloom: return value_at_least(bloom_resemblance(left, right), threshold);
    case SketchMeasure::kBloomContainment:
      return value_at_least(bloom_containment(left, right), threshold);
    case SketchMeasure::kBloomRaw: return value_at_least(bloom_raw(left, right), threshold);
  }
  return false;
}

std::optional<Estimate> SketchPredicate::estimate(const Signature& left,
                                                  const Signature& right) const {
  auto counted = [](const std::optional<uint32_t>& number) -> std::optional<Estimate> {
    if (!number) return std::nullopt;
    return Estimate{static_cast<double>(*number), 0};
  };
  switch (measure) {
    case SketchMeasure::kMinHash: return minhash_estimate(left, right);
    case SketchMeasure::kBbit: return bbit_estimate(left, right);
    case SketchMeasure::kClassic: return classic_estimate(left, right);
    case SketchMeasure::kBottom: return bottom_estimate(left, right);
    case SketchMeasure::kModN: return mod_estimate(left, right);
    case SketchMeasure::kSuperShingles: return counted(equal_groups(*this, left, right));
    case SketchMeasure::kSimHash: return counted(simhash_distance(left, right));
    case SketchMeasure::kBloom: return bloom_resemblance(left, right);
    case SketchMeasure::kBloomContainment: return bloom_containment(left, right);
    case SketchMeasure::kBloomRaw: return bloom_raw(left, right);
  }
  return std::nullopt;
}

std::optional<double> SketchPredicate::chance(double similarity) const {
  switch (measure) {
    case SketchMeasure::kMinHash:
      return binomial_tail(rules.bins, similarity, fewest(rules.bins, threshold));
    case SketchMeasure::kClassic:
      return binomial_tail(rules.permutations, similarity, fewest(rules.permutations, threshold));
    case SketchMeasure::kBottom:
      return binomial_tail(rules.bottom, similarity, fewest(rules.bottom, threshold));
    case SketchMeasure::kBbit: {
      const double by_chance = std::ldexp(1.0, -static_cast<int>(rules.bbit));
      uint64_t least = 0;
      while (!bbit_at_least(Agreement{least, rules.bins}, rules.bbit, threshold)) ++least;
      return binomial_tail(rules.bins, by_chance + (1 - by_chance) * similarity, least);
    }
    case SketchMeasure::kSuperShingles:
      return sketch::super_shingle_chance(similarity, groups, group_rows, count);
    case SketchMeasure::kSimHash: {
      const double p = std::acos(std::clamp(similarity, -1.0, 1.0)) / std::numbers::pi;
      return 1 - binomial_tail(rules.simhash_bits, p, uint64_t{count} + 1);
    }
    default: return std::nullopt;
  }
}

}  // namespace doppel::similarity
