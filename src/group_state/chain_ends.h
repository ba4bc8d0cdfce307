// Where do redirects end? Asked of many pages, each page on the way is looked at once.
//
// A page learns the end of its chain from the page it leads to, so the chains of all pages together
// cost one row for each page, however long they are and however many share an end. No recursion.
// REQUIRES: the view does not change while this lives. Not thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "group_state/state_view.h"

namespace doppel::group_state {

struct ChainEnd {
  std::string page;     // where it ends; of a circle its smallest URL
  bool circle = false;  // the chain ends in a circle, or leads into one
};

class ChainEnds {
 public:
  explicit ChainEnds(const StateView& state) : state_(state) {}

  // A page that does not redirect is its own end. The answer lives as long as this.
  const ChainEnd& of(std::string_view key);

 private:
  using Known = std::map<std::string, const ChainEnd*, std::less<>>;

  // The circle that begins at `again`, the last step on the way led back to it.
  const ChainEnd* circle(const std::vector<Known::iterator>& way, Known::iterator again);

  const StateView& state_;
  std::deque<ChainEnd> ends_;
  Known known_;  // nothing yet: on the way that is walked
};

}  // namespace doppel::group_state
