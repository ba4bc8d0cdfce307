// Which of two pages is preferred? The facts of the winner order, its rules and their order.
//
// This is the only definition. Batch runs sort pages by it (winner_order.h), after what they were
// asked to keep (RunOptions::keep); rounds write it as bytes, after the rules of a market (rank.h).
// The rules of kNeutralOrder are applied one after the other, and the first one that distinguishes
// two pages decides. If all of them tie, the bytes of the URLs decide, then the number of the page
// in a batch run (the order in which pages were read), or the key URL in a store.
// docs/design/winner_order.md explains the order to users.
//
// Thread safety: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "doppel/dedup.h"
#include "group/market.h"

namespace doppel::group {

// The first-seen time of a record that was fetched at this time; negative: not known.
inline int64_t first_seen_of(int64_t fetched_ms) {
  return fetched_ms < 0 ? kNeverSeen : fetched_ms;
}

// The binary exponent of 1 + score; -1 for a score that is missing, negative, infinite or not a
// number. So pages of about the same popularity tie.
int16_t score_bucket(double score);

struct WinnerFacts {
  std::string_view url = {};           // as fetched; empty when missing
  int64_t first_seen_ms = kNeverSeen;  // since 1970
  int16_t score_bucket = -1;
  bool named = false;  // a live page of its site names it as rel=canonical (canonical_names.h)
  uint32_t words = 0;  // of its text, when the longest is kept; otherwise 0 for all pages
};

// A rule of the order, and how many bits its value needs. Stored in ranks: never change.
struct WinnerRule {
  Criterion by;
  int bits;
};
inline constexpr std::array<WinnerRule, 6> kNeutralOrder = {{{Criterion::kScore, 11},
                                                             {Criterion::kCanonical, 1},
                                                             {Criterion::kHttps, 1},
                                                             {Criterion::kStatic, 1},
                                                             {Criterion::kShortUrl, 40},
                                                             {Criterion::kFirstSeen, 64}}};
// Comes before these in batch runs. It does not distinguish pages when all have 0 words.
inline constexpr WinnerRule kLongestFirst = {Criterion::kLongest, 32};

// The value of a rule for a page: of two pages, the one with the smaller value is preferred.
// REQUIRES: a rule of kNeutralOrder, or kLongestFirst.
inline uint64_t rule_value(Criterion rule, const WinnerFacts& page) {
  constexpr int16_t kHighestBucket = 1023;
  constexpr uint64_t kSign = uint64_t{1} << 63;
  switch (rule) {
    case Criterion::kScore: return static_cast<uint64_t>(kHighestBucket - page.score_bucket);
    case Criterion::kCanonical: return page.named ? 0 : 1;
    case Criterion::kHttps: return page.url.starts_with("https:") ? 0 : 1;
    case Criterion::kStatic: return page.url.find('?') == page.url.npos ? 0 : 1;
    case Criterion::kShortUrl: return page.url.size();
    case Criterion::kFirstSeen: return static_cast<uint64_t>(page.first_seen_ms) ^ kSign;
    case Criterion::kLongest: return UINT32_MAX - page.words;
    default: return 0;
  }
}

}  // namespace doppel::group
