// A sparse array of numbers whose versions share what they have in common.
//
// A version never changes: with() makes a new one. Elements are in leaves of 256, and leaves in
// branches of 256. A new version copies only the leaves and branches on the path to the changed
// elements, and a pointer for every 65,536 elements. So one thread can make versions while others
// read theirs. An element that was never set has the value Empty; a leaf of such elements takes no
// memory.
//
// Cost: a look-up follows two pointers. Thread safety: a version is immutable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace doppel {

template <uint64_t Empty>
class SharedArray {
 public:
  using Change = std::pair<uint64_t, uint64_t>;  // index, value

  uint64_t operator[](uint64_t index) const {
    const uint64_t branch = index / kPerBranch;
    if (branch >= branches_.size() || !branches_[branch]) return Empty;
    const std::shared_ptr<const Leaf>& leaf = (*branches_[branch])[index % kPerBranch / kWidth];
    return leaf ? (*leaf)[index % kWidth] : Empty;
  }

  // REQUIRES: the changes are in ascending order of their indices.
  SharedArray with(std::span<const Change> changes) const {
    SharedArray out = *this;
    while (!changes.empty()) {
      const uint64_t at = changes[0].first / kPerBranch;
      const auto mine = run(changes, kPerBranch);
      if (at >= out.branches_.size()) out.branches_.resize(at + 1);
      out.branches_[at] = changed(out.branches_[at], mine);
      changes = changes.subspan(mine.size());
    }
    return out;
  }

 private:
  static constexpr uint64_t kWidth = 256, kPerBranch = kWidth * kWidth;
  using Leaf = std::array<uint64_t, kWidth>;
  using Branch = std::array<std::shared_ptr<const Leaf>, kWidth>;
  using Changes = std::span<const Change>;

  // The first changes whose indices are in the same range of that width.
  static Changes run(Changes changes, uint64_t width) {
    const uint64_t stretch = changes[0].first / width;
    auto other = [&](const Change& change) { return change.first / width != stretch; };
    const auto end = std::find_if(changes.begin(), changes.end(), other);
    return changes.first(static_cast<size_t>(end - changes.begin()));
  }

  static std::shared_ptr<const Branch> changed(const std::shared_ptr<const Branch>& old,
                                               Changes changes) {
    auto out = old ? std::make_shared<Branch>(*old) : std::make_shared<Branch>();
    while (!changes.empty()) {
      const Changes mine = run(changes, kWidth);
      std::shared_ptr<const Leaf>& leaf = (*out)[mine[0].first % kPerBranch / kWidth];
      leaf = changed(leaf, mine);
      changes = changes.subspan(mine.size());
    }
    return out;
  }

  static std::shared_ptr<const Leaf> changed(const std::shared_ptr<const Leaf>& old,
                                             Changes changes) {
    auto out = std::make_shared<Leaf>();
    if (old) {
      *out = *old;
    } else {
      out->fill(Empty);
    }
    for (const auto& [index, value] : changes) (*out)[index % kWidth] = value;
    const bool empty = std::all_of(out->begin(), out->end(), [](uint64_t v) { return v == Empty; });
    return empty ? nullptr : out;
  }

  std::vector<std::shared_ptr<const Branch>> branches_;
};

}  // namespace doppel
