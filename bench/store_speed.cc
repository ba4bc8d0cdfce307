// What does a store cost? CPU of all threads, compaction included.
//   store_speed PAGES.jsonl FOLDER      pages as `doppel gen` writes them; FOLDER must not exist
//
// New pages, unchanged pages, a round of 1 % against a run over all pages, status queries beside a
// writer, the time to open, bytes on disk and in memory. A wrong answer ends the program.
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "doppel/doppel.h"
#include "support/process_cost.h"

namespace {

using namespace doppel;
using support::cpu_cost;

template <typename T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message().c_str());
  std::exit(1);
}

struct Page {
  std::string url, text;
};

void show(const char* what, double count, double seconds, const char* target) {
  std::printf("%-44s %9.1f us %12.0f /s   (%s)\n", what, seconds / count * 1e6, count / seconds,
              target);
  std::fflush(stdout);
}

// A round of 1 % of the pages: 10 % of them new, 30 % changed, 5 % dead, the rest unchanged.
std::deque<Page> round_of(const std::vector<Page>& pages, uint64_t number, std::mt19937& random,
                          std::vector<PageUpdate>& updates) {
  std::deque<Page> made;
  const size_t count = pages.size() / 100;
  for (size_t i = 0; i < count; ++i) {
    Page page = pages[random() % pages.size()];
    PageUpdate update{.version = number, .time_ms = static_cast<int64_t>(1000 * number)};
    const size_t kind = i * 100 / count;
    if (kind < 10) page.url += "/" + std::to_string(number);
    if (kind < 40) {  // another text: a tenth of its words are new ones
      std::string text;
      for (size_t at = 0; at < page.text.size();) {
        const size_t end = std::min(page.text.find(' ', at), page.text.size());
        text += random() % 10 == 0 ? "x" + std::to_string(random() % 100'000)
                                   : page.text.substr(at, end - at);
        text += ' ';
        at = end + 1;
      }
      page.text = std::move(text);
    } else if (kind < 45) {
      update.kind = PageUpdate::Kind::kDead;
      update.http_status = 404;
    }
    made.push_back(std::move(page));
    update.url = made.back().url;
    if (update.kind == PageUpdate::Kind::kPage) update.text = made.back().text;
    updates.push_back(update);
  }
  return made;
}

double submit_all(Store& store, const std::vector<PageUpdate>& updates) {
  return cpu_cost([&] {
    for (size_t at = 0; at < updates.size(); at += 10'000) {
      const size_t count = std::min<size_t>(10'000, updates.size() - at);
      must(store.submit(std::span(updates).subspan(at, count)));
    }
  });
}

void measure_status(const Store& store, const std::vector<Page>& pages, bool verify,
                    const char* what, const char* target) {
  std::mt19937 random(3);
  constexpr size_t kQueries = 50'000;
  uint64_t removed = 0;
  std::vector<double> wall;
  wall.reserve(kQueries);
  const double seconds = cpu_cost([&] {
    for (size_t i = 0; i < kQueries; ++i) {
      const auto began = std::chrono::steady_clock::now();
      auto answer = must(store.status(pages[random() % pages.size()].url, {.verify = verify}));
      wall.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
      removed += answer.verdict == Verdict::kRemoved;
      if (answer.verdict == Verdict::kUnknown || answer.failed) std::abort();
    }
  });
  std::sort(wall.begin(), wall.end());
  show(what, kQueries, seconds, target);
  std::printf("    p50 %.0f us, p99 %.0f us by the clock; %.0f %% of the pages are removed\n",
              wall[kQueries / 2] * 1e6, wall[kQueries * 99 / 100] * 1e6,
              100.0 * static_cast<double>(removed) / kQueries);
}

// Latency alone counts: the CPU is also the writer's.
void measure_status_beside_writer(Store& store, const std::vector<Page>& pages,
                                  std::mt19937& random) {
  std::vector<PageUpdate> updates;
  const auto made = round_of(pages, 1'000'000'000'001, random, updates);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    submit_all(store, updates);
    done = true;
  });
  for (bool verify : {false, true}) {
    std::vector<double> wall;
    std::mt19937 pick(4);
    while (!done && wall.size() < 200'000) {
      const auto began = std::chrono::steady_clock::now();
      must(store.status(pages[pick() % pages.size()].url, {.verify = verify}));
      wall.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
      if (!verify && wall.size() >= 20'000) break;
    }
    if (wall.empty()) continue;
    std::sort(wall.begin(), wall.end());
    std::printf("status beside a writer%s: p50 %.0f us, p99 %.0f us of %zu queries (p99 <= 1 ms)\n",
                verify ? ", verified" : "", wall[wall.size() / 2] * 1e6,
                wall[wall.size() * 99 / 100] * 1e6, wall.size());
  }
  writer.join();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: store_speed PAGES.jsonl FOLDER\n");
    return 2;
  }
  const std::string input = argv[1], folder = argv[2], again = folder + ".again.jsonl";
  std::vector<Page> pages;
  double packed = 0, bytes = 0;
  Status read_all = read({input}, {}, [&](const Record& record) {
    pages.push_back({std::string(record.url), std::string(record.text)});
    bytes += static_cast<double>(record.text.size());
    std::string out(ZSTD_compressBound(record.text.size()), '\0');
    packed += static_cast<double>(
        ZSTD_compress(out.data(), out.size(), record.text.data(), record.text.size(), 3));
    return true;
  });
  if (!read_all.ok() || pages.empty()) return 1;
  const auto count = static_cast<double>(pages.size());
  std::printf("%.0f pages of %.0f B of text, %.0f B with zstd 3\n", count, bytes / count,
              packed / count);

  auto store = must(Store::open(folder));
  const double fresh = cpu_cost([&] { must(store.ingest({input})); });
  show("new pages", count, fresh, ">= 7,000, aim 14,000");

  std::filesystem::create_hard_link(input, again);
  std::filesystem::last_write_time(
      again, std::filesystem::last_write_time(again) + std::chrono::seconds(60));
  const double same = cpu_cost([&] {
    if (must(store.ingest({again})).unchanged != pages.size()) std::abort();
  });
  std::filesystem::remove(again);
  show("unchanged pages, seen again later", count, same, ">= 60,000");

  std::mt19937 random(7);
  std::vector<PageUpdate> updates;
  auto made = round_of(pages, 1'000'000'000'000'000, random, updates);
  const double round = submit_all(store, updates);
  show("a round of 1 %", static_cast<double>(updates.size()), round, "");
  updates.clear();
  std::vector<PageUpdate> all_new;
  std::deque<std::string> urls;
  for (size_t i = 0; i < pages.size() / 100; ++i) {
    urls.push_back(pages[i].url + "/new");
    all_new.push_back({.url = urls.back(), .text = pages[i].text, .version = 2});
  }
  show("a round of new pages with known texts", static_cast<double>(all_new.size()),
       submit_all(store, all_new), "");

  measure_status(store, pages, false, "status", ">= 40,000");
  measure_status(store, pages, true, "status, verified", ">= 12,000");
  measure_status_beside_writer(store, pages, random);

  const StoreStats stats = must(store.stats());
  const auto texts = static_cast<double>(stats.texts);
  { const Store closed = std::move(store); }
  const double disk = support::folder_bytes(folder);
  std::printf("disk %.0f B a page (<= %.0f)\n", disk / count, 1.2 * packed / count + 400);
  const double before = support::resident_bytes();
  const auto began = std::chrono::steady_clock::now();
  const double open_cpu = cpu_cost([&] { store = must(Store::open(folder)); });
  std::printf("open %.2f s by the clock, %.2f s CPU (<= 5 s at 2 M pages)\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
              open_cpu);
  std::printf(
      "memory a text: index %.0f B, bitmaps %.0f B; resident %.0f B more than before "
      "opening (<= 400)\n",
      static_cast<double>(stats.index_bytes) / texts,
      static_cast<double>(stats.bitmap_bytes) / texts,
      (support::resident_bytes() - before) / texts);
  { const Store closed = std::move(store); }

  const double run = cpu_cost([&] {
    DedupOptions options;
    options.threads = 1;
    must(dedup({input}, folder + ".out", options));
  });
  std::filesystem::remove_all(folder + ".out");
  std::printf("dedup over all pages %.2f s; a round of 1 %% is %.1f times cheaper (>= 24)\n", run,
              run / round);
  return 0;
}
