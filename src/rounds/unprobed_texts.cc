#include "rounds/unprobed_texts.h"

#include <algorithm>

namespace doppel::rounds {
namespace {

using group_state::StateView;

// The first of the text's pages, by key URL, that keeps its group decides for the text.
void test_text(const StateView& before, const StateView& after, const TextChanges& changes,
               StoredTextId text, Neighbours& neighbours, UnprobedTexts& out) {
  std::vector<std::string> pages = after.pages_of(text);
  std::sort(pages.begin(), pages.end());
  for (const std::string& key : pages) {
    group_state::PageRow was = before.page(key);
    if (!was.live()) continue;
    group_state::GroupNumber group = before.group(was.text);
    std::vector<StoredTextId> representative = before.kept_texts(0, group, 1);
    if (representative.empty() || !neighbours.verify(text, representative[0])) continue;
    out.groups[text] = group;
    std::erase_if(representative, [&](StoredTextId r) { return !changes.live(before, r); });
    neighbours.restrict_to(text, representative);
    auto best = before.best(0, was.text);
    if (changes.gone.contains(was.text) && best && best->page == key)
      out.successors[was.text] = text;
    return;
  }
}

}  // namespace

UnprobedTexts find_unprobed_texts(const StateView& before, const StateView& after,
                                  const TextChanges& changes, Neighbours& neighbours) {
  UnprobedTexts out;
  for (StoredTextId text : changes.arrived) {
    if (before.group(text) == 0) test_text(before, after, changes, text, neighbours, out);
  }
  return out;
}

}  // namespace doppel::rounds
