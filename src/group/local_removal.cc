// The recursion "a text is removed if an earlier neighbour is kept" may be as deep as the longest
// chain of texts, so it uses an explicit stack. An entry of the stack is a text with its more
// preferred candidates, in winner order. A candidate is verified before it is decided, so the walk
// only follows verified pairs.
//
// Tested by local_removal_test.cc: against text_removals() on random graphs, and on a long chain.
#include "group/local_removal.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace doppel::group {
namespace {

using similarity::NeighbourQueries;
using similarity::Standings;

struct Frame {
  StoredTextId text;
  std::vector<StoredTextId> earlier;  // candidates that are more preferred, in winner order
  size_t next = 0;                    // of them, the first that has not been ruled out
  std::optional<similarity::VerifiedPair> pair;  // with that one, once it is verified
};

Result<Frame> new_frame(StoredTextId text, NeighbourQueries& source, const Standings& standings) {
  std::vector<StoredTextId> candidates;
  if (Status s = source.candidates(text, candidates); !s.ok()) return s;
  const std::string own = standings.rank(0, text);
  std::vector<std::pair<std::string, StoredTextId>> earlier;
  for (StoredTextId other : candidates) {
    std::string rank = standings.rank(0, other);
    if (rank < own) earlier.emplace_back(std::move(rank), other);
  }
  std::sort(earlier.begin(), earlier.end());
  Frame out{.text = text};
  for (const auto& [rank, other] : earlier) out.earlier.push_back(other);
  return out;
}

// What is known of a text after looking at its next earlier candidates.
enum class Step { kKept, kRemoved, kUndecidedNeighbour };

Result<Step> verify_earlier(Frame& frame, NeighbourQueries& source, const DecidedTexts& decided,
                            uint64_t most_own_windows) {
  for (; frame.next < frame.earlier.size(); ++frame.next, frame.pair.reset()) {
    const StoredTextId other = frame.earlier[frame.next];
    const auto known = decided.find(other);
    if (known != decided.end() && !known->second) continue;
    if (!frame.pair) {
      auto verified = source.verify(frame.text, other);
      if (!verified) return verified.error();
      frame.pair = *verified;
    }
    if (!frame.pair || frame.pair->similarity.left_only > most_own_windows) continue;
    return known == decided.end() ? Step::kUndecidedNeighbour : Step::kRemoved;
  }
  return Step::kKept;
}

}  // namespace

Result<std::optional<LocalRemoval>> local_removal(StoredTextId text, NeighbourQueries& source,
                                                  const Standings& standings, DecidedTexts& decided,
                                                  uint64_t most_own_windows) {
  std::vector<Frame> stack;
  for (StoredTextId next = text;;) {
    auto frame = new_frame(next, source, standings);
    if (!frame) return frame.error();
    stack.push_back(*std::move(frame));
    while (true) {
      Frame& top = stack.back();
      auto step = verify_earlier(top, source, decided, most_own_windows);
      if (!step) return step.error();
      if (*step == Step::kUndecidedNeighbour) {
        next = top.earlier[top.next];
        break;
      }
      if (stack.size() == 1) {
        if (*step == Step::kKept) return std::optional<LocalRemoval>();
        return std::optional(
            LocalRemoval{top.earlier[top.next], top.pair->similarity, top.pair->view});
      }
      decided[top.text] = *step == Step::kKept;
      stack.pop_back();
    }
  }
}

}  // namespace doppel::group
