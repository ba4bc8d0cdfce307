// Rows of the state, for a page, a group, a removal and the store, and their bytes.
//
// Stored: never reorder, never renumber; each row begins with its version, 1; a CoverRow whose
// counts are those of full texts with 2, as a PageRow of a page that has changed. decode() returns
// nullopt if the bytes are incomplete.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "doppel/extract.h"
#include "doppel/types.h"
#include "group_state/keys.h"
#include "group_state/page_event.h"

namespace doppel::group_state {

// Stored: never renumber.
enum class PageState : uint8_t { kDeleted = 0, kLive = 1, kRedirect = 2, kDead = 3, kUnknown = 4 };

// A page: the join of all its events. A deleted page keeps its row, so that older events can be
// recognised. An unknown page has only flags and touches so far, which are kept for it.
struct PageRow {
  static constexpr int64_t kNever = INT64_MAX;

  PageState state = PageState::kUnknown;
  uint64_t version = 0;
  int64_t first_seen = kNever;  // earliest time of any upsert, redirect or dead, stale ones too
  int64_t last_seen = -kNever;  // latest time of these and of touches
  // When what it is now was first seen, if it was something else before. A hint for rechecks: of
  // events that arrive late it may depend on their order, as nothing else here does.
  int64_t changed = kNever;
  std::set<std::string> flags;  // belong to the URL, whatever becomes of the page

  StoredTextId text;  // kLive, as all down to fields
  Hash128 content;
  std::string url;
  double score = -1;
  std::string canonical, domain;
  Fields fields;
  std::string target;  // kRedirect
  bool permanent = true;
  uint16_t http_status = 0;  // kDead

  // How many pages lead to this one. It does not come from the page's events but follows from the
  // rows of other pages; without it, every page would have to be searched for in other rows.
  struct Incoming {
    uint64_t redirects = 0;  // pages that redirect to it
    uint64_t names = 0;      // other live pages that name it as canonical
  } incoming;

  // Assigned in order when the row is first written, and never again: touches refer to it. 0 if
  // the page has no row.
  uint64_t number = 0;

  bool present() const { return live() || redirects() || state == PageState::kDead; }
  bool live() const { return state == PageState::kLive; }
  bool redirects() const { return state == PageState::kRedirect; }
  int64_t unchanged_since() const { return changed == kNever ? first_seen : changed; }

  // Whether nothing is known about the page: then it has no row.
  bool nothing() const;

  std::string encode() const;
  static std::optional<PageRow> decode(std::string_view bytes);
};

// Whether the events of two rows of a page differ only in how new they are and when the page was
// last seen.
bool same_but_for_touches(const PageRow& a, const PageRow& b);

// A text that some live page has.
struct TextRow {
  uint64_t pages = 0;     // live ones; 0: there is no such row
  GroupNumber group = 0;  // 0: it is alone
  std::string page;       // its only page; with more they stand in table s

  std::string encode() const;
  static std::optional<TextRow> decode(std::string_view bytes);
};

// A group of two texts or more.
struct GroupRow {
  std::string founder;  // the smallest page, by key URL, when the group was founded
  uint64_t round = 0;   // in which that was
  uint64_t texts = 0;
  std::set<std::string> unverified;  // pages whose removal could not be verified

  // "http://example.org/x@12": a page founds at most one group in a round, so names are unique.
  std::string name() const { return founder + "@" + std::to_string(round); }

  std::string encode() const;
  static std::optional<GroupRow> decode(std::string_view bytes);
};

// Why a text is removed in a market.
struct CoverRow {
  StoredTextId kept;
  Similarity similarity;    // left: the removed text; all zero: taken on trust (paper mode)
  View view = View::kMain;  // the view of these counts, if texts have two

  std::string encode() const;
  static std::optional<CoverRow> decode(std::string_view bytes);
};

struct MetaRow {
  uint64_t round = 0;  // of the last round that changed anything
  uint64_t events = 0;
  GroupNumber groups = 0;
  uint64_t pages = 0;  // rows of pages that were ever written
  std::string rules;   // mode and markets, printed

  std::string encode() const;
  static std::optional<MetaRow> decode(std::string_view bytes);
};

}  // namespace doppel::group_state
