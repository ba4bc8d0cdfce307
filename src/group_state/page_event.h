// Page events: the input of a round.
//
// Events of a page are joined, not replayed: the newest of upsert, redirect, dead and delete
// counts, newest by (version, kind in the order below, content hash, the other fields). So a page
// is a function of the set of its events; their order and their batches do not matter.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/ids.h"

namespace doppel::group_state {

using Fields = std::map<std::string, std::string>;

// URLs are also written to the rows, ranks and events of other pages, so their length is limited:
// otherwise a long URL would be written once for each page that leads to it. RFC 9110 recommends to
// support at least 8,000 bytes.
inline constexpr size_t kLongestUrl = 8192;

struct PageEvent {
  // Stored in collections: never renumber.
  enum class Kind : uint8_t {
    kUpsert,    // the page was fetched and has a text
    kRedirect,  // the page is only another name of `target`
    kDead,      // the page answers with an error, or has expired
    kDelete,    // the page is removed from the store
    kTouch,     // the page was seen unchanged
    kFlag,      // a label is attached to the page, such as "spam"
    kReport,    // a status query could not verify the page's removal
  };

  Kind kind = Kind::kUpsert;
  std::string key;       // the key URL
  uint64_t version = 1;  // upsert, redirect, dead, delete
  int64_t time_ms = 0;   // when it was seen; the only time there is

  // Upsert. `text` is an id of the NeighbourSource: equal texts have one.
  StoredTextId text;
  Hash128 content;        // of the text's bytes: the first half of their SHA-256
  std::string url;        // as fetched; empty: the key
  double score = -1;      // negative, infinite or not a number: none
  std::string canonical;  // key URL that the page names as canonical (canonical_names.h); or empty
  std::string domain;     // the page's site (canonical_names.h); empty: nobody can name the page
  Fields fields;          // what market rules may look at

  // Redirect.
  std::string target;  // key URL
  bool permanent = true;

  uint16_t http_status = 0;  // dead; 0: expired
  std::string flag;          // flag
};

// Why an event was not applied. Stored as its name: never rename.
enum class Rejection : uint8_t {
  kOlderVersion,    // older_version: the page is known in a newer version
  kSameVersion,     // same_version: known in this version, with content that comes first
  kUnknownPage,     // unknown_page: touch, flag, report or delete of a page that is not there
                    // (flags and times are kept all the same: they wait for the page)
  kClockBackwards,  // clock_backwards: a touch before the last time the page was seen
  kNoUrl,           // no_url: the key is empty, or a redirect has no target
  kProofHolds,      // proof_holds: a report of a page that is not removed, or rightly so
  kLongUrl,         // long_url: a URL of more than kLongestUrl bytes
};
std::string_view name(Rejection rejection);

}  // namespace doppel::group_state
