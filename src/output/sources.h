// Where do the records come from? Counts the records of a run by source.
//
// The source of a page is the registrable domain of its URL. If there is none (no URL, an IP
// address), and for rejected records, it is the input file.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/keyed_hash.h"
#include "corpus/corpus.h"
#include "doppel/dedup.h"
#include "group/cover.h"

namespace doppel::output {

// Counts record by record. Not thread-safe.
class SourceCounter {
 public:
  void add_page(std::string_view url, std::string_view input, bool removed);
  void add_rejected(std::string_view input);
  // Sorted by the bytes of the name. The counts of each source balance, and their sums are the
  // counts of the run.
  std::vector<SourceCounts> take();

 private:
  struct HashOfText : KeyedHash {
    using is_transparent = void;
  };

  // The registrable domain of the URL; empty for a URL without one.
  const std::string& domain(std::string_view url);
  RecordCounts& counts(std::string_view source);

  std::unordered_map<std::string, std::string, HashOfText, std::equal_to<>> domains_;  // by site
  std::map<std::string, RecordCounts, std::less<>> counts_;
};

std::vector<SourceCounts> counts_of_sources(const corpus::Corpus& corpus,
                                            const group::Cover& cover);

}  // namespace doppel::output
