// A counting sort divides the pages by the rules that come before the time. This gives a few
// hundred runs, because the value of these rules is mostly the length of the URL. The runs are
// independent, so threads sort them in parallel: by time if any page has one, then by URL. When the
// longest text is kept, the counting sort uses its length instead (a few thousand runs), and the
// rules before the time are the first step within each run. Tested by winner_order_test.cc against
// a plain sort by the rules, with and without threads.
#include "group/winner_order.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>
#include <vector>

namespace doppel::group {
namespace {

constexpr size_t kPagesPerTask = 1024;
constexpr size_t kTrimEvery = 256;

// The pages of a run are ordered by numbers; the smaller number is preferred.
struct Standing {
  uint64_t
      distinct;  // the rules, the time, or the next eight bytes of the URL that differ in the run
  uint32_t page;
};

bool preferred(const Standing& a, const Standing& b) {
  return a.distinct != b.distinct ? a.distinct < b.distinct : a.page < b.page;
}

constexpr int bits_before_time() {
  int bits = 0;
  for (const WinnerRule& rule : kNeutralOrder) {
    if (rule.by != Criterion::kFirstSeen) bits += rule.bits;
  }
  return bits;
}
static_assert(bits_before_time() <= 64);
static_assert(kNeutralOrder.back().by == Criterion::kFirstSeen);

// The rules before the time as one number; the smaller is preferred.
uint64_t rules_of(const WinnerFacts& page) {
  uint64_t out = 0;
  for (const WinnerRule& rule : kNeutralOrder) {
    if (rule.by != Criterion::kFirstSeen) out = out << rule.bits | rule_value(rule.by, page);
  }
  return out;
}

// The first eight bytes as a number that orders as they do.
uint64_t first_bytes(std::string_view bytes) {
  uint64_t out = 0;
  for (size_t i = 0; i < 8; ++i) {
    out = out << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0);
  }
  return out;
}

// What a run of pages is sorted by. Those that are still equal are a run of the next step.
enum class Step : uint8_t { kRules, kTime, kUrl };

// Orders the pages of a run, which tie by everything before its step. URLs of one site have long
// common prefixes, so comparing them in full is slow. Instead a run is sorted by the eight bytes
// after the common prefix of its URLs, and each run of pages that are still equal is sorted again
// by the following bytes.
class RunSort {
 public:
  RunSort(std::span<const WinnerFacts> pages, std::span<Standing> standings, bool has_times)
      : pages_(pages), standings_(standings), has_times_(has_times) {}

  // REQUIRES: the pages tie by everything before that step.
  void sort(Step step) {
    runs_.push_back({0, standings_.size(), step, 0});
    while (!runs_.empty()) {
      const Run run = runs_.back();
      runs_.pop_back();
      take_step(run);
    }
  }

 private:
  struct Run {
    size_t first, last;
    Step step;
    size_t common;  // kUrl: bytes known to be the same in all URLs
  };

  void take_step(const Run& run) {
    std::span<Standing> pages = standings_.subspan(run.first, run.last - run.first);
    if (pages.size() < 2) return;
    switch (run.step) {
      case Step::kRules:
        for (Standing& s : pages) s.distinct = rules_of(pages_[s.page]);
        return sort_run(pages, {run.first, run.last, has_times_ ? Step::kTime : Step::kUrl, 0});
      case Step::kTime:
        for (Standing& s : pages) s.distinct = rule_value(Criterion::kFirstSeen, pages_[s.page]);
        return sort_run(pages, {run.first, run.last, Step::kUrl, 0});
      case Step::kUrl: {
        const size_t common = common_prefix(pages, run.common);
        for (Standing& s : pages) s.distinct = first_bytes(url(s).substr(common));
        return sort_run(pages, {run.first, run.last, Step::kUrl, common + 8});
      }
    }
  }

  // Sorts the pages of a run by `distinct`. Pages that are still equal become runs like `next`.
  void sort_run(std::span<Standing> pages, const Run& next) {
    // They are often sorted already, for example when pages have no URLs.
    if (!std::is_sorted(pages.begin(), pages.end(), preferred)) {
      std::sort(pages.begin(), pages.end(), preferred);
    }
    for (size_t first = 0, last; first < pages.size(); first = last) {
      last = first + 1;
      while (last < pages.size() && pages[last].distinct == pages[first].distinct) ++last;
      // URLs that tie by the rules have the same length.
      const bool ends = next.step == Step::kUrl && url(pages[first]).size() <= next.common;
      if (last - first > 1 && !ends) {
        runs_.push_back({next.first + first, next.first + last, next.step, next.common});
      }
    }
  }

