// Texts are sorted by size, so that the possible partners of a text follow it, up to the first text
// that is too long:
//
//   |A| <= |B| and J >= t   =>   |A| >= t |B|
//
// The rows of that triangle are divided into blocks. The pairs of each block go to a list of their
// own, and all pairs are sorted at the end, so the result does not depend on threads.
#include "compare/scan.h"

#include <algorithm>
#include <numeric>

#include "compare/mutants.h"

namespace doppel::compare {
namespace {

using similarity::Set;

constexpr size_t kRowsPerTask = 4;
constexpr size_t kTasksPerStep = 16;  // progress is reported between steps, and may cancel

// Appends all pairs of the text at position `row` of `by_size` with the texts after it.
void scan_row(std::span<const Set> sets, std::span<const uint32_t> by_size, size_t row,
              Ratio threshold, std::vector<Pair>& out) {
  uint32_t a = by_size[row];
  for (size_t next = row + (mutant(Mutant::kScanSkipsANeighbour) ? 2 : 1); next < by_size.size();
       ++next) {
    uint32_t b = by_size[next];
    if (!similarity::sizes_allow(sets[a].size(), sets[b].size(), threshold)) return;
    uint32_t left = std::min(a, b), right = std::max(a, b);
    if (auto found = similarity::similarity_at_least(sets[left], sets[right], threshold)) {
      out.push_back({TextId{left}, TextId{right}, *found});
    }
  }
}

}  // namespace

Result<std::vector<Pair>> scan(std::span<const Set> sets, Ratio threshold, ThreadPool& pool,
                               const std::function<Status(uint64_t)>& advance) {
  std::vector<uint32_t> by_size(sets.size());
  std::iota(by_size.begin(), by_size.end(), 0U);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](uint32_t a, uint32_t b) { return sets[a].size() < sets[b].size(); });
  constexpr size_t kRowsPerStep = kRowsPerTask * kTasksPerStep;
  std::vector<Pair> out;
  for (size_t begin = 0; begin < by_size.size(); begin += kRowsPerStep) {
    size_t end = std::min(by_size.size(), begin + kRowsPerStep);
    std::vector<std::vector<Pair>> found((end - begin + kRowsPerTask - 1) / kRowsPerTask);
    pool.for_each_index(found.size(), [&](size_t task) {
      size_t first = begin + task * kRowsPerTask, last = std::min(end, first + kRowsPerTask);
      for (size_t row = first; row < last; ++row) {
        scan_row(sets, by_size, row, threshold, found[task]);
      }
    });
    for (const auto& pairs : found) out.insert(out.end(), pairs.begin(), pairs.end());
    if (Status status = advance(end - begin); !status.ok()) return status;
  }
  std::sort(out.begin(), out.end(), [](const Pair& a, const Pair& b) {
    return std::pair(a.left, a.right) < std::pair(b.left, b.right);
  });
  return out;
}

}  // namespace doppel::compare
