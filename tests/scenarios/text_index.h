// Texts and what resembles them, for tests: every two texts whose sizes allow a pair are
// candidates. Exact, so what a round makes of it can be held against a run from scratch.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compare/signer.h"
#include "compare/text_table.h"
#include "doppel/predicate.h"
#include "group/neighbour_source.h"

namespace doppel::scenarios {

// What PageEvent::content says of a text.
Hash128 content_of(std::string_view text);

class TextIndex : public group::NeighbourSource {
 public:
  // With hash_zero all texts meet in one bucket of the table; identities stay what they are.
  TextIndex(const Predicate& predicate, bool hash_zero)
      : predicate_(predicate),
        signer_(predicate.rules),
        table_(predicate.rules, store_,
               hash_zero ? compare::TableHash::zero() : compare::TableHash::usual()) {}

  struct Entry {
    TextId text;
    Hash128 content;
  };
  Entry add(std::string_view text);
  void release(TextId text) { present_.erase(text); }
  // The bytes a text was first added with.
  const std::string& bytes(TextId text) const { return bytes_[text.index()]; }
  size_t size() const { return bytes_.size(); }

  Status candidates(TextId text, std::vector<TextId>& out) override;
  Result<std::optional<Similarity>> verify(TextId left, TextId right) override;

 private:
  Predicate predicate_;
  compare::Signer signer_;
  compare::MemoryTexts store_;
  compare::TextTable table_;
  std::vector<std::string> bytes_;               // by text
  std::vector<std::vector<uint64_t>> shingles_;  // by text
  std::set<TextId> present_;
};

}  // namespace doppel::scenarios
