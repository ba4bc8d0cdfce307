// Each path is followed once: all revisits on it get the target at its end. A revisit that occurs a
// second time on the path closes a cycle.
//
// Several pages may have the same name (a file that is read twice, two captures within a second).
// Then a kept page is chosen before a removed one, and a removed one before a revisit; among
// equals, the first.
//
// Tested by revisit_targets_test.cc.
#include "output/revisit_targets.h"

#include "archive/record_header.h"
#include "base/keyed_hash.h"

namespace doppel::output {
namespace {

Hash128 capture_key(std::string_view url, int64_t ms) {
  return keyed_hash128(std::string(url) + "\n" + std::to_string(ms));
}

int64_t time_of(std::string_view date) {
  archive::WarcHeader head;
  head.date = date;
  return archive::date_of(head).value_or(-1);
}

bool is_revisit(const RevisitPage& page) { return page.stored->kind == Kind::kRevisit; }

// Which of several pages with the same name is chosen: the smaller, the better.
int rank(const RevisitPage& page) { return is_revisit(page) ? 2 : page.removed ? 1 : 0; }

}  // namespace

RevisitTargets::RevisitTargets(std::span<const RevisitPage> pages) {
  std::vector<size_t> revisits;
  for (size_t i = 0; i < pages.size(); ++i) {
    if (is_revisit(pages[i])) revisits.push_back(i);
  }
  if (revisits.empty()) return;
  index(pages);
  for (size_t revisit : revisits) follow(pages, revisit);
}

void RevisitTargets::index(std::span<const RevisitPage> pages) {
  auto enter = [&](std::unordered_map<Hash128, size_t>& names, const Hash128& name, size_t page) {
    auto [known, is_new] = names.emplace(name, page);
    if (!is_new && rank(pages[page]) < rank(pages[known->second])) known->second = page;
  };
  for (size_t i = 0; i < pages.size(); ++i) {
    const corpus::ArchivePage& page = *pages[i].stored;
    if (std::string id = corpus::record_id_of(page); !id.empty())
      enter(by_id_, keyed_hash128(id), i);
    enter(by_capture_, capture_key(page.url, page.fetched_ms), i);
  }
}

size_t RevisitTargets::named_by(const corpus::RefersTo& other) const {
  if (!other.id.empty()) {
    if (auto found = by_id_.find(keyed_hash128(other.id)); found != by_id_.end())
      return found->second;
  }
  if (other.url.empty()) return kNoPage;
  auto found = by_capture_.find(capture_key(other.url, time_of(other.date)));
  return found == by_capture_.end() ? kNoPage : found->second;
}

void RevisitTargets::follow(std::span<const RevisitPage> pages, size_t first) {
  std::vector<size_t> way;
  Target target;
  for (size_t at = first;;) {
    auto [known, is_new] = targets_.emplace(at, Target());
    if (!is_new) {  // a cycle, which is kNowhere, or a path that was followed before
      target = known->second;
      break;
    }
    way.push_back(at);
    const corpus::RefersTo* other = pages[at].stored->fields.refers_to;
    const size_t next = other ? named_by(*other) : kNoPage;
    if (next == kNoPage) {
      target = {Target::End::kOutside, 0, at};
      break;
    }
    if (!is_revisit(pages[next])) {
      target = {Target::End::kPage, next, at};
      break;
    }
    at = next;
  }
  for (size_t revisit : way) targets_[revisit] = target;
}

}  // namespace doppel::output
