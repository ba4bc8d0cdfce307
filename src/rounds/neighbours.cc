#include "rounds/neighbours.h"

#include <algorithm>

#include "group_state/mutants.h"

namespace doppel::rounds {

using similarity::VerifiedPair;

const std::vector<StoredTextId>& Neighbours::candidates(StoredTextId text) {
  auto [at, is_new] = candidates_.try_emplace(text);
  if (!is_new || !status_.ok()) {
    candidates_seen_ += at->second.size();
    return at->second;
  }
  ++probes_;
  std::vector<StoredTextId>& out = at->second;
  status_ = source_.candidates(text, out);
  if (!std::is_sorted(out.begin(), out.end())) std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase(out, text);
  candidates_seen_ += out.size();
  return out;
}

std::optional<VerifiedPair> Neighbours::verify(StoredTextId left, StoredTextId right) {
  bool swap = right < left;
  auto [at, is_new] = pairs_.try_emplace(std::minmax(left, right));
  if (is_new && status_.ok()) {
    ++verifications_;
    auto found = source_.verify(at->first.first, at->first.second);
    status_ = found.status();
    if (found) at->second = *found;
    if (mutant(group_state::Mutant::kNoVerification) && !at->second)
      at->second = VerifiedPair{{1, 0, 0}};
  }
  if (!at->second || !swap) return at->second;
  return swapped(*at->second);
}

void Neighbours::assume(StoredTextId left, StoredTextId right, const VerifiedPair& pair) {
  pairs_.try_emplace(std::minmax(left, right), left < right ? pair : swapped(pair));
}

void Neighbours::restrict_to(StoredTextId text, std::vector<StoredTextId> candidates) {
  candidates_.insert_or_assign(text, std::move(candidates));
}

}  // namespace doppel::rounds
