// Where does a page stand in a store? The winner order as bytes: of two pages the one whose rank is
// less, byte by byte, is preferred. Total, never a tie, time only from events.
//
// A rank is what the market's rules say, in their order, then what the rules of the neutral order
// say (winner_rules.h), each as a big-endian number of whole bytes; then the URL as fetched, and
// the key URL.
//
// Cost: linear in the URL and the rules. Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "group/market.h"
#include "group_state/rows.h"

namespace doppel::group_state {

// REQUIRES: page.live(). `named`: some live page of its domain names it as canonical.
std::string rank_of(std::string_view key, const PageRow& page, bool named,
                    const std::vector<group::MarketRule>& market);

// The host of a URL in lower case, without user and port; "" when there is none.
std::string host_of(std::string_view url);

}  // namespace doppel::group_state
