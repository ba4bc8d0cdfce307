// Do these two shingle sets form a pair? The exact answer, without sorting either set.
//
// The elements of a set are in the order in which they first appear in the text. Near-duplicates
// share long stretches, so most elements are found by comparing with the next element; the others
// are looked up in a small hash table of the left set. The table of a text is built once and used
// for all of its candidates. Equal sets need no table.
//
// Cost: 1 to 2 ns for each element to build the table; about 0.5 us to test two nearly equal sets
// of 350 elements. A test stops as soon as the threshold cannot be reached any more. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/table_hash.h"
#include "doppel/types.h"

namespace doppel::similarity {

// Both hashes of each window of a text, repeats included.
struct Windows {
  std::span<const uint64_t> keyed, fixed;
};

// The distinct shingles of a text, in order of first appearance.
struct ShingleSet {
  std::span<const uint64_t> keyed;  // hashes under the secret key: distinct; these are compared
  std::span<const uint64_t> fixed;  // fixed hashes of the same shingles; two of them may be equal

  size_t size() const { return keyed.size(); }
};

class Overlap {
 public:
  explicit Overlap(TableHash hash = TableHash::usual()) : hash_(hash) {}

  // Makes the distinct windows, in order of first appearance, the left set. Returns that set, which
  // is valid until the next call. REQUIRES: `keyed` and `fixed` are hashes of the same windows.
  ShingleSet collect(const Windows& windows);
  // Makes `set` the left set. Its table is built when an element has to be looked up. REQUIRES: its
  // elements are distinct, and stay valid during the tests.
  void set_left(std::span<const uint64_t> set);

  // The similarity if Jaccard >= threshold, else nothing. REQUIRES: threshold in (0, 1], the
  // elements of `right` are distinct.
  std::optional<Similarity> with(std::span<const uint64_t> right, Ratio threshold);

 private:
  void clear_table(size_t elements);
  void build_table();
  // The slot of the element in the table, or the empty slot where it belongs.
  size_t slot_of(uint64_t element) const;

  TableHash hash_;
  bool has_table_ = false;  // of left_
  int bits_ = 1;
  std::vector<uint32_t> slots_;  // index into left_, plus one; 0: empty
  std::span<const uint64_t> left_;
  std::vector<uint64_t> own_, own_fixed_;  // the set that collect() made
};

}  // namespace doppel::similarity
