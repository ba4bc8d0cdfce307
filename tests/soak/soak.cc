// A long life of a store: generation after generation of a crawl that goes on, in one process.
//   soak FOLDER EVENTS PAGES [WORDS]      FOLDER must not exist; PAGES are in the first generation
//
// Each generation fetches half of the pages again: 30 % of them have changed, 5 % are dead, 2 %
// redirect, 1 % are new. After each one the store must still be bounded: bytes in memory and on
// disk for each page that it knows. Somebody follows its events, and must know at any time what the
// store says about every page; the names of groups must never come back. In the end, the store must
// say what a run over its present pages says, and what a new store of these pages says.
//
// Prints a table. Exit status: 0, or 1 with the first fault. Time is printed and never a fault.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "doppel/doppel.h"
#include "generate/write_crawl.h"
#include "soak/consumer.h"
#include "support/process_cost.h"

namespace doppel::soak {
namespace {

// How many times as large as a new store of the same pages a store may become: its index in memory,
// and its closed folder. On disk, what is outdated is dropped when files are merged; before that
// there may be four files of a write buffer each.
constexpr double kMostIndex = 1.5, kMostDisk = 2, kUnmergedBytes = 4.0 * (64 << 20);
// What the process may have in memory at any time: the program, its caches and write buffers, and
// so much for each page that the store knows.
constexpr double kFixedBytes = 768.0 * (1 << 20), kMostBytesOfAPage = 1500;
constexpr uint32_t kFullComparisons = 10;

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "soak: %s\n", message.c_str());
  std::exit(1);
}

void must(const Status& status) {
  if (!status.ok()) fail(status.message());
}

template <typename T>
T must(Result<T> result) {
  must(result.status());
  return *std::move(result);
}

struct Sample {
  uint64_t records = 0, known = 0;
  double cpu = 0, memory = 0, disk = 0;

  double cpu_of_a_record() const { return cpu / static_cast<double>(records); }
  double disk_of_a_page() const { return disk / static_cast<double>(known); }
};

