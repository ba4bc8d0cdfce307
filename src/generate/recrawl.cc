// Tested by recrawl_test.cc and crawl_test.cc.
#include "generate/recrawl.h"

#include <string>
#include <utility>

namespace doppel::generate {
namespace {

// A share of a share.
uint64_t product(uint64_t a, uint64_t b) { return a == kWhole ? b : a * b / kWhole; }

// A share of some pages, to the nearest number: shares are rounded down, and a fifth of 25 is 5.
uint64_t part(uint64_t share, uint64_t pages) { return (share * pages + kWhole / 2) / kWhole; }

}  // namespace

Status RecrawlShares::check() const {
  for (auto [flag, ratio] : {std::pair{"--fetched", fetched},
                             {"--changed", changed},
                             {"--redirected", redirected},
                             {"--dead", dead},
                             {"--new", fresh}}) {
    if (ratio.num > ratio.den) {
      return invalid_argument(std::string(flag) + " must be between 0 and 1 (got " +
                              ratio.to_string() + ")");
    }
  }
  if (share(changed) + share(redirected) + share(dead) + share(fresh) > kWhole) {
    return invalid_argument("--changed, --redirected, --dead and --new add up to more than 1");
  }
  return {};
}

Recrawl::Recrawl(const RecrawlShares& shares, uint64_t seed, uint64_t pages)
    : seed_(seed), pages_(pages) {
  const uint64_t fetched = share(shares.fetched), fresh = share(shares.fresh);
  new_pages_ = part(fresh, part(fetched, pages));
  known_ = kWhole - fresh;
  again_ = product(fetched, known_);
  const uint64_t changed = share(shares.changed);
  updated_ = changed * 7 / 12;
  rewritten_ = changed - updated_;
  rewrites_ = part(product(fetched, rewritten_), pages);
  dead_ = share(shares.dead);
  redirected_ = share(shares.redirected);
}

uint32_t Recrawl::first_round(uint64_t page) const {
  return page < pages_ ? 0 : static_cast<uint32_t>((page - pages_) / new_pages_ + 1);
}

bool Recrawl::fetched(uint64_t page, uint32_t round) const {
  const uint32_t first = first_round(page);
  if (round <= first) return round == first;
  Random random(seed_, Purpose::kRecrawl, page * kMostRounds + round);
  return random.below(kWhole) < again_;
}

Random Recrawl::draws(uint64_t page, uint32_t round) const {
  return {seed_, Purpose::kEdits, page * kMostRounds + round};
}

// From the end of the range: changed pages, before them those that are gone or moved. What remains
// in front has not changed.
Recrawl::Finding Recrawl::find(Random& draws) const {
  uint64_t rest = known_ - 1 - draws.below(known_);
  const auto take = [&](uint64_t size) {
    if (rest < size) return true;
    rest -= size;
    return false;
  };
  if (take(rewritten_)) return Finding::kRewritten;
  if (take(updated_)) return Finding::kUpdated;
  if (take(dead_)) return Finding::kDead;
  return take(redirected_) ? Finding::kRedirected : Finding::kUnchanged;
}

uint32_t Recrawl::last_rewrite(uint64_t page, uint32_t round) const {
  const uint32_t first = first_round(page);
  for (uint32_t r = round; r-- > first + 1;) {
    if (!fetched(page, r)) continue;
    Random random = draws(page, r);
    if (find(random) == Finding::kRewritten) return r;
  }
  return first;
}

}  // namespace doppel::generate
