// Do these two sets of shingles form a pair? The exact answer, without sorting either.
//
// The elements of a set are in the order in which they first appear in the text. Near-duplicates
// share long stretches, so most elements are found by comparing with the next one; the others are
// looked up in a small hash table of one of the sets. The table of a text is built once and used
// for all of its candidates; equal sets need none.
//
// Cost: 1 to 2 ns an element to build the table; about 0.5 us to test two near-equal sets of 350
// elements. A test stops as soon as the threshold is out of reach. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/table_hash.h"
#include "doppel/types.h"

namespace doppel::similarity {

// Two hashes of each window of a text, repeats included.
struct Windows {
  std::span<const uint64_t> keyed, fixed;
};

// The distinct shingles of a text, in order of first appearance.
struct ShingleSet {
  std::span<const uint64_t> keyed;  // under the secret key: distinct, what is compared
  std::span<const uint64_t> fixed;  // of the same shingles; two of them may agree

  size_t size() const { return keyed.size(); }
};

class Overlap {
 public:
  explicit Overlap(TableHash hash = TableHash::usual()) : hash_(hash) {}

  // Takes the distinct windows in order of first appearance as the left set. Returns it, valid
  // until the next call. REQUIRES: as many fixed hashes as keyed ones, of the same windows.
  ShingleSet collect(const Windows& windows);
  // Takes a set as the left one. Its table is built when an element has to be looked up. REQUIRES:
  // its elements are distinct; they outlive the tests.
  void set_left(std::span<const uint64_t> set);

  // The similarity if Jaccard >= threshold, else nothing. REQUIRES: threshold in (0, 1], the
  // elements of `right` are distinct.
  std::optional<Similarity> with(std::span<const uint64_t> right, Ratio threshold);

 private:
  void clear_table(size_t elements);
  void build_table();
  // Where the element stands in the table: its own slot, or the empty one where it belongs.
  size_t slot_of(uint64_t element) const;

  TableHash hash_;
  bool has_table_ = false;  // of left_
  int bits_ = 1;
  std::vector<uint32_t> slots_;  // index into left_, plus one; 0: empty
  std::span<const uint64_t> left_;
  std::vector<uint64_t> own_, own_fixed_;  // what collect() made
};

}  // namespace doppel::similarity
