// Tokenise, fold, hash, shingle: ns a word, beside a naive loop and beside folding every word by
// the definition.
#include <benchmark/benchmark.h>

#include <cctype>
#include <cstdlib>

#include "base/hash.h"
#include "bench/corpus.h"
#include "characters/folding.h"
#include "text/shingles.h"
#include "text/tokenizer.h"

namespace doppel::text {
namespace {

enum Corpus { kEnglish, kWorld, kTypeset };

// English as it is typeset: where a page has quotes, dashes and no-break spaces beyond ASCII, about
// one character in a hundred.
std::vector<std::string> typeset_texts() {
  constexpr const char* kMarks[] = {"\u2019", "\u201C", "\u201D", "\u2014", "\u00A0", "\u2022"};
  std::mt19937_64 random(2);
  std::vector<std::string> out = bench::texts(4 << 20);
  for (std::string& text : out) {
    std::string with_marks;
    for (char c : text) {
      if (c == ' ' && random() % 16 == 0) with_marks += kMarks[random() % std::size(kMarks)];
      with_marks += c;
    }
    text = std::move(with_marks);
  }
  return out;
}

const std::vector<std::string>& corpus(int64_t which) {
  static const auto english = bench::texts(4 << 20), world = bench::texts(4 << 20, "world.txt"),
                    typeset = typeset_texts();
  return which == kWorld ? world : which == kTypeset ? typeset : english;
}

size_t bytes_of(const std::vector<std::string>& texts) {
  size_t sum = 0;
  for (const auto& text : texts) sum += text.size();
  return sum;
}

void report(benchmark::State& state, size_t words, size_t bytes) {
  auto runs = static_cast<double>(state.iterations());
  state.counters["ns_word"] =
      benchmark::Counter(static_cast<double>(words) * runs / 1e9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.SetBytesProcessed(static_cast<int64_t>(bytes) * state.iterations());
}

void tokenize_and_hash(benchmark::State& state) {
  const auto& texts = corpus(state.range(0));
  TokenHashes hashes;
  size_t words = 0;
  for (auto _ : state) {
    words = 0;
    for (const auto& text : texts) {
      hash_tokens(text, false, ShingleKey::of_process(), hashes);
      words += hashes.size();
      benchmark::DoNotOptimize(hashes);
    }
  }
  report(state, words, bytes_of(texts));
}
BENCHMARK(tokenize_and_hash)->Arg(kEnglish)->Arg(kWorld)->Arg(kTypeset)->ArgName("corpus");

void tokenize_alone(benchmark::State& state) {
  const auto& texts = corpus(kEnglish);
  Tokens tokens;
  size_t words = 0;
  for (auto _ : state) {
    words = 0;
    for (const auto& text : texts) {
      tokenize(text, false, tokens);
      words += tokens.size();
    }
  }
  report(state, words, bytes_of(texts));
}
BENCHMARK(tokenize_alone);

void windows_of_five(benchmark::State& state) {
  const auto& texts = corpus(kEnglish);
  std::vector<std::vector<uint64_t>> units(texts.size());
  Tokens tokens;
  size_t words = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    tokenize(texts[i], false, tokens);
    unit_hashes(tokens, Unit::kWord, units[i]);
    words += units[i].size();
  }
  std::vector<uint64_t> out;
  for (auto _ : state) {
    for (const auto& u : units) {
      windows(u, {}, out);
      benchmark::DoNotOptimize(out.data());
    }
  }
  report(state, words, bytes_of(texts));
}
BENCHMARK(windows_of_five);

// The baseline: a string a word, isalnum, tolower, one hash.
void naive_ascii_words(benchmark::State& state) {
  const auto& texts = corpus(kEnglish);
  size_t words = 0;
  for (auto _ : state) {
    words = 0;
    for (const auto& text : texts) {
      std::string word;
      for (size_t i = 0; i <= text.size(); ++i) {
        unsigned char c = i < text.size() ? static_cast<unsigned char>(text[i]) : ' ';
        if (std::isalnum(c)) {
          word.push_back(static_cast<char>(std::tolower(c)));
        } else if (!word.empty()) {
          benchmark::DoNotOptimize(hash64(word));
          word.clear();
          ++words;
        }
      }
    }
  }
  report(state, words, bytes_of(texts));
}
BENCHMARK(naive_ascii_words);

// What a word costs that is folded as a run of code points.
void fold_every_word(benchmark::State& state) {
  const auto& texts = corpus(kEnglish);
  std::u32string run;
  characters::Folder folder;
  std::string folded;
  size_t words = 0;
  for (auto _ : state) {
    words = 0;
    for (size_t t = 0; t < texts.size() / 8; ++t) {
      for (unsigned char c : texts[t]) {
        if (std::isalnum(c)) {
          run.push_back(c);
        } else if (!run.empty()) {
          folded.clear();
          folder.append(run, folded);
          benchmark::DoNotOptimize(hash64(folded));
          run.clear();
          ++words;
        }
      }
    }
  }
  report(state, words, bytes_of(texts) / 8);
}
BENCHMARK(fold_every_word);

}  // namespace
}  // namespace doppel::text
