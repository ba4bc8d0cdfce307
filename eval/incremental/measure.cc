// The measurements of eval/incremental, on crawls that run.py has made. Prints one line for each
// figure: its name, a tab, a number. A wrong answer ends the program.
//
//   incremental_measure round FOLDER BASE ROUND       what a round costs beside a run over all
//   pages,
//                                                     and beside one page compared with all others
//   incremental_measure stay FOLDER FIRST SECOND N    of the pages that the second crawl changes,
//   how
//                                                     many resemble the representatives of their
//                                                     groups: in N steps
//   incremental_measure modes FOLDER CRAWL...         what mode paper says after each crawl, beside
//                                                     mode sound
//
// FOLDER must exist; what is left in it can be removed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "doppel/doppel.h"
#include "support/process_cost.h"

namespace {

using namespace doppel;
using support::cpu_cost;

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "incremental_measure: %s\n", message.c_str());
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

void print(const std::string& name, double value) {
  std::printf("%s\t%.17g\n", name.c_str(), value);
  std::fflush(stdout);
}

void print(const std::string& name, uint64_t value) { print(name, static_cast<double>(value)); }

struct Page {
  std::string url, text;
  uint64_t version = 0;
  int64_t time_ms = 0;
};

// The lines of a crawl that have a text.
std::vector<Page> read_texts(const std::string& path) {
  std::vector<Page> out;
  ReadOptions options;
  options.events = true;
  must(read({path}, options, [&](const Record& record) {
    if (record.kind != Kind::kText || record.text.empty()) return true;
    Page page{std::string(record.url), std::string(record.text)};
    page.time_ms = std::max<int64_t>(record.fetched_ms, 0);
    for (const JsonField& field : record.fields) {
      if (field.name == "version") page.version = std::strtoull(field.value.data(), nullptr, 10);
    }
    out.push_back(std::move(page));
    return true;
  }));
  return out;
}

// --- figure 7 ---

// What a server that compares by scanning keeps of every page: a sketch, and its length.
class Signatures {
 public:
  void add(std::string_view text) {
    const Signature signature = must(sign(text, kRules));
    Entry entry{.windows = signature.windows};
    std::copy(signature.minhash.begin(), signature.minhash.end(), entry.slots.begin());
    entries_.push_back(entry);
  }

  // How many pages resemble this text: 4 of 5 slots are equal, in the range of lengths in which
  // that is possible.
  uint64_t scan(std::string_view text) const {
    const Signature signature = must(sign(text, kRules));
    uint64_t found = 0;
    for (const Entry& entry : entries_) {
      if (5 * entry.windows < 4 * signature.windows || 4 * entry.windows > 5 * signature.windows) {
        continue;
      }
      uint32_t equal = 0;
      for (size_t i = 0; i < kSlots; ++i) equal += entry.slots[i] == signature.minhash[i];
      found += 5 * equal >= 4 * kSlots;
    }
    return found;
  }

 private:
  static constexpr size_t kSlots = 128;
  inline static const SignatureRules kRules{.bins = kSlots, .simhash_bits = 0};
  struct Entry {
    uint64_t windows = 0;
    std::array<uint32_t, kSlots> slots = {};
  };
  std::vector<Entry> entries_;
};

// Every page of the round is in the store, so a scan finds it at least once.
void measure_scan(const std::string& all_pages, const std::string& round) {
  Signatures signatures;
  must(read({all_pages}, {}, [&](const Record& record) {
    signatures.add(record.text);
    return true;
  }));
  std::vector<Page> sample = read_texts(round);
  std::shuffle(sample.begin(), sample.end(), std::mt19937(7));
  constexpr size_t kScans = 100;
  if (sample.size() > kScans) sample.resize(kScans);
  uint64_t unfound = 0;
  const double cpu = cpu_cost([&] {
    for (const Page& page : sample) unfound += signatures.scan(page.text) == 0;
  });
  if (unfound > 0) fail("a scan did not find the page itself");
  print("scan_cpu", cpu / static_cast<double>(sample.size()));
}

double run_all(const std::string& pages, const std::string& folder, bool digest, std::string& out) {
  DedupOptions options;
  options.threads = 1;
  options.digest = digest;
  const double cpu = cpu_cost([&] { out = must(dedup({pages}, folder, options)).digest; });
  std::filesystem::remove_all(folder);
  return cpu;
}

void export_to(const Store& store, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  must(store.export_pages([&](std::string_view line) {
    file << line;
    return file ? Status() : io_error("cannot write " + path);
  }));
}

void measure_round(const std::string& folder, const std::string& base, const std::string& round) {
  const std::string all = folder + "/all.jsonl";
  std::string digest, none;
  {
    Store store = must(Store::open(folder + "/store"));
    uint64_t records = 0;
    const double fresh = cpu_cost([&] { records = must(store.ingest({base})).records; });
    print("base_pages", records);
    print("base_cpu", fresh);
    IngestReport report;
    const double cpu = cpu_cost([&] { report = must(store.ingest({round})); });
    if (report.accepted != report.records) fail("a record of the round was not accepted");
    print("round_pages", report.records);
    print("round_cpu", cpu);
    export_to(store, all);
    digest = must(store.digest());
  }
  print("all_cpu", run_all(all, folder + "/run", false, none));
  std::string again;
  run_all(all, folder + "/run", true, again);
  if (again != digest) fail("the store and a run over its pages have different digests");
  measure_scan(all, round);
}

// --- figure 8 ---

// Pages by key URL.
using Texts = std::unordered_map<std::string, std::string>;

struct Stays {
  uint64_t processed = 0, updated = 0, stayed = 0;
};

