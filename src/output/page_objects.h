// The JSON objects of pages, as the lists show them: {"input": ..., "record": ..., ...}.
//
// A list has its own order of pages, but a table of millions of pages is read fastest in its own
// order. So pages are requested a few thousand at a time, and their objects are made in the order
// of the table. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "corpus/corpus.h"
#include "json/json_writer.h"

namespace doppel::output {

// One object; a long id or URL is shortened (list_values.h). `path` is that of the input, as JSON;
// `id` is a JSON value; a negative time means that it is not known.
void write_page_object(json::JsonWriter& json, std::string_view path, const Position& at,
                       std::string_view id, std::string_view url, int64_t fetched_ms);

class PageObjects {
 public:
  explicit PageObjects(const corpus::Corpus& corpus);

  // About how many to request at a time, so that their objects stay in the second-level cache.
  static constexpr size_t kAtATime = 4096;

  void ask(PageId page) { asked_.push_back(page); }
  size_t asked() const { return asked_.size(); }
  void make();
  // The i-th that was requested. REQUIRES: make() was called afterwards.
  std::string_view operator[](size_t i) const {
    return objects_.substr(extents_[i].begin, extents_[i].size);
  }
  void clear() { asked_.clear(); }

 private:
  struct Extent {
    size_t begin = 0, size = 0;
  };

  const corpus::Corpus& corpus_;
  std::vector<std::string> paths_;  // of the inputs, as JSON
  std::vector<PageId> asked_;
  std::vector<uint32_t> order_;  // of asked_, by page
  std::vector<Extent> extents_;  // of asked_, in objects_
  json::JsonWriter json_;
  std::string_view objects_;  // of json_
};

}  // namespace doppel::output