  size_t common_prefix(std::span<const Standing> pages, size_t known) const {
    std::string_view common = url(pages.front()).substr(known);
    for (const Standing& s : pages) {
      const std::string_view rest = url(s).substr(known);
      auto [end, other] = std::mismatch(common.begin(), common.end(), rest.begin(), rest.end());
      common = common.substr(0, static_cast<size_t>(end - common.begin()));
    }
    return known + common.size();
  }

  std::string_view url(const Standing& s) const { return pages_[s.page].url; }

  std::span<const WinnerFacts> pages_;
  std::span<Standing> standings_;
  const bool has_times_;
  std::vector<Run> runs_;
};

// The pages, with runs in winner order and pages in page order within a run. All pages of a run
// have the same number.
struct Runs {
  Table<Standing> standings;
  std::vector<size_t> ends;
};

Runs count_out(std::span<const uint64_t> numbers, TableMemory* memory) {
  std::unordered_map<uint64_t, size_t>
      next;  // first the number of pages, then the position of the next page
  for (uint64_t n : numbers) ++next[n];
  std::vector<uint64_t> in_order;
  for (const auto& [n, pages] : next) in_order.push_back(n);
  std::sort(in_order.begin(), in_order.end());
  Runs out{Table<Standing>(numbers.size(), memory), {}};
  size_t sum = 0;
  for (uint64_t n : in_order) {
    sum += std::exchange(next[n], sum);
    out.ends.push_back(sum);
  }
  for (uint32_t page = 0; page < numbers.size(); ++page) {
    if (page % kTrimEvery == 0) memory->trim_resident();
    out.standings[next[numbers[page]]++] = {0, page};
  }
  return out;
}

}  // namespace

Table<PageId> winner_order(std::span<const WinnerFacts> pages, TableMemory* memory,
                           ThreadPool* pool) {
  Table<uint64_t> numbers(pages.size(), memory);
  std::atomic<bool> has_times = false, has_words = false;
  const auto for_each_page = [&](auto use) {
    for_each_index(pool, (pages.size() + kPagesPerTask - 1) / kPagesPerTask, [&](size_t task) {
      const size_t first = task * kPagesPerTask;
      memory->trim_resident();
      use(first, std::min(pages.size(), first + kPagesPerTask));
    });
  };
  for_each_page([&](size_t first, size_t last) {
    bool timed = false, counted = false;
    for (size_t page = first; page < last; ++page) {
      numbers[page] = rules_of(pages[page]);
      timed |= pages[page].first_seen_ms != kNeverSeen;
      counted |= pages[page].words > 0;
    }
    if (timed) has_times = true;
    if (counted) has_words = true;
  });
  if (has_words) {
    for_each_page([&](size_t first, size_t last) {
      for (size_t page = first; page < last; ++page) {
        numbers[page] = rule_value(kLongestFirst.by, pages[page]);
      }
    });
  }
  Runs runs = count_out(numbers, memory);
  const Step first_step = has_words ? Step::kRules : has_times ? Step::kTime : Step::kUrl;
  for_each_index(pool, runs.ends.size(), [&](size_t run) {
    const size_t first = run == 0 ? 0 : runs.ends[run - 1];
    memory->trim_resident();
    RunSort(pages, std::span(runs.standings).subspan(first, runs.ends[run] - first), has_times)
        .sort(first_step);
  });
  Table<PageId> out(memory);
  out.reserve(pages.size());
  for (const Standing& s : runs.standings) out.push_back({s.page});
  return out;
}

// URLs that tie by the rules before them have the same length, so no end marker is needed.
std::string rank_bytes(const WinnerFacts& page, PageId number) {
  std::string out;
  const auto append_big_endian = [&](uint64_t value, int bytes) {
    for (int i = bytes; i-- > 0;) out.push_back(static_cast<char>(value >> (8 * i)));
  };
  const auto append_rule = [&](const WinnerRule& rule) {
    append_big_endian(rule_value(rule.by, page), (rule.bits + 7) / 8);
  };
  append_rule(kLongestFirst);
  for (const WinnerRule& rule : kNeutralOrder) append_rule(rule);
  out.append(page.url);
  append_big_endian(number.value, sizeof number.value);
  return out;
}

}  // namespace doppel::group
