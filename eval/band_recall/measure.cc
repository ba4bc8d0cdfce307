// Of the pairs of a similarity, how many become candidates? Counted on real texts.
//
//   band_recall_measure TEXTS.jsonl PAIRS.tsv
//
// PAIRS has two ids and anything else a line, as many pairs as there are: their similarity is
// computed here, by the words of Doppel. Prints, for each range of similarity, the pairs, those
// that share a band under the rules of `dedup`, and the range in which the share lies 19 times of
// 20 (Wilson 1927).
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "compare/recall_sample.h"
#include "doppel/read.h"
#include "similarity/overlap.h"
#include "sketch/band_keys.h"
#include "sketch/banding.h"
#include "texts/signer.h"

namespace doppel {
namespace {

struct Text {
  std::vector<uint64_t> set;
  std::vector<uint32_t> keys;
};

bool share_a_band(const Text& a, const Text& b) {
  for (size_t band = 0; band < a.keys.size(); ++band) {
    if (a.keys[band] == b.keys[band]) return true;
  }
  return false;
}

constexpr std::array<double, 6> kEdges = {0.80, 0.82, 0.85, 0.90, 0.95, 1.0};

int run(const std::string& texts_file, const std::string& pairs_file) {
  auto banding = sketch::solve_banding({4, 5}, sketch::kBandingRecall, sketch::kSketchSlots);
  if (!banding) return 1;
  texts::Signer signer{TextRules{}};
  similarity::Overlap overlap;
  std::unordered_map<std::string, Text> texts;
  Status status = read({texts_file}, {}, [&](const Record& record) {
    if (record.reject != Reject::kNone) return true;
    signer.identify(record.text);
    if (!signer.has_tokens()) return true;
    Text text;
    signer.windows();
    const similarity::ShingleSet set = overlap.collect(signer.keyed_windows());
    text.set.assign(set.keyed.begin(), set.keyed.end());
    text.keys.resize(banding->bands);
    sketch::make_band_keys(signer.sketch(), *banding, text.keys);
    std::string_view id = record.id;  // with its quotes
    texts.insert_or_assign(std::string(id.substr(1, id.size() - 2)), std::move(text));
    return true;
  });
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  }
  std::array<compare::RecallCount, kEdges.size()> counts = {};
  std::ifstream pairs(pairs_file);
  std::string left, right, rest;
  while (pairs >> left >> right && std::getline(pairs, rest)) {
    auto a = texts.find(left), b = texts.find(right);
    if (a == texts.end() || b == texts.end()) continue;
    overlap.set_left(a->second.set);
    auto found = overlap.with(b->second.set, {4, 5});
    if (!found) continue;
    const double jaccard =
        static_cast<double>(found->common) / static_cast<double>(found->in_union());
    const auto edge = std::upper_bound(kEdges.begin(), kEdges.end(), jaccard);
    compare::RecallCount& count = counts[static_cast<size_t>(edge - kEdges.begin()) - 1];
    ++count.pairs;
    count.found += share_a_band(a->second, b->second);
  }
  std::printf("%u bands of %u rows\nsimilarity  pairs  candidates  share  from  to\n",
              banding->bands, banding->rows);
  for (size_t i = 0; i < counts.size(); ++i) {
    const compare::RecallCount& count = counts[i];
    if (count.pairs == 0) continue;
    std::printf("%.2f  %llu  %llu  %.5f  %.5f  %.5f\n", kEdges[i],
                static_cast<unsigned long long>(count.pairs),
                static_cast<unsigned long long>(count.found), count.share(), count.low(),
                count.high());
  }
  return 0;
}

}  // namespace
}  // namespace doppel

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s TEXTS.jsonl PAIRS.tsv\n", argv[0]);
    return 2;
  }
  return doppel::run(argv[1], argv[2]);
}
