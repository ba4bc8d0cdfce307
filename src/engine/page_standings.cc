// The rank of a page can only improve, when another page names it. So the best page of a text is
// kept up to date by comparing it with each page that is new or has improved.
//
// Addresses are read only once some page names one, so callers without canonical addresses do not
// pay for them. Tested by page_standings_test.cc against the order of all pages, and by
// removal_queries_laws_test.cc.
#include "engine/page_standings.h"

#include <span>

#include "group/winner_order.h"

namespace doppel::engine {

std::string PageStandings::page_rank(PageId page) const {
  if (tried_ && page == tried()) return group::rank_bytes(tried_->facts, page);
  group::WinnerFacts facts = pages_.facts[page.index()];
  facts.named = named_[page.index()];
  return group::rank_bytes(facts, page);
}

TextId PageStandings::text_of(PageId page) const {
  return tried_ && page == tried() ? tried_->text : pages_.texts[page.index()];
}

void PageStandings::improve(PageId page, std::vector<TextId>& moved) {
  const TextId text = text_of(page);
  PageId& best = best_[text.index()];
  if (best != page && page_rank(best) < page_rank(page)) return;
  moved.push_back(text);
  old_best_.emplace_back(text, best);
  best = page;
}

void PageStandings::set_named(PageId page, std::vector<TextId>& moved) {
  if (named_[page.index()]) return;
  named_[page.index()] = true;
  newly_named_.push_back(page);
  improve(page, moved);
}

void PageStandings::name_pages(Address& address, std::vector<TextId>& moved) {
  if (address.named) return;
  address.named = true;
  newly_named_address_ = &address;
  for (uint32_t page = address.last_page; page != kNoPage; page = same_address_[page]) {
    set_named({page}, moved);
  }
}

void PageStandings::read_addresses(std::vector<TextId>& moved) {
  while (same_address_.size() < named_.size()) {
    const auto page = static_cast<uint32_t>(same_address_.size());
    same_address_.push_back(kNoPage);
    const Hash128 name = group::address_name(pages_.facts[page].url);
    if (name == Hash128{}) continue;
    Address& address = addresses_[name];
    same_address_[page] = std::exchange(address.last_page, page);
    if (address.named) set_named({page}, moved);
  }
}

void PageStandings::update(std::vector<TextId>& moved) {
  const size_t known_texts = best_.size();
  std::vector<TextId> improved;
  for (auto page = static_cast<uint32_t>(named_.size()); page < pages_.size(); ++page) {
    named_.push_back(false);
    if (pages_.texts[page].index() == best_.size()) {
      best_.push_back({page});
    } else {
      improve({page}, improved);
    }
  }
  const std::span<const Hash128> names = pages_.names.all();
  if (!names.empty()) read_addresses(improved);
  for (; names_read_ < names.size(); ++names_read_) {
    name_pages(addresses_[names[names_read_]], improved);
  }
  for (TextId text : improved) {
    if (text.index() < known_texts) moved.push_back(text);
  }
  forget_changes();
}

void PageStandings::try_page(TextId text, const group::WinnerFacts& facts,
                             const Hash128& canonical_name, std::vector<TextId>& moved) {
  tried_ = {text, facts};
  if (canonical_name != Hash128{}) {
    read_addresses(moved);
    const auto named = addresses_.find(canonical_name);
    if (named != addresses_.end()) name_pages(named->second, moved);
  }
  if (canonical_name != Hash128{} || !addresses_.empty()) {
    const Hash128 own = group::address_name(facts.url);
    const auto known = addresses_.find(own);
    tried_->facts.named = own != Hash128{} && (own == canonical_name ||
                                               (known != addresses_.end() && known->second.named));
  }
  if (text.index() == best_.size()) {
    best_.push_back(tried());
  } else {
    improve(tried(), moved);
  }
}

void PageStandings::take_back() {
  for (auto change = old_best_.rbegin(); change != old_best_.rend(); ++change) {
    best_[change->first.index()] = change->second;
  }
  if (best_.back() == tried()) best_.pop_back();
  for (PageId page : newly_named_) named_[page.index()] = false;
  if (newly_named_address_ != nullptr) newly_named_address_->named = false;
  forget_changes();
  tried_.reset();
}

void PageStandings::forget_changes() {
  old_best_.clear();
  newly_named_.clear();
  newly_named_address_ = nullptr;
}

}  // namespace doppel::engine
