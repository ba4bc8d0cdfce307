#include "soak/consumer.h"

#include <charconv>

#include "base/hash.h"

// Names. A group is called `founder@round`, after the round in which it was founded. So a name that
// nobody bears is new only if it is of this round; any other has been used before. Two kinds of
// names may come back: that of a text alone, `text:12`, and that of an end without a text, `end@0`
// (docs/design/groups.md, section 5). Within a round, all pages of a group may leave it and join it
// again.

namespace doppel::soak {
namespace {

uint64_t hash_of(std::string_view name) { return name.empty() ? 0 : hash64(name); }

// The round in a name; 0 if the name may be used again.
uint64_t founded(std::string_view group) {
  const size_t at = group.rfind('@');
  uint64_t round = 0;
  if (group.starts_with("text:") || at == group.npos) return 0;
  std::from_chars(group.data() + at + 1, group.data() + group.size(), round);
  return round;
}

}  // namespace

void Consumer::apply(const Change& change) {
  if (change.number != next_ && fault_.empty()) {
    fault_ = "event " + std::to_string(change.number) + " follows " + std::to_string(next_ - 1);
  }
  next_ = change.number + 1;
  if (change.round != round_) begin_round(change.round);
  const Hash key = hash_of(change.page);
  if (change.kind == "left") {
    leave(key);
  } else if (change.kind == "joined") {
    join(key, change);
  } else if (change.kind == "merged") {
    merge(change);
  } else if (change.kind == "winner_changed") {
    winners_[hash_of(change.group)] = key;
  } else if (change.kind == "died") {
    pages_[key].state = State::kDead;
    pages_[key].http_status = change.http_status;
  } else if (change.kind == "redirected") {
    pages_[key].state = State::kRedirect;
    pages_[key].other = hash_of(change.other);
    pages_[key].permanent = change.permanent;
  } else if (change.kind == "removed") {
    pages_[key].other = hash_of(change.other);
    pages_[key].level = change.level;
    pages_[key].similarity = change.similarity;
  } else if (change.kind == "restored") {
    pages_[key].other = 0;
  }
}

void Consumer::begin_round(uint64_t round) {
  round_ = round;
  for (const Hash group : emptied_) {
    if (!members_.contains(group)) winners_.erase(group);
  }
  emptied_.clear();
}

void Consumer::expect_new_or_known(std::string_view group, const Change& change) {
  const Hash hash = hash_of(group);
  const uint64_t round = founded(group);
  if (round == 0 || round == change.round || members_.contains(hash) || emptied_.contains(hash)) {
    return;
  }
  if (fault_.empty()) {
    fault_ = "event " + std::to_string(change.number) + " of round " +
             std::to_string(change.round) + " uses the old name " + std::string(group);
  }
}

void Consumer::move_to(Hash page, Hash group) {
  Hash& was = pages_[page].group;
  if (auto old = members_.find(was); old != members_.end()) {
    old->second.erase(page);
    if (old->second.empty()) {
      members_.erase(old);
      emptied_.insert(was);
    }
  }
  was = group;
  if (group != 0) members_[group].insert(page);
}

// Whoever is no longer in a group is in it as somebody new.
void Consumer::leave(Hash key) {
  move_to(key, 0);
  pages_.erase(key);
}

void Consumer::join(Hash key, const Change& change) {
  expect_new_or_known(change.group, change);
  move_to(key, hash_of(change.group));
}

void Consumer::merge(const Change& change) {
  expect_new_or_known(change.other, change);
  auto found = members_.find(hash_of(change.group));
  if (found == members_.end()) return;
  const std::vector<Hash> moved(found->second.begin(), found->second.end());
  for (const Hash page : moved) move_to(page, hash_of(change.other));
}

bool Consumer::agrees(const StatusAnswer& answer) const {
  const auto found = pages_.find(hash_of(answer.url));
  if (found == pages_.end()) return answer.verdict == Verdict::kUnknown;
  return found->second.group == hash_of(answer.group) && agrees(found->second, answer);
}

bool Consumer::agrees(const Page& page, const StatusAnswer& answer) const {
  switch (answer.verdict) {
    case Verdict::kUnknown: return false;
    case Verdict::kDead:
      return page.state == State::kDead && page.http_status == answer.http_status;
    case Verdict::kRedirect:
      return page.state == State::kRedirect && page.other == hash_of(answer.end) &&
             page.permanent == answer.permanent;
    case Verdict::kKept:
    case Verdict::kRemoved: break;
  }
  const auto winner = winners_.find(page.group);
  if (winner == winners_.end() || winner->second != hash_of(answer.winner)) return false;
  if (page.state != State::kLive || page.other != hash_of(answer.kept)) return false;
  const bool counted = answer.level != Level::kBytes && answer.level != Level::kWords;
  return answer.verdict == Verdict::kKept ||
         (page.level == answer.level && (!counted || page.similarity == answer.similarity));
}

}  // namespace doppel::soak