// The representative of a group is the text of its winner (Zhu et al. 5.1).
void count_stays(const Store& store, const Texts& texts, std::span<const Page> pages, Stays& out) {
  const Predicate& predicate = store.predicate();
  for (const Page& page : pages) {
    ++out.processed;
    const StatusAnswer known = must(store.status(page.url));
    const auto before = texts.find(known.url);
    if (before == texts.end() || before->second == page.text) continue;
    ++out.updated;
    const auto representative = texts.find(known.winner);
    if (representative == texts.end()) continue;
    out.stayed +=
        predicate.holds(compare_texts(page.text, representative->second, predicate.rules));
  }
}

void submit(Store& store, std::span<const Page> pages, Texts& texts) {
  constexpr size_t kMostPages = 10'000;
  for (size_t at = 0; at < pages.size(); at += kMostPages) {
    std::vector<PageUpdate> updates;
    for (const Page& page : pages.subspan(at, std::min(kMostPages, pages.size() - at))) {
      updates.push_back(
          {.url = page.url, .text = page.text, .version = page.version, .time_ms = page.time_ms});
    }
    if (!must(store.submit(updates)).rejected.empty()) fail("a page was rejected");
  }
  for (const Page& page : pages) texts[must(store.status(page.url)).url] = page.text;
}

void measure_stays(const std::string& folder, const std::string& first, const std::string& second,
                   size_t steps) {
  StoreOptions options;
  options.mode = StoreMode::kPaper;
  Store store = must(Store::open(folder + "/store", options));
  Texts texts;
  submit(store, read_texts(first), texts);
  const std::vector<Page> pages = read_texts(second);
  Stays stays;
  for (size_t step = 0; step < steps; ++step) {
    const size_t begin = pages.size() * step / steps, end = pages.size() * (step + 1) / steps;
    const std::span<const Page> batch(pages.data() + begin, end - begin);
    count_stays(store, texts, batch, stays);
    submit(store, batch, texts);
    const std::string point = std::to_string(step + 1) + "/";
    print(point + "processed", stays.processed);
    print(point + "updated", stays.updated);
    print(point + "stayed", stays.stayed);
  }
}

// --- what mode paper costs ---

// What two stores say about the same pages.
struct Agreement {
  uint64_t removed_sound = 0, removed_paper = 0, removed_both = 0;
  std::map<std::string, uint64_t> sound, paper;  // sizes of groups
  std::map<std::pair<std::string, std::string>, uint64_t> both;
};

template <typename Sizes>
uint64_t pairs_of(const Sizes& sizes) {
  uint64_t out = 0;
  for (const auto& [group, size] : sizes) out += size * (size - 1) / 2;
  return out;
}

Agreement compare(const Store& sound, const Store& paper, const std::set<std::string>& urls) {
  Agreement out;
  const auto live = [](const StatusAnswer& answer) {
    return answer.verdict == Verdict::kKept || answer.verdict == Verdict::kRemoved;
  };
  for (const std::string& url : urls) {
    const StatusAnswer a = must(sound.status(url)), b = must(paper.status(url));
    if (live(a) != live(b)) fail("the stores have different pages");
    if (!live(a)) continue;
    const bool removed_a = a.verdict == Verdict::kRemoved,
               removed_b = b.verdict == Verdict::kRemoved;
    out.removed_sound += removed_a;
    out.removed_paper += removed_b;
    out.removed_both += removed_a && removed_b;
    ++out.sound[a.group];
    ++out.paper[b.group];
    ++out.both[{a.group, b.group}];
  }
  return out;
}

void measure_modes(const std::string& folder, std::span<char*> crawls) {
  StoreOptions options;
  Store sound = must(Store::open(folder + "/sound", options));
  options.mode = StoreMode::kPaper;
  Store paper = must(Store::open(folder + "/paper", options));
  std::set<std::string> urls;
  for (size_t i = 0; i < crawls.size(); ++i) {
    const std::string crawl = crawls[i], point = std::to_string(i) + "/";
    ReadOptions events;
    events.events = true;
    must(read({crawl}, events, [&](const Record& r) { return urls.emplace(r.url), true; }));
    print(point + "sound_cpu", cpu_cost([&] { must(sound.ingest({crawl})); }));
    print(point + "paper_cpu", cpu_cost([&] { must(paper.ingest({crawl})); }));
    const Agreement agreement = compare(sound, paper, urls);
    print(point + "removed_sound", agreement.removed_sound);
    print(point + "removed_paper", agreement.removed_paper);
    print(point + "removed_both", agreement.removed_both);
    print(point + "pairs_sound", pairs_of(agreement.sound));
    print(point + "pairs_paper", pairs_of(agreement.paper));
    print(point + "pairs_both", pairs_of(agreement.both));
    for (const auto& [name, store] : {std::pair{"sound", &sound}, {"paper", &paper}}) {
      const StoreStats stats = must(store->stats());
      print(point + "pages", stats.pages);
      print(point + "members_" + name, stats.members.front().pages);
      print(point + "unlike_" + name, stats.members.front().unlike_winner);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[1] : "";
  if (what == "round" && argc == 5) {
    measure_round(argv[2], argv[3], argv[4]);
  } else if (what == "stay" && argc == 6) {
    measure_stays(argv[2], argv[3], argv[4], std::strtoull(argv[5], nullptr, 10));
  } else if (what == "modes" && argc > 3) {
    measure_modes(argv[2], {argv + 3, static_cast<size_t>(argc - 3)});
  } else {
    std::fprintf(stderr, "usage: incremental_measure round|stay|modes FOLDER ...\n");
    return 2;
  }
  return 0;
}
