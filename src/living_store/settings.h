// The rules of a store: chosen when it is created, written to its row of settings, and except for
// the markets the same ever after. All stored rows were made by them.
//
// The row is lines of "name value", the markets last, so that a person can read it in a dump. Its
// first line has version 1 as long as the markets are those that the store was created with, and 2
// after they were changed: then it also says under which numbers the rows of markets are stored.
// Stored: never rename. Thread safety: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/store.h"
#include "group_state/rules.h"
#include "sketch/banding.h"
#include "store/store.h"

namespace doppel::living_store {

struct Settings {
  Predicate predicate;
  View view = View::kAny;
  StoreMode mode = StoreMode::kSound;
  std::string markets;  // in the form of group::to_text()
  // The number of each of these markets (group/market.h), and the next one that was never used.
  std::vector<group::MarketNumber> market_numbers;
  group::MarketNumber next_market = 1;
  // Numbers that are no longer, or not yet, those of a market: their rows are to be erased.
  std::vector<group::MarketNumber> unused_markets;
  sketch::Banding banding;
  uint32_t hot_limit = 0;
  // The versions of the program's rules, which decide what words and addresses are.
  uint32_t text_rules = 0, signature = 0, url_rules = 0;
  std::string unicode;
  std::string suffix_list;  // date and hash of the list that sites were found by

  std::string encode() const;
  // kCorrupt for bytes that are not settings.
  static Result<Settings> decode(std::string_view bytes);

  friend bool operator==(const Settings&, const Settings&) = default;
};

// The settings of a new store. kInvalidArgument for rules that no store can have.
Result<Settings> new_settings(const StoreOptions& options);

// Can this program go on with a store of these settings, opened with these options?
// kInvalidArgument says what differs.
Status check_settings(const Settings& stored, const StoreOptions& options);

group_state::Rules rules_of(const Settings& settings);

// The key of the row of settings. Stored: never change.
inline constexpr std::string_view kSettingsKey = "C";

// Rewrites the row of settings as this version writes it, if it is in another form. Returns whether
// it was. kInvalidArgument for settings with which this version cannot go on.
Result<bool> upgrade_settings(store::Store& rows);

}  // namespace doppel::living_store
