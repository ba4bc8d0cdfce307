// Texts and what resembles them, for tests: every two texts whose sizes allow a pair are
// candidates. Exact, so what a round makes of it can be held against a run from scratch.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/signer.h"
#include "compare/text_table.h"
#include "doppel/predicate.h"
#include "similarity/neighbour_source.h"

namespace doppel::scenarios {

// What PageEvent::content says of a text.
Hash128 content_of(std::string_view text);

class TextIndex : public similarity::NeighbourSource {
 public:
  // With hash_zero all texts meet in one bucket of the table; identities stay what they are.
  TextIndex(const Predicate& predicate, bool hash_zero)
      : predicate_(predicate),
        signer_(predicate.rules),
        table_(predicate.rules, store_,
               hash_zero ? compare::TableHash::zero() : compare::TableHash::usual()) {}

  struct Entry {
    StoredTextId text;
    Hash128 content;
  };
  Entry add(std::string_view text);
  // The bytes a text was first added with.
  const std::string& bytes(StoredTextId text) const { return bytes_[text.value]; }
  size_t size() const { return bytes_.size(); }

  Result<similarity::Shift> change(std::span<const StoredTextId> came,
                                   std::span<const StoredTextId> gone) override;
  void undo_change() override;
  Status candidates(StoredTextId text, std::vector<StoredTextId>& out) override;
  Result<std::optional<Similarity>> verify(StoredTextId left, StoredTextId right) override;

 private:
  Predicate predicate_;
  compare::Signer signer_;
  compare::MemoryTexts store_;
  compare::TextTable table_;
  std::vector<std::string> bytes_;               // by text
  std::vector<std::vector<uint64_t>> shingles_;  // by text
  std::set<StoredTextId> living_;
  std::vector<StoredTextId> came_, gone_;  // of the last change
};

}  // namespace doppel::scenarios
