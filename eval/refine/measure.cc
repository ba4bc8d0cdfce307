// What the experiments of eval/refine need from the library, as tables on standard output.
//
//   measure pairs [--edit] < PAIRS          PAIRS: label, name, file, file; by tabs
//   measure results QUERY COUNT < FILES     the best COUNT of FILES for QUERY, in groups by degree
//   measure edits FILE                      slices of FILE against themselves, edited
//   measure times                           tables 1 to 4 of the paper on this machine
//
// A file that looks like HTML is its main content. Deterministic but for the times.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "doppel/doppel.h"
#include "similarity/estimates.h"
#include "sketch/bloom.h"
#include "sketch/chunks.h"
#include "sketch/kernels.h"

namespace doppel {
namespace {

std::string read_page(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return looks_like_html(bytes, path) ? extract_html(bytes).main : valid_utf8(bytes);
}

PageFilter filter_cut_by(Chunker chunker, std::string_view text) {
  auto ids =
      sketch::chunk_ids(canonical_text(text), {.chunker = chunker}, sketch::ChunkIdKind::kXxh3);
  sketch::BloomFilter bloom;
  bloom.insert_multiset(ids);
  return {{}, {bloom.words().begin(), bloom.words().end()}};
}

struct Page {
  std::string text;
  size_t words = 0;
  PageFilter rabin, gear;
  Signature signature;
};

class Pages {
 public:
  const Page& get(const std::string& path) {
    auto [at, fresh] = pages_.try_emplace(path);
    if (!fresh) return at->second;
    Page& page = at->second;
    page.text = read_page(path);
    page.rabin = text_filter(page.text);
    page.gear = filter_cut_by(Chunker::kGear, page.text);
    page.signature = *sign(page.text);
    page.words = page.signature.tokens;
    return page;
  }

