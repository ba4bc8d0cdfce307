// Where do chains of redirects end? Reads each page once, however many chains go through it.
//
// The end of a page's chain is that of the page it redirects to, so the chains of all pages
// together cost one row for each page, however long they are and however many share an end. No
// recursion. REQUIRES: the view does not change while this lives. Not thread-safe.
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

  // A page that does not redirect is its own end. The result is valid as long as this object.
  const ChainEnd& of(std::string_view key);

 private:
  using Known = std::map<std::string, const ChainEnd*, std::less<>>;

  // The circle that begins at `again`, to which the last page of the chain redirects.
  const ChainEnd* circle(const std::vector<Known::iterator>& way, Known::iterator again);

  const StateView& state_;
  std::deque<ChainEnd> ends_;
  Known known_;  // null: on the chain that is being followed
};

}  // namespace doppel::group_state
