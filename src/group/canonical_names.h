// Which pages are named as canonical? What <link rel=canonical> means to the winner order.
//
// A page names at most one address, and it counts only if it belongs to the same site: the author
// of a page cannot influence which page is preferred on other sites. A page may name itself.
// Addresses are compared by their keys, the safe form of url.h. A batch run keeps a keyed 128-bit
// hash of each name; a store has the same names in its rows (PageEvent::canonical,
// PageEvent::domain).
//
// Cost: about a microsecond per call, less in the usual case that a page names its own URL. There
// are no errors: what is not a URL names nothing and is never named.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/table.h"

namespace doppel::group {

// The address as it is compared; empty for what is not a URL.
std::string key_url(std::string_view url);

// The site of an address: its registrable domain, or its host where it has none (an IP address,
// "localhost"). Empty for what has no host.
std::string site_of(std::string_view url);

// What a page says about its address, not yet resolved.
struct CanonicalLink {
  std::string_view href = {};
  std::string_view base = {};  // of <base href>
};

// The key of the address that a page names; empty when it names no address of its own site.
std::string canonical_of(std::string_view page_url, const CanonicalLink& link);
// The same as a keyed hash; zero when it names none.
Hash128 canonical_name(std::string_view page_url, const CanonicalLink& link);
// The hash by which a page of this address is named; zero for what is not a URL.
Hash128 address_name(std::string_view url);

// The addresses that the pages of a run name: 16 bytes for each page that names one. Not
// thread-safe while names are added.
class CanonicalNames {
 public:
  explicit CanonicalNames(TableMemory* memory = usual_memory()) : memory_(memory), names_(memory) {}

  // Zero means that the page names no address.
  void add(const Hash128& name) {
    if (name != Hash128{}) names_.push_back(name);
  }
  // Call this after the last name was added and before contains().
  void settle();
  // Does some page name this address?
  bool contains(std::string_view url) const;
  // All names so far; until settle() is called, in the order in which they were added.
  std::span<const Hash128> all() const { return names_; }

 private:
  TableMemory* memory_;
  Table<Hash128> names_;  // sorted by settle()
};

}  // namespace doppel::group
