// The public suffix list: under which part of a host name are domains registered? Only its source
// includes libpsl.
//
// The list belongs to the machine, not to the program: it changes every week, and new suffixes are
// only in new lists. So every result that depends on it names the version of the list. Immutable;
// safe to share between threads.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "doppel/url.h"

struct psl_ctx_st;

namespace doppel::url {

class SuffixList {
 public:
  // The newer of the system's list and the one that was built into libpsl. Without either, no host
  // has a registrable domain, and the version says so. Loaded by the first call.
  static const SuffixList& of_machine();

  // Of a file, in any form that libpsl reads. Nothing if it cannot be read.
  static std::optional<SuffixList> from_file(const std::string& path);
  // That of libpsl. Nothing if it was built without one.
  static std::optional<SuffixList> built_in();
  static SuffixList none();

  // One label and the public suffix after it; empty for a suffix alone and for every host without
  // a list. REQUIRES: a DNS name, as the URL standard writes it.
  std::string registrable_domain(const std::string& host) const;
  const SuffixListVersion& version() const { return version_; }
  // When the list was made, in seconds since 1970.
  int64_t time() const { return time_; }

 private:
  using Rules = std::shared_ptr<const psl_ctx_st>;
  SuffixList(Rules rules, std::string hash, int64_t time);

  Rules rules_;  // null: none
  SuffixListVersion version_;
  int64_t time_ = 0;
};

}  // namespace doppel::url
