// A row is the number of elements, then the bitmap, whose size follows from that number, then the
// elements.
#include "texts/early_sets.h"

#include <algorithm>

#include "similarity/parity_bitmap.h"
#include "texts/mutants.h"

namespace doppel::texts {

void EarlySets::append_row(const similarity::ShingleSet& set, std::vector<uint64_t>& rows) {
  const size_t begin = rows.size(), bitmap = similarity::parity_words(set.size());
  rows.resize(begin + 1 + bitmap);
  rows[begin] = set.size();
  similarity::make_parity(set.fixed, std::span(rows).subspan(begin + 1, bitmap));
  rows.insert(rows.end(), set.keyed.begin(), set.keyed.end());
}

void EarlySets::add(TextId text, std::span<const uint64_t> row, View view) {
  if (bytes_ + row.size_bytes() > keep_bytes_ && !mutant(Mutant::kEarlySetsUnlimited)) return;
  bytes_ += row.size_bytes();
  auto* copy = reinterpret_cast<uint64_t*>(rows_.allocate(row.size_bytes()));
  std::copy(row.begin(), row.end(), copy);
  entries_.push_back({text, view, copy});
}

EarlySets::Row EarlySets::read(const uint64_t* row) {
  const size_t bitmap = similarity::parity_words(row[0]);
  return {{row + 1, bitmap}, {row + 1 + bitmap, row[0]}};
}

}  // namespace doppel::texts
