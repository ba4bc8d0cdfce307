// The rows of staged crawls, and their bytes (docs/design/stored_rows.md, section 5).
//
//   K name                 CollectionRow
//   U number i path        how far an input was read, as in table I
//   U number p key URL     StagedPage
//   U number u place       a staged event
//
// The number of a collection is not used by another one as long as it has rows of table U. Rows of
// a number that no staged collection has are left over, and may be erased at any time. Places are
// numbers from 0, in the order in which events were staged.
//
// Stored: never change. decode() returns nullopt or kCorrupt for bytes that are not such a row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/packed_text.h"
#include "doppel/store.h"
#include "group_state/page_event.h"

namespace doppel::collections {

struct CollectionRow {
  uint64_t number = 0;
  bool committed = false;       // all of it
  uint64_t begin = 0, end = 0;  // the places of events that wait; those before were committed
  uint64_t pages = 0, bytes = 0;
  int64_t first_ms = 0, last_ms = 0;
  uint64_t first_round = 0, last_round = 0;

  std::string encode() const;
  static std::optional<CollectionRow> decode(std::string_view bytes);

  friend bool operator==(const CollectionRow&, const CollectionRow&) = default;
};

Collection public_collection(std::string name, const CollectionRow& row);

struct StagedVersion {
  uint64_t version = 0;
  uint64_t place = 0;
};

// A page that events of the collection are about: which of its upserts, redirects, dead and deletes
// is the newest?
struct StagedPage {
  std::optional<StagedVersion> newest;  // nothing: it was only touched, flagged or reported

  std::string encode() const;
  static std::optional<StagedPage> decode(std::string_view bytes);
};

// An event without the id of its text, and an upsert's text (texts/text_views.h).
struct StagedEvent {
  group_state::PageEvent event;
  std::string text;
};
std::string encode_event(const group_state::PageEvent& event, std::string_view text,
                         const codec::TextPacker& packer);
Result<StagedEvent> decode_event(std::string_view bytes, const codec::TextUnpacker& unpacker);

inline constexpr std::string_view kCollections = "K", kStagedRows = "U";
std::string collection_key(std::string_view name);
// All rows of table U of a collection begin with this.
std::string rows_prefix(uint64_t number);
// REQUIRES: a key of table U.
uint64_t number_in(std::string_view key);
std::string input_key(uint64_t number, std::string_view path);
std::string page_key(uint64_t number, std::string_view key_url);
std::string event_key(uint64_t number, uint64_t place);

}  // namespace doppel::collections
