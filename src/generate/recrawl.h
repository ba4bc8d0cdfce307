// Which pages the later rounds of a crawl fetch, and what they find there: pages as they were,
// changed, moved, gone, and pages that were never seen before.
//
// Everything follows from the numbers of page and round, so nothing is stored. A round has as many
// new pages as every other one; they are numbered on from the last page known. Each known page is
// fetched with the same chance, whatever happened to it before: a page that is dead or redirects
// comes back when its content changes next. So a long crawl neither runs out of pages nor fills up
// with dead ones.
//
// Stored: equal options give equal crawls, always. Immutable; safe to share.
#pragma once

#include <cstdint>

#include "doppel/status.h"
#include "doppel/types.h"
#include "generate/random.h"

namespace doppel::generate {

// A share as a fraction of 2^32. REQUIRES: at most 1.
inline constexpr uint64_t kWhole = uint64_t{1} << 32;
constexpr uint64_t share(Ratio ratio) { return ratio.num * kWhole / ratio.den; }

// The mixture of a later round. What remains of it are known pages as they were.
struct RecrawlShares {
  Ratio fetched{1, 2};     // size of a round, of the pages of the first one
  Ratio changed{3, 5};     // these are shares of a round: of twelve changed pages
  Ratio redirected{0, 1};  // seven are edited and five have other words altogether
  Ratio dead{0, 1};
  Ratio fresh{0, 1};  // pages that were never seen before

  // kInvalidArgument, with the flag's name, when a share is out of range or those of a round are
  // more than 1 together.
  Status check() const;
  // Is there anything else than known pages with texts?
  bool has_more_than_texts() const { return redirected.num + dead.num + fresh.num > 0; }
};

class Recrawl {
 public:
  static constexpr uint32_t kMostRounds = 1000;

  // What a fetch finds. kUnchanged: what was there before, be it a text or not.
  enum class Finding : uint8_t { kUnchanged, kUpdated, kRewritten, kDead, kRedirected };

  // REQUIRES: shares.check() is ok. `pages` is the number of pages in the first round.
  Recrawl(const RecrawlShares& shares, uint64_t seed, uint64_t pages);

  // How many pages were seen by the end of a round; they have the numbers below that.
  uint64_t known(uint32_t round) const { return pages_ + round * new_pages_; }
  // The round in which a page is seen first.
  uint32_t first_round(uint64_t page) const;
  // Is the page fetched in this round?
  bool fetched(uint64_t page, uint32_t round) const;
  // The random numbers of a fetch: the finding first, then what it needs.
  Random draws(uint64_t page, uint32_t round) const;
  // Takes the first number of a fetch's draws.
  Finding find(Random& draws) const;
  // About how many pages get other words altogether in a later round.
  uint64_t rewrites() const { return rewrites_; }
  // The last round before `round` in which the page got other words altogether, else its first.
  // What was found before that does not matter.
  uint32_t last_rewrite(uint64_t page, uint32_t round) const;

 private:
  uint64_t seed_, pages_;
  uint64_t new_pages_;  // of each later round
  uint64_t rewrites_;
  uint64_t again_;                                            // chance of a known page, of 2^32
  uint64_t known_, updated_, rewritten_, dead_, redirected_;  // shares of a round, of 2^32
};

}  // namespace doppel::generate
