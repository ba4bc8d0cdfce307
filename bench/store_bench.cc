// What the store on disk costs a page: rounds of 10,000 new pages, each page with a compressed text
// of 900 B, a signature of 180 B, a row of 80 B under its URL, and its share of the events. All
// writes are synced. CPU is that of all threads, compactions and the flush at the end included;
// making the batches is not counted.
//
// Then looking up rows of pages in random order, one by one and many at once.
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "store/rocks_store.h"
#include "support/temp_folder.h"

namespace doppel::store {
namespace {

constexpr int64_t kRound = 10'000;
constexpr int64_t kEventsInRow = 100;

double seconds_of(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::string key_of(char table, uint64_t id) {
  std::string out(9, table);
  for (int i = 0; i < 8; ++i) out[8 - i] = static_cast<char>(id >> (8 * i));
  return out;
}

// URLs arrive in no order.
std::string page_key(uint64_t page) {
  const std::string mixed = std::to_string(page * 0x9E3779B97F4A7C15);
  return "phttps://www." + mixed.substr(0, 4) + ".example.org/archive/2012/articles/" + mixed +
         "/some-title-of-the-page-that-is-not-short.html";
}

class Pages {
 public:
  Batch round(int64_t first) {
    Batch batch;
    for (int64_t page = first; page < first + kRound; ++page) {
      const auto id = static_cast<uint64_t>(page);
      batch.put(key_of('W', id), random_bytes(900));
      batch.put(key_of('S', id), random_bytes(180));
      batch.put(page_key(id), random_bytes(24) + std::string(56, 'x'));
      if (page % kEventsInRow == 0) batch.put(key_of('e', id), random_bytes(600));
    }
    return batch;
  }

 private:
  std::string random_bytes(size_t size) {
    std::string out(size, '\0');
    for (char& c : out) c = static_cast<char>(random_());
    return out;
  }

  std::minstd_rand random_{1};
};

std::unique_ptr<RocksStore> open(const std::string& folder) {
  auto store = RocksStore::open(
      folder, {.mode = RocksOptions::Mode::kCreateIfAbsent, .cache_bytes = size_t{1} << 30});
  if (!store) std::abort();
  return *std::move(store);
}

uint64_t bytes_in(const std::string& folder) {
  uint64_t out = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) out += entry.file_size();
  return out;
}

void write_rounds(benchmark::State& state) {
  for (auto _ : state) {
    support::TempFolder folder;
    auto store = open(folder.path());
    Pages pages;
    double making = 0;
    const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    for (int64_t page = 0; page < state.range(0); page += kRound) {
      const double before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
      const Batch batch = pages.round(page);
      making += seconds_of(CLOCK_THREAD_CPUTIME_ID) - before;
      if (!store->write(batch).ok()) std::abort();
    }
    store = nullptr;
    const double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin - making;
    const auto count = static_cast<double>(state.range(0));
    state.counters["CPU us a page"] = 1e6 * cpu / count;
    state.counters["B a page"] = static_cast<double>(bytes_in(folder.path())) / count;
    for (const auto& family : open(folder.path())->family_sizes()) {
      state.counters[family.name + " B"] = static_cast<double>(family.table_bytes) / count;
    }
  }
}
BENCHMARK(write_rounds)->Arg(400'000)->Unit(benchmark::kSecond)->Iterations(1);

struct Filled {
  static constexpr int64_t kPages = 200'000;

  Filled() : store(open(folder.path())) {
    Pages pages;
    for (int64_t page = 0; page < kPages; page += kRound) {
      if (!store->write(pages.round(page)).ok()) std::abort();
    }
    if (!store->flush().ok()) std::abort();
  }
  std::vector<std::string> random_keys(size_t count) {
    std::vector<std::string> out;
    for (size_t i = 0; i < count; ++i) out.push_back(page_key(random() % kPages));
    std::sort(out.begin(), out.end());
    return out;
  }

  support::TempFolder folder;
  std::unique_ptr<RocksStore> store;
  std::mt19937 random{1};
};

void look_up(benchmark::State& state) {
  static Filled filled;
  const auto count = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    const std::vector<std::string> keys = filled.random_keys(count);
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    auto snapshot = filled.store->snapshot();
    state.ResumeTiming();
    if (count == 1) {
      if (!*snapshot->get(views[0])) std::abort();
    } else {
      for (const auto& value : *snapshot->get_many(views)) {
        if (!value) std::abort();
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(look_up)->Arg(1)->Arg(10'000);

}  // namespace
}  // namespace doppel::store
