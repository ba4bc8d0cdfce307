// The picture of a store: all that its events tell, as plain values.
//
// Two ways lead to it: dump() reads a state, fold() plays its events from the first one. They
// agree; so a reader of events knows what the store knows.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "group_state/answers.h"
#include "group_state/event.h"
#include "group_state/state_view.h"

namespace doppel::group_state {

struct PagePicture {
  std::string group;
  PageState state = PageState::kLive;
  uint16_t http_status = 0;              // dead
  std::string end;                       // redirect: where it ends, "" in a circle
  bool permanent = false;                // redirect
  std::map<std::string, Proof> removed;  // live: by market; no entry: kept
  std::set<std::string> flags;

  friend bool operator==(const PagePicture&, const PagePicture&) = default;
};

struct Picture {
  std::map<std::string, PagePicture> pages;                            // present ones, by key URL
  std::map<std::pair<std::string, std::string>, std::string> winners;  // by group, market
  std::map<std::string, std::string> aliases;

  friend bool operator==(const Picture&, const Picture&) = default;
};

// Cost: the whole state.
Picture dump(const StateView& state);

// Folds events one by one, in their order.
class PictureFold {
 public:
  void apply(const Event& event);
  Picture picture() const;

 private:
  Picture picture_;
  std::map<std::string, std::set<std::string>> flags_;  // they outlive their pages
};

// For people and for comparisons: one line for a page, a winner, an alias.
std::string to_text(const Picture& picture);

}  // namespace doppel::group_state
