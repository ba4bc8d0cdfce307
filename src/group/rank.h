// Where does a page stand? The winner order as bytes: of two pages the one whose rank is less, byte
// by byte, is preferred. Total, never a tie, time only from events.
//
// A rank is the market's rules in their order, then the neutral order: score in buckets
// floor(log2(1 + score)), none last; named as rel=canonical by some live page of the same
// registrable domain; https; no '?' in the URL; shorter URL; older first-seen; URL bytes; key URL.
// Length and scheme are those of the URL as fetched.
//
// Cost: linear in the URL and the rules. Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "group/market.h"
#include "group/rows.h"

namespace doppel::group {

// REQUIRES: page.live(). `named`: some live page of its domain names it as canonical.
std::string rank_of(std::string_view key, const PageRow& page, bool named,
                    const std::vector<MarketRule>& market);

// The host of a URL in lower case, without user and port; "" when there is none.
std::string host_of(std::string_view url);

}  // namespace doppel::group