 private:
  std::unordered_map<std::string, Page> pages_;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out{""};
  for (char c : line) {
    if (c == '\t') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

// 1 - distance / words of the longer, or below 0 when the distance is beyond the limit.
double edit_similarity(const Page& a, const Page& b) {
  const auto distance = word_edit_distance(a.text, b.text);
  const auto longer = static_cast<double>(std::max<size_t>({a.words, b.words, 1}));
  return distance ? 1 - static_cast<double>(*distance) / longer : -1;
}

int measure_pairs(bool with_edit) {
  Pages pages;
  std::puts(
      "label\tname\twords_a\twords_"
      "b\traw\tcorrected\tgear\tcontained\tjaccard\tminhash\tsimhash\tedit");
  for (std::string line; std::getline(std::cin, line);) {
    const auto fields = fields_of(line);
    if (fields.size() != 4) return 1;
    const Page &a = pages.get(fields[2]), &b = pages.get(fields[3]);
    const FilterOverlap rabin = *compare_filters(a.rabin, b.rabin);
    const FilterOverlap gear = *compare_filters(a.gear, b.gear);
    const Similarity exact = compare_texts(a.text, b.text).similarity;
    const auto minhash = similarity::minhash_estimate(a.signature, b.signature);
    std::printf("%s\t%s\t%zu\t%zu\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%u\t%.6f\n",
                fields[0].c_str(), fields[1].c_str(), a.words, b.words, rabin.raw() / 1e6,
                rabin.resemblance() / 1e6, gear.resemblance() / 1e6, rabin.containment() / 1e6,
                exact.in_union() ? static_cast<double>(exact.common) / exact.in_union() : 0,
                minhash ? minhash->value : 0,
                similarity::simhash_distance(a.signature, b.signature).value_or(64),
                with_edit ? edit_similarity(a, b) : 0);
  }
  return 0;
}

// One page in a ranking by BM25 (k1 1.2, b .75).
struct Scored {
  double score = 0;
  std::string path;
  PageFilter filter;
};

std::vector<Scored> search(const std::string& query, size_t count) {
  struct Found {
    std::string path;
    std::vector<double> counts;
    double words = 0;
  };
  const std::vector<std::string> wanted = tokens(query);
  std::vector<Found> all;
  std::vector<double> pages_with(wanted.size());
  double words = 0;
  for (std::string path; std::getline(std::cin, path);) {
    Found found{path, std::vector<double>(wanted.size())};
    for (const std::string& token : tokens(read_page(path))) {
      ++found.words;
      for (size_t i = 0; i < wanted.size(); ++i) found.counts[i] += token == wanted[i];
    }
    for (size_t i = 0; i < wanted.size(); ++i) pages_with[i] += found.counts[i] > 0;
    words += found.words;
    all.push_back(std::move(found));
  }
  const double pages = static_cast<double>(all.size()), mean = words / std::max(pages, 1.0);
  std::vector<Scored> out;
  for (const Found& found : all) {
    Scored scored{0, found.path, {}};
    for (size_t i = 0; i < wanted.size(); ++i) {
      const double idf = std::log(1 + (pages - pages_with[i] + .5) / (pages_with[i] + .5));
      const double tf = found.counts[i];
      scored.score += idf * tf * 2.2 / (tf + 1.2 * (.25 + .75 * found.words / mean));
    }
    if (scored.score > 0) out.push_back(std::move(scored));
  }
  std::sort(out.begin(), out.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.path < b.path;
  });
  out.resize(std::min(out.size(), count));
  for (Scored& scored : out) scored.filter = text_filter(read_page(scored.path));
  return out;
}

int measure_results(const std::string& query, size_t count) {
  const std::vector<Scored> found = search(query, count);
  std::puts("results\tdegree\traw\tstrict\tgroups");
  std::vector<size_t> sizes;
  for (size_t n = 10; n < found.size(); n = n < 100 ? n + 10 : n + 50) sizes.push_back(n);
  sizes.push_back(found.size());
  for (size_t n : sizes) {
    RefineRequest request;
    for (size_t i = 0; i < n; ++i) {
      request.results.push_back({.rank = i + 1, .url = found[i].path, .filter = found[i].filter});
    }
    for (uint32_t degree = 50; degree <= 100; degree += 10) {
      for (int way = 0; way < 4; ++way) {
        const RefineRules rules{.degree = degree, .raw = (way & 1) != 0, .strict = (way & 2) != 0};
        std::printf("%zu\t%u\t%d\t%d\t%zu\n", n, degree, way & 1, way >> 1,
                    refine_results(request, rules)->groups.size());
      }
    }
  }
  return 0;
}

// What an edit costs: slices of a text, some words put in or cut out, compared by chunks of either
// chunker and by shingles; means over 200 slices.
int measure_edits(const std::string& path) {
  constexpr int kSlices = 200;
  const std::string text = canonical_text(read_page(path));
  std::mt19937_64 random(1);
  std::puts("bytes\tedits\tjaccard\trabin\tgear\trabin_least\tgear_least");
  for (size_t bytes : {2'000, 5'000, 10'000, 20'000}) {
    for (int edits : {1, 2, 4}) {
      double jaccard = 0, mean[2] = {}, least[2] = {1, 1};
      for (int slice = 0; slice < kSlices; ++slice) {
        const std::string before = text.substr(random() % (text.size() - bytes), bytes);
        std::string after = before;
        for (int e = 0; e < edits; ++e) {
          const size_t at = random() % (after.size() - 20);
          if (random() % 2) {
            after.insert(at, "some words put in here");
          } else {
            after.erase(at, 20);
          }
        }
        const Similarity exact = compare_texts(before, after).similarity;
        jaccard += static_cast<double>(exact.common) / exact.in_union();
        for (auto chunker : {Chunker::kRabin, Chunker::kGear}) {
          const size_t i = chunker == Chunker::kGear;
          const double alike =
              compare_filters(filter_cut_by(chunker, before), filter_cut_by(chunker, after))
                  ->resemblance() /
              1e6;
          mean[i] += alike;
          least[i] = std::min(least[i], alike);
        }
      }
      std::printf("%zu\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", bytes, edits, jaccard / kSlices,
                  mean[0] / kSlices, mean[1] / kSlices, least[0], least[1]);
    }
  }
  return 0;
}

// Milliseconds of processor time for one call, the best of several rounds.
template <typename Body>
double best_ms(Body body, int repeat = 1) {
  double best = 1e18;
  const auto began = std::clock();
  for (int round = 0; round < 5 || std::clock() - began < CLOCKS_PER_SEC / 5; ++round) {
    const auto before = std::clock();
    int calls = 0;
    do {
      for (int i = 0; i < repeat; ++i) body();
      calls += repeat;
    } while (std::clock() - before < CLOCKS_PER_SEC / 200);
    best =
        std::min(best, 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC / calls);
  }
  return best;
}

volatile uint64_t sink;

std::string random_words(size_t bytes, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string out;
  while (out.size() < bytes) {
    for (uint64_t n = random() % 7 + 2; n > 0; --n) out += static_cast<char>('a' + random() % 26);
    out += ' ';
  }
  out.resize(bytes);
  return out;
}

void measure_chunking() {
  std::puts("table\trow\tcolumn\tms");
  for (size_t bytes : {10'000, 100'000, 1'000'000, 10'000'000}) {
    const std::string text = random_words(bytes, 1);
    for (uint32_t expected : {256u, 512u, 2048u, 8192u}) {
      for (bool sha1 : {true, false}) {
        const sketch::ChunkRules rules{.chunker = Chunker::kRabin, .expected_bytes = expected};
        const auto kind = sha1 ? sketch::ChunkIdKind::kSha1 : sketch::ChunkIdKind::kXxh3;
        std::printf("1 %s\t%zu\t%u\t%.5f\n", sha1 ? "SHA-1" : "XXH3", bytes, expected,
                    best_ms([&] { sink = sketch::chunk_ids(text, rules, kind).size(); }));
      }
    }
    auto ids = sketch::chunk_ids(text, {.chunker = Chunker::kRabin}, sketch::ChunkIdKind::kXxh3);
    for (uint32_t hashes : {2u, 4u, 8u}) {
      const double ms = best_ms([&] {
        sketch::BloomFilter bloom(sketch::bloom_bits_for(ids.size()), hashes);
        bloom.insert_multiset(ids);
        sink = bloom.words()[0];
      });
      std::printf("2 %zu\t%zu\t%u\t%.5f\n", ids.size(), bytes, hashes, ms);
    }
  }
}

void measure_matching() {
  for (size_t bits : {128, 320, 640, 1280, 2560, 5120}) {
    constexpr size_t kRows = 64;
    std::mt19937_64 random(bits);
    std::vector<uint64_t> left(bits / 64), rows(kRows * left.size());
    for (uint64_t& word : left) word = random();
    for (uint64_t& word : rows) word = random();
    std::vector<uint32_t> counts(kRows);
    constexpr int kRepeat = 200;  // far longer than looking at the clock
    const double ms = best_ms(
        [&] {
          sketch::count_and_rows(left, rows, counts);
          sink = counts[0];
        },
        kRepeat);
    std::printf("3\tAND\t%zu\t%.8f\n", bits, ms / kRows);
  }
  for (size_t count : {10, 20, 40, 80, 160, 320}) {
    RefineRequest request;
    for (size_t i = 0; i < count; ++i) {
      request.results.push_back({.rank = i + 1, .filter = text_filter(random_words(10'000, i))});
    }
    std::printf("4\tgroup\t%zu\t%.5f\n", count,
                best_ms([&] { sink = refine_results(request)->groups.size(); }));
  }
}

int run(const std::vector<std::string>& words) {
  if (!words.empty() && words[0] == "pairs") return measure_pairs(words.size() > 1);
  if (words.size() == 3 && words[0] == "results")
    return measure_results(words[1], std::stoul(words[2]));
  if (words.size() == 2 && words[0] == "edits") return measure_edits(words[1]);
  if (words.size() == 1 && words[0] == "times") {
    measure_chunking();
    measure_matching();
    return 0;
  }
  std::fprintf(stderr,
               "usage: measure pairs [--edit] | results QUERY COUNT | edits FILE | times\n");
  return 2;
}

}  // namespace
}  // namespace doppel

int main(int argc, char** argv) { return doppel::run({argv + 1, argv + argc}); }
