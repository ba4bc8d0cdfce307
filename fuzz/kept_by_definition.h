// What is kept, by its definition (docs/design/candidates.md, winner_order.md, text.md), slowly and
// from nothing but the tokens: shingles are strings, every two texts are compared, and the kept
// ones are found by the sentence that defines them. It shares no code with what the library does
// after the tokens.
//
// Cost: quadratic in the pages, and more for long texts: for a few dozen small ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "doppel/dedup.h"

namespace doppel::fuzz {

// An address as a run is given it, and what it means.
struct Address {
  std::string url;
  std::string key = {};   // the same for all ways to write it; empty: it is not a URL
  std::string site = {};  // registrable domain
};

struct Page {
  std::string text;
  Address at;
  double score = -1;
  Address canonical = {};
  int64_t first_seen_ms = kNeverSeen;
};

// Pages are named by their numbers, the order in which they came.
class KeptByDefinition {
 public:
  // The pages must outlive it.
  KeptByDefinition(const std::vector<Page>& pages, const Predicate& predicate);

  // The same tokens; without any, the same bytes.
  bool same_text(size_t a, size_t b) const;
  // Two different texts for which the predicate holds, with their counts.
  std::optional<Similarity> pair(size_t a, size_t b) const;
  // Does a page of its site name it as canonical?
  bool named(size_t page) const;
  // Does a stand before b in winner order?
  bool preferred(size_t a, size_t b) const;
  // The certificate of a page whose text is that of the kept page; without its group.
  Certificate equal(size_t removed, size_t kept) const;

  // Of every removed page, in order.
  std::vector<Certificate> certificates() const;

 private:
  struct Words {
    std::vector<std::string> tokens;
    std::set<std::string> shingles;
  };

  std::optional<Certificate> removal(size_t page, const std::vector<size_t>& kept) const;
  std::vector<size_t> components() const;

  const std::vector<Page>& pages_;
  Predicate predicate_;
  std::vector<Words> words_;
  std::vector<size_t> order_;  // of the pages, by preference
};

}  // namespace doppel::fuzz
