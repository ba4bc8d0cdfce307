// The rules of a store: chosen when it is created, written to its row of settings, the same ever
// after. All stored rows were made by them.
//
// The row is lines of "name value", the markets last, so that a person can read it in a dump.
// Stored: never rename. Thread safety: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "doppel/store.h"
#include "group_state/rules.h"
#include "sketch/banding.h"

namespace doppel::living_store {

struct Settings {
  Predicate predicate;
  View view = View::kAny;
  StoreMode mode = StoreMode::kSound;
  std::string markets;  // in the form of group::to_text()
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

}  // namespace doppel::living_store
