// Tested by text_index_test.cc and index_reader_test.cc.
#include "index/stored_texts.h"

#include <algorithm>

namespace doppel::index {

Status TextsInMemory::put(StoredTextId id, std::string_view text) {
  pages_.grow_to(id.value / kPerPage + 1);
  std::shared_ptr<const Page>& page = pages_.change(id.value / kPerPage);
  auto next = page ? std::make_shared<Page>(*page) : std::make_shared<Page>();
  (*next)[id.value % kPerPage] = std::make_shared<const std::string>(text);
  page = std::move(next);
  return {};
}

void TextsInMemory::drop(StoredTextId id) {
  const size_t at = id.value / kPerPage;
  if (at >= pages_.size() || !pages_[at]) return;
  auto next = std::make_shared<Page>(*pages_[at]);
  (*next)[id.value % kPerPage].reset();
  const bool any = std::any_of(next->begin(), next->end(), [](const auto& text) { return !!text; });
  pages_.change(at) = any ? std::move(next) : nullptr;
}

Result<std::string_view> TextsInMemory::text(StoredTextId id, std::string&) const {
  const size_t at = id.value / kPerPage;
  const std::string* found = nullptr;
  if (at < pages_.size() && pages_[at]) found = (*pages_[at])[id.value % kPerPage].get();
  if (found == nullptr) return corrupt("a text is not there: " + std::to_string(id.value));
  return std::string_view(*found);
}

}  // namespace doppel::index
