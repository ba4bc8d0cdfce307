#include "output/page_objects.h"

#include <algorithm>
#include <numeric>

#include "archive/date.h"
#include "json/json_string.h"
#include "output/list_values.h"

namespace doppel::output {
namespace {

constexpr size_t kTrimEvery = 64;
constexpr std::string_view kSeparator = ", ";  // between values

}  // namespace

void write_page_object(json::JsonWriter& json, std::string_view path, const Position& at,
                       std::string_view id, std::string_view url, int64_t fetched_ms) {
  std::string room;  // for shortened values
  json.begin_object();
  json.key("input").raw(path);
  json.key("record").number(at.record);
  json.key("offset").number(at.offset);
  json.key("id").raw(listed_id(id, room));
  json.key("url").string(listed_url(url, room));
  if (fetched_ms >= 0) json.key("date").string(archive::warc_date(fetched_ms));
  json.end_object();
}

PageObjects::PageObjects(const corpus::Corpus& corpus)
    : corpus_(corpus), paths_(corpus.inputs.size()) {
  for (size_t i = 0; i < paths_.size(); ++i) {
    json::append_json_string(paths_[i], corpus.inputs[i].path);
  }
}

void PageObjects::make() {
  order_.resize(asked_.size());
  std::iota(order_.begin(), order_.end(), uint32_t{0});
  std::sort(order_.begin(), order_.end(),
            [&](uint32_t a, uint32_t b) { return asked_[a] < asked_[b]; });
  extents_.resize(asked_.size());
  for (size_t i = 0; i < order_.size(); ++i) {
    if (i % kTrimEvery == 0) corpus_.tables->trim_resident();
    const PageId page = asked_[order_[i]];
    if (i > 0 && page == asked_[order_[i - 1]]) {
      extents_[order_[i]] = extents_[order_[i - 1]];
      continue;
    }
    const corpus::Page& found = corpus_.pages[page.index()];
    const size_t begin = json_.text().size() + (i == 0 ? 0 : kSeparator.size());
    write_page_object(json_, paths_[found.at.input], found.at, found.id, found.url,
                      corpus_.content(page.index()).fetched_ms);
    extents_[order_[i]] = {begin, json_.text().size() - begin};
  }
  objects_ = json_.take_line();
}

}  // namespace doppel::output