class Soak {
 public:
  Soak(std::string folder, const generate::CrawlOptions& options)
      : folder_(std::move(folder)),
        input_(folder_ + "/generation.jsonl"),
        crawl_(options),
        // Enough for several generations: the consumer reads each one before the next.
        store_(must(Store::open(folder_ + "/store",
                                {.keep_events = std::max<uint64_t>(8 * options.pages, 10'000)}))) {}

  void run() {
    std::printf("%10s %9s %9s %9s %8s %8s %9s %11s\n", "generation", "records", "pages",
                "us/record", "MB mem", "MB disk", "disk/page", "last event");
    const uint32_t rounds = crawl_.options().rounds;
    for (uint32_t round = 0; round < rounds; ++round) {
      samples_.push_back(live(round));
      follow();
      show(round);
      check_memory(samples_.back());
      if (round % std::max(rounds / kFullComparisons, 1u) == 0 || round + 1 == rounds) {
        compare(round);
      }
    }
    print_speed();
    check_end();
  }

 private:
  Sample live(uint32_t round) {
    {
      std::ofstream file(input_, std::ios::binary);
      must(write_crawl(crawl_, {.only_round = round},
                       [&](std::string_view bytes) {
                         file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                         return file ? Status() : io_error("cannot write " + input_);
                       },
                       {}));
    }
    Sample out{.known = crawl_.recrawl().known(round)};
    IngestReport report;
    out.cpu = support::cpu_cost([&] { report = must(store_.ingest({input_})); });
    if (report.records != report.accepted) fail("a record was not accepted");
    out.records = report.records;
    out.memory = support::resident_bytes();
    out.disk = support::folder_bytes(folder_ + "/store");
    return out;
  }

  void show(uint32_t round) const {
    const Sample& s = samples_.back();
    std::printf("%10u %9llu %9llu %9.1f %8.0f %8.0f %9.0f %11llu\n", round,
                static_cast<unsigned long long>(s.records),
                static_cast<unsigned long long>(s.known), 1e6 * s.cpu_of_a_record(), s.memory / 1e6,
                s.disk / 1e6, s.disk_of_a_page(),
                static_cast<unsigned long long>(consumer_.next() - 1));
    std::fflush(stdout);
  }

  static void check_memory(const Sample& sample) {
    const double most = kFixedBytes + kMostBytesOfAPage * static_cast<double>(sample.known);
    if (sample.memory > most) fail("memory grows beyond " + std::to_string(most / 1e6) + " MB");
  }

  void follow() {
    must(store_.changes(consumer_.next(), [&](const Change& change) {
      consumer_.apply(change);
      return true;
    }));
    if (!consumer_.fault().empty()) fail(consumer_.fault());
  }

  void compare(uint32_t round) const {
    const uint64_t known = crawl_.recrawl().known(round);
    for (uint64_t page = 0; page < known; ++page) {
      const StatusAnswer answer = must(store_.status(crawl_.url(page)));
      if (!consumer_.agrees(answer)) {
        fail("generation " + std::to_string(round) + ": the events say something else about " +
             answer.url + " than the store");
      }
    }
    if (consumer_.pages() != known) {
      fail("generation " + std::to_string(round) + ": the events know " +
           std::to_string(consumer_.pages()) + " pages of " + std::to_string(known));
    }
  }

  // Generation 0 has only new pages, so it is another kind of work.
  void print_speed() const {
    constexpr size_t kTogether = 3;
    if (samples_.size() < 1 + 2 * kTogether) return;
    const auto mean = [&](size_t begin) {
      double cpu = 0, records = 0;
      for (size_t i = begin; i < begin + kTogether; ++i) {
        cpu += samples_[i].cpu;
        records += static_cast<double>(samples_[i].records);
      }
      return 1e6 * cpu / records;
    };
    const double early = mean(1), late = mean(samples_.size() - kTogether);
    std::printf("CPU a record: %.1f us in generations 1 to 3, %.1f us in the last 3: %.2fx\n",
                early, late, late / early);
  }

  void check_end() {
    const StoreCheck checked = must(store_.check());
    if (!checked.faults.empty()) fail(checked.faults[0]);
    const std::string pages = folder_ + "/pages.jsonl", fresh = folder_ + "/fresh";
    export_to(pages);
    DedupOptions options;
    options.digest = true;
    const DedupSummary run = must(dedup({pages}, folder_ + "/run", options));
    if (run.digest != checked.digest) fail("a run over the present pages has another digest");
    const double index = index_bytes(store_);
    { const Store closed = std::move(store_); }
    double fresh_index = 0;
    {
      Store young = must(Store::open(fresh));
      must(young.ingest({pages}));
      if (must(young.digest()) != checked.digest) fail("a new store has another digest");
      fresh_index = index_bytes(young);
    }
    std::printf(
        "%llu live pages, %llu certificates, digest %s: by the store, by a run over all, "
        "and by a new store\n",
        static_cast<unsigned long long>(checked.pages),
        static_cast<unsigned long long>(checked.certificates), checked.digest.c_str());
    compare_sizes("index in memory", index, fresh_index, kMostIndex * fresh_index);
    const double disk = support::folder_bytes(folder_ + "/store");
    const double fresh_disk = support::folder_bytes(fresh);
    compare_sizes("closed folder", disk, fresh_disk, kMostDisk * fresh_disk + kUnmergedBytes);
  }

  static double index_bytes(const Store& store) {
    const StoreStats stats = must(store.stats());
    return static_cast<double>(stats.index_bytes + stats.bitmap_bytes);
  }

  static void compare_sizes(const char* what, double old_bytes, double new_bytes, double most) {
    std::printf("%s: %.1f MB, of a new store %.1f MB: %.2f times\n", what, old_bytes / 1e6,
                new_bytes / 1e6, old_bytes / new_bytes);
    if (old_bytes > most) fail(std::string("too large: the ") + what);
  }

  void export_to(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    must(store_.export_pages([&](std::string_view line) {
      file << line;
      return file ? Status() : io_error("cannot write " + path);
    }));
  }

  std::string folder_, input_;
  generate::Crawl crawl_;
  Store store_;
  Consumer consumer_;
  std::vector<Sample> samples_;
};

generate::CrawlOptions crawl_of(uint64_t events, uint64_t pages, uint64_t words) {
  generate::CrawlOptions options;
  options.pages = pages;
  options.seed = 22;
  options.words = words;
  options.recrawl = {.fetched = {1, 2},
                     .changed = {3, 10},
                     .redirected = {1, 50},
                     .dead = {1, 20},
                     .fresh = {1, 100}};
  // A template has some hundred pages, in a crawl of any size.
  options.templates = static_cast<uint32_t>(std::min<uint64_t>(pages / 2000 + 1, 1'000'000));
  const uint64_t later = events > pages ? (events - pages) * 2 / pages : 0;
  if (later + 1 > generate::Recrawl::kMostRounds) {
    fail("more than 1000 generations: use more pages, or fewer events");
  }
  options.rounds = static_cast<uint32_t>(later + 1);
  must(options.check());
  return options;
}

}  // namespace
}  // namespace doppel::soak

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: soak FOLDER EVENTS PAGES [WORDS]\n");
    return 2;
  }
  const auto number = [&](int i) { return i < argc ? std::strtoull(argv[i], nullptr, 10) : 0; };
  const std::string folder = argv[1];
  if (std::filesystem::exists(folder)) {
    std::fprintf(stderr, "soak: %s exists: name a folder that does not\n", argv[1]);
    return 2;
  }
  const auto options =
      doppel::soak::crawl_of(number(2), std::max<uint64_t>(number(3), 2), number(4));
  std::filesystem::create_directories(folder);
  doppel::soak::Soak(folder, options).run();
  std::filesystem::remove_all(folder);
  return 0;
}
