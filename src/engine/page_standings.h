// Which page of each text is the best, and what is its rank? For pages that are still being added.
//
// A page can also be tried: until it is taken back it counts as the last page, with the same effect
// as adding it. It may be the best page of its text, and pages that it names as canonical become
// more preferred.
//
// Memory: 4 bytes for each text and a bit for each page. When a page names a canonical address,
// also 4 bytes for each page and about 50 for each address. Not thread-safe.
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

  // Reads the pages that were added since the last call. Appends the texts that were known before
  // and whose rank has changed, some of them several times. REQUIRES: no page is being tried.
  void update(std::vector<TextId>& moved);

  // Tries a page. A text that no added page has gets the next number. Appends texts as update()
  // does. REQUIRES: update() has read all pages, and no page is being tried.
  void try_page(TextId text, const group::WinnerFacts& facts, const Hash128& canonical_name,
                std::vector<TextId>& moved);
  void take_back();
  // The number of the page that is being tried.
  PageId tried() const { return {static_cast<uint32_t>(pages_.size())}; }

  size_t texts() const { return best_.size(); }
  PageId best(TextId text) const { return best_[text.index()]; }
  // The rank of its best page: smaller is more preferred.
  std::string rank(TextId text) const { return page_rank(best(text)); }

 private:
  static constexpr uint32_t kNoPage = UINT32_MAX;
  struct Address {
    uint32_t last_page = kNoPage;  // with this address; the others follow in same_address_
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
  std::vector<uint32_t> same_address_;  // by page: the previous page with the same address

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
