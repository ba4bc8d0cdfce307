#include "check/page_index.h"

#include <algorithm>

#include "base/keyed_hash.h"
#include "group/winner_order.h"
#include "json/json_string.h"
#include "json/json_writer.h"
#include "output/page_objects.h"

namespace doppel::checks {
namespace {

auto ref_of_page = [](const auto& page) { return page.listed.ref; };
auto ref_of_removal = [](const auto& removal) { return removal.ref; };

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
    removals_.push_back({certificates[i].removed.ref, i});
  }
  std::ranges::stable_sort(removals_, {}, ref_of_removal);
  for (size_t i = 1; i < removals_.size(); ++i) {
    if (removals_[i].ref == removals_[i - 1].ref) {
      faults_.add(describe(contents_.summary, removals_[i].ref) + ": removed twice");
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
  std::ranges::stable_sort(pages_, {}, ref_of_page);
  size_t used = 0;
  bool told = false;  // about the page before
  for (Page& page : pages_) {
    if (used == 0 || page.listed.ref != pages_[used - 1].listed.ref) {
      told = false;
      std::swap(pages_[used++], page);
    } else if (page.listed != pages_[used - 1].listed && !std::exchange(told, true)) {
      faults_.add(describe(contents_.summary, page.listed.ref) +
                  ": offset, id, url or date differ between the lists");
    }
  }
  pages_.resize(used);
}

std::optional<size_t> PageIndex::certificate_of(RecordRef ref) const {
  auto found = std::ranges::lower_bound(removals_, ref, {}, ref_of_removal);
  if (found == removals_.end() || found->ref != ref) return std::nullopt;
  return found->certificate;
}

size_t PageIndex::find(RecordRef ref) const {
  auto found = std::ranges::lower_bound(pages_, ref, {}, ref_of_page);
  if (found == pages_.end() || found->listed.ref != ref) return pages_.size();
  return static_cast<size_t>(found - pages_.begin());
}

void PageIndex::meet(const Record& record, const Hash128& canonical, uint64_t words,
                     RecordRef ref) {
  names_.add(canonical);
  const size_t index = find(ref);
  if (index == pages_.size()) return;
  Page& page = pages_[index];
  json::JsonWriter json;
  output::write_page_object(json, paths_[ref.first], record.at, record.id, record.url,
                            record.fetched_ms);
  if (keyed_hash128(json.text()) != page.listed.object) {
    faults_.add(describe(contents_.summary, ref) +
                ": offset, id, url or date differ from the record");
  }
  page.score = record.score;
  page.fetched_ms = record.fetched_ms;
  if (contents_.summary.options.keep == Keep::kLongest) page.words = static_cast<uint32_t>(words);
  page.url = record.url;
}

group::WinnerFacts PageIndex::facts_of(const Page& page) const {
  return {.url = page.url,
          .first_seen_ms = group::first_seen_of(page.fetched_ms),
          .score_bucket = group::score_bucket(page.score),
          .named = names_.contains(page.url),
          .words = page.words};
}

// The position of a page is the last rule of the winner order, so pages are passed in the order of
// their positions.
bool PageIndex::in_winner_order(std::span<const RecordRef> pages) const {
  std::vector<RecordRef> by_ref(pages.begin(), pages.end());
  std::sort(by_ref.begin(), by_ref.end());
  std::vector<group::WinnerFacts> facts;
  for (RecordRef ref : by_ref) {
    const size_t index = find(ref);
    facts.push_back(index == pages_.size() ? group::WinnerFacts() : facts_of(pages_[index]));
  }
  Table<PageId> order = group::winner_order(facts);
  return std::equal(order.begin(), order.end(), pages.begin(), pages.end(),
                    [&](PageId id, RecordRef ref) { return by_ref[id.index()] == ref; });
}

}  // namespace doppel::checks
