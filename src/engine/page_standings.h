// Which page of each text is the best, and where does it stand? For pages that are still being
// added.
//
// A page can also be tried: it counts as the last page until it is taken back. What it changes is
// what adding it would change: it may be the best page of its text, and the pages that it names as
// canonical become more preferred.
//
// Memory: 4 bytes for each text and a bit for each page. When a page names a canonical address,
// also 4 bytes for each page and some 50 for each address. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/added_pages.h"

namespace doppel::engine {

class PageStandings {
 public:
  // The pages must outlive this. They are not changed.
  explicit PageStandings(const AddedPages& pages) : pages_(pages) {}

  // Takes in the pages that were added since the last call. Appends the texts that were known then
  // and stand elsewhere now, some of them several times. REQUIRES: no page is tried.
  void update(std::vector<TextId>& moved);

  // Tries a page. A text that is not among those of the pages has the next number. Appends texts as
  // update() does. REQUIRES: update() has seen all pages, and no page is tried.
  void try_page(TextId text, const group::WinnerFacts& facts, const Hash128& canonical_name,
                std::vector<TextId>& moved);
  void take_back();
  // The number of the page that is tried.
  PageId tried() const { return {static_cast<uint32_t>(pages_.size())}; }

  size_t texts() const { return best_.size(); }
  PageId best(TextId text) const { return best_[text.index()]; }
  // Of its best page: smaller is more preferred.
  std::string rank(TextId text) const { return page_rank(best(text)); }

 private:
  static constexpr uint32_t kNoPage = UINT32_MAX;
  struct Address {
    uint32_t last_page = kNoPage;  // that has it; the others follow in same_address_
    bool named = false;
  };

  std::string page_rank(PageId page) const;
  TextId text_of(PageId page) const;
  void read_addresses(std::vector<TextId>& moved);
  void name_pages(Address& address, std::vector<TextId>& moved);
  void set_named(PageId page, std::vector<TextId>& moved);
  // The page has become better than it was.
  void improve(PageId page, std::vector<TextId>& moved);
  void forget_changes();

  const AddedPages& pages_;
  std::vector<PageId> best_;  // by text
  std::vector<bool> named_;   // by page
  size_t names_read_ = 0;
  std::unordered_map<Hash128, Address> addresses_;
  std::vector<uint32_t> same_address_;  // by page: the page before it that has its address

  struct Tried {
    TextId text;
    group::WinnerFacts facts;
  };
  std::optional<Tried> tried_;
  // What take_back() undoes, in order.
  std::vector<std::pair<TextId, PageId>> old_best_;
  std::vector<PageId> newly_named_;
  Address* newly_named_address_ = nullptr;
};

}  // namespace doppel::engine
