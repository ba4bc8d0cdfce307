#include "check/page_index.h"

#include <algorithm>

#include "base/keyed_hash.h"
#include "group/winner_order.h"
#include "json/json_writer.h"
#include "output/page_objects.h"

namespace doppel::checks {
namespace {

auto place_of_page = [](const auto& page) { return page.listed.place; };
auto place_of_removal = [](const auto& removal) { return removal.place; };

}  // namespace

PageIndex::PageIndex(const FolderContents& contents, Faults& faults)
    : contents_(contents), faults_(faults) {
  for (const InputCounts& input : contents.summary.values.inputs) {
    json::append_json_string(paths_.emplace_back(), input.input);
  }
  index_removals();
  index_pages();
}

void PageIndex::index_removals() {
  const auto& certificates = contents_.lists.certificates;
  for (size_t i = 0; i < certificates.size(); ++i) {
    removals_.push_back({certificates[i].removed.place, i});
  }
  std::ranges::stable_sort(removals_, {}, place_of_removal);
  for (size_t i = 1; i < removals_.size(); ++i) {
    if (removals_[i].place == removals_[i - 1].place) {
      faults_.add(describe(contents_.summary, removals_[i].place) + ": removed twice");
    }
  }
}

void PageIndex::index_pages() {
  for (const ListedCertificate& certificate : contents_.lists.certificates) {
    pages_.push_back({certificate.removed});
    pages_.push_back({certificate.kept});
  }
  for (const ListedGroup& group : contents_.lists.groups) {
    pages_.push_back({group.winner});
    for (const ListedPage& member : group.members) pages_.push_back({member});
  }
  std::ranges::stable_sort(pages_, {}, place_of_page);
  size_t used = 0;
  bool told = false;  // of the page before
  for (Page& page : pages_) {
    if (used == 0 || page.listed.place != pages_[used - 1].listed.place) {
      told = false;
      std::swap(pages_[used++], page);
    } else if (page.listed != pages_[used - 1].listed && !std::exchange(told, true)) {
      faults_.add(describe(contents_.summary, page.listed.place) +
                  ": offset, id, url or date differ between the lists");
    }
  }
  pages_.resize(used);
}

std::optional<size_t> PageIndex::certificate_of(Place place) const {
  auto found = std::ranges::lower_bound(removals_, place, {}, place_of_removal);
  if (found == removals_.end() || found->place != place) return std::nullopt;
  return found->certificate;
}

size_t PageIndex::find(Place place) const {
  auto found = std::ranges::lower_bound(pages_, place, {}, place_of_page);
  if (found == pages_.end() || found->listed.place != place) return pages_.size();
  return static_cast<size_t>(found - pages_.begin());
}

void PageIndex::meet(const Record& record, const Hash128& canonical, Place place) {
  names_.add(canonical);
  const size_t index = find(place);
  if (index == pages_.size()) return;
  Page& page = pages_[index];
  json::JsonWriter json;
  output::write_page_object(json, paths_[place.first], record.at, record.id, record.url,
                            record.fetched_ms);
  if (keyed_hash128(json.text()) != page.listed.object) {
    faults_.add(describe(contents_.summary, place) +
                ": offset, id, url or date differ from the record");
  }
  page.score = record.score;
  page.fetched_ms = record.fetched_ms;
  page.url = record.url;
}

group::WinnerFacts PageIndex::facts_of(const Page& page) const {
  return {.url = page.url,
          .first_seen_ms = group::first_seen_of(page.fetched_ms),
          .score_bucket = group::score_bucket(page.score),
          .named = names_.contains(page.url)};
}

// The place of a page is the last rule of the winner order: pages are handed over by place.
bool PageIndex::in_winner_order(std::span<const Place> pages) const {
  std::vector<Place> by_place(pages.begin(), pages.end());
  std::sort(by_place.begin(), by_place.end());
  std::vector<group::WinnerFacts> facts;
  for (Place place : by_place) {
    const size_t index = find(place);
    facts.push_back(index == pages_.size() ? group::WinnerFacts() : facts_of(pages_[index]));
  }
  Table<PageId> order = group::winner_order(facts);
  return std::equal(order.begin(), order.end(), pages.begin(), pages.end(),
                    [&](PageId id, Place place) { return by_place[id.index()] == place; });
}

}  // namespace doppel::checks
