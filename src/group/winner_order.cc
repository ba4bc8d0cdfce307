// Pages are counted out by the rules before the time: a few hundred runs, because most of these
// rules is how long the URL is. The runs share nothing, so they are sorted at the same time: by the
// time where any page has one, and pages of one time by their URLs. Tested by winner_order_test.cc:
// against the rules as they are written, with and without threads.
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

// Pages of a run are ordered by numbers; the smaller is preferred.
struct Standing {
  uint64_t distinct;  // the time, or the next eight bytes of the URL that differ within the run
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

// Orders the pages that tie by the rules before the time. URLs of one site have much in common, so
// a comparison of two reads far. Instead a run of pages is sorted by the eight bytes after what
// all its URLs have in common, and each run of pages that are still equal is sorted again by what
// follows.
class RunSort {
 public:
  RunSort(std::span<const WinnerFacts> pages, std::span<Standing> standings)
      : pages_(pages), standings_(standings) {}

  void sort(bool has_times) {
    if (has_times) {
      sort_by_time();
    } else {
      runs_.push_back({0, standings_.size(), 0});
    }
    while (!runs_.empty()) {
      const Run run = runs_.back();
      runs_.pop_back();
      sort_by_url(run);
    }
  }

 private:
  struct Run {
    size_t first, last;
    size_t common;  // bytes known to be the same in all URLs
  };

  void sort_by_time() {
    for (Standing& s : standings_) {
      s.distinct = rule_value(Criterion::kFirstSeen, pages_[s.page]);
    }
    sort_run({0, standings_.size(), 0});
  }

  void sort_by_url(const Run& run) {
    std::span<Standing> pages = standings_.subspan(run.first, run.last - run.first);
    if (pages.size() < 2) return;
    const size_t common = common_prefix(pages, run.common);
    for (Standing& s : pages) s.distinct = first_bytes(url(s).substr(common));
    sort_run({run.first, run.last, common + 8});
  }

  // Sorts a run by what was found distinct. What is still equal becomes runs with as many bytes in
  // common as the run says.
  void sort_run(const Run& run) {
    std::span<Standing> pages = standings_.subspan(run.first, run.last - run.first);
    // As they are, often: pages without URLs.
    if (!std::is_sorted(pages.begin(), pages.end(), preferred)) {
      std::sort(pages.begin(), pages.end(), preferred);
    }
    for (size_t first = 0, last; first < pages.size(); first = last) {
      last = first + 1;
      while (last < pages.size() && pages[last].distinct == pages[first].distinct) ++last;
      // URLs of a run are equally long: none has a byte more than another.
      if (last - first > 1 && url(pages[first]).size() > run.common) {
        runs_.push_back({run.first + first, run.first + last, run.common});
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
  std::vector<Run> runs_;
};

// The pages, run after run in winner order, and in page order within a run.
struct Runs {
  Table<Standing> standings;
  std::vector<size_t> ends;
};

Runs count_out(std::span<const uint64_t> rules, TableMemory* memory) {
  std::unordered_map<uint64_t, size_t> next;  // by rules: how many pages, then where the next goes
  for (uint64_t r : rules) ++next[r];
  std::vector<uint64_t> in_order;
  for (const auto& [r, pages] : next) in_order.push_back(r);
  std::sort(in_order.begin(), in_order.end());
  Runs out{Table<Standing>(rules.size(), memory), {}};
  size_t sum = 0;
  for (uint64_t r : in_order) {
    sum += std::exchange(next[r], sum);
    out.ends.push_back(sum);
  }
  for (uint32_t page = 0; page < rules.size(); ++page) {
    if (page % kTrimEvery == 0) memory->trim_resident();
    out.standings[next[rules[page]]++] = {0, page};
  }
  return out;
}

}  // namespace

Table<PageId> winner_order(std::span<const WinnerFacts> pages, TableMemory* memory,
                           ThreadPool* pool) {
  Table<uint64_t> rules(pages.size(), memory);
  std::atomic<bool> has_times = false;
  for_each_index(pool, (pages.size() + kPagesPerTask - 1) / kPagesPerTask, [&](size_t task) {
    const size_t first = task * kPagesPerTask, last = std::min(pages.size(), first + kPagesPerTask);
    memory->trim_resident();
    bool timed = false;
    for (size_t page = first; page < last; ++page) {
      rules[page] = rules_of(pages[page]);
      timed |= pages[page].first_seen_ms != kNeverSeen;
    }
    if (timed) has_times = true;
  });
  Runs runs = count_out(rules, memory);
  for_each_index(pool, runs.ends.size(), [&](size_t run) {
    const size_t first = run == 0 ? 0 : runs.ends[run - 1];
    memory->trim_resident();
    RunSort(pages, std::span(runs.standings).subspan(first, runs.ends[run] - first))
        .sort(has_times);
  });
  Table<PageId> out(memory);
  out.reserve(pages.size());
  for (const Standing& s : runs.standings) out.push_back({s.page});
  return out;
}

// URLs that tie by the rules before them are equally long, so no byte has to mark their end.
std::string rank_bytes(const WinnerFacts& page, PageId number) {
  std::string out;
  const auto append_big_endian = [&](uint64_t value, int bytes) {
    for (int i = bytes; i-- > 0;) out.push_back(static_cast<char>(value >> (8 * i)));
  };
  for (const WinnerRule& rule : kNeutralOrder) {
    append_big_endian(rule_value(rule.by, page), (rule.bits + 7) / 8);
  }
  out.append(page.url);
  append_big_endian(number.value, sizeof number.value);
  return out;
}

}  // namespace doppel::group
