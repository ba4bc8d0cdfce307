// The pages that a caller has added one by one. Every column has an entry for each page.
#pragma once

#include <vector>

#include "base/ids.h"
#include "group/canonical_names.h"
#include "group/winner_rules.h"

namespace doppel::engine {

struct AddedPages {
  // `named` is set only when all pages have been added, because a later page may name an earlier
  // one.
  std::vector<group::WinnerFacts> facts;
  std::vector<TextId> texts;
  std::vector<FormId> forms;
  group::CanonicalNames names;  // of the pages that name an address

  size_t size() const { return facts.size(); }
};

}  // namespace doppel::engine
