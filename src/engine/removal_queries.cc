// Decisions are remembered from query to query. Whether a text is kept depends only on the texts
// before it. This is also true of hot buckets, where a text is a candidate of a later one if it is
// among the first of the bucket. The answer to a query depends on the texts before its page, and
// for those nothing has changed, unless the page names an address as canonical and so moves other
// texts. Such a query decides everything again.
//
// Tested by removal_queries_laws_test.cc: against runs over the same pages, in all strategies, with
// hot buckets and canonical names; and by deduplicator_test.cc.
#include "engine/removal_queries.h"

#include <algorithm>
#include <cassert>

namespace doppel::engine {
namespace {

// Texts that wait for one change of the index are in memory twice.
constexpr size_t kTextsPerChange = 1024;

index::IndexRules index_rules(const corpus::RunPlan& plan) {
  return {.predicate = plan.predicate,
          .strategy = plan.strategy,
          .banding = plan.banding,
          .hot_limit = plan.hot_limit,
          .hash = plan.table_hash,
          .shingle_key = plan.shingle_key};
}

}  // namespace

// --- texts ---

Status RemovalQueries::IndexedTexts::put(StoredTextId id, std::string_view) {
  if (asked_) {
    asked_id_ = id;
  } else {
    ids_.push_back(id);
  }
  return {};
}

TextId RemovalQueries::IndexedTexts::number(StoredTextId id) const {
  const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
  return {static_cast<uint32_t>(at - ids_.begin())};
}

Result<std::string_view> RemovalQueries::IndexedTexts::text(StoredTextId id,
                                                            std::string& buffer) const {
  if (asked_ && id == asked_id_) return *asked_;
  const auto reader = texts_.table().store().reader();
  auto found = reader->text(texts_.table().first_form(number(id)));
  if (!found) return found;
  buffer = *found;
  return std::string_view(buffer);
}

// --- queries ---

RemovalQueries::RemovalQueries(const corpus::RunPlan& plan, const corpus::DistinctTexts& texts,
                               const AddedPages& pages)
    : plan_(plan),
      texts_(texts),
      pages_(pages),
      reader_(texts.table().store().reader()),
      indexed_(texts),
      index_(index_rules(plan), indexed_),
      standings_(pages),
      ranks_(indexed_, standings_) {}

std::vector<StoredTextId> RemovalQueries::ids_of(std::vector<TextId> texts) const {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::vector<StoredTextId> out;
  for (TextId text : texts) out.push_back(indexed_.id(text));
  return out;
}

Status RemovalQueries::index_texts(size_t first, size_t last, std::span<const StoredTextId> moved) {
  std::vector<StoredTextId> came;
  for (size_t i = first; i < last; ++i) {
    auto text = reader_->text(texts_.table().first_form({static_cast<uint32_t>(i)}));
    if (!text) return text.error();
    auto added = index_.add(*text);
    if (!added) return added.error();
    assert(added->is_new);
    came.push_back(added->id);
  }
  return index_.change({.came = came, .gone = {}, .moved = moved}, ranks_).status();
}

Status RemovalQueries::update() {
  std::vector<TextId> moved;
  standings_.update(moved);
  if (moved.empty() && indexed_.size() == texts_.size()) return {};
  decided_.clear();
  // First the index learns the new order of the known texts, so that the others are inserted into
  // the correct order.
  if (Status s = index_texts(0, 0, ids_of(std::move(moved))); !s.ok()) return s;
  while (indexed_.size() < texts_.size()) {
    const size_t first = indexed_.size();
    const size_t last = std::min(texts_.size(), first + kTextsPerChange);
    if (Status s = index_texts(first, last, {}); !s.ok()) return s;
  }
  return {};
}

Result<std::optional<Removal>> RemovalQueries::ask(std::string_view text,
                                                   const group::WinnerFacts& facts,
                                                   const Hash128& canonical_name) {
  if (Status s = update(); !s.ok()) return s;
  indexed_.set_asked(text);
  auto added = index_.add(text);
  if (!added) return added.error();
  if (added->is_new && texts_.size() >= plan_.most_texts)
    return corpus::too_many_texts(plan_.most_texts);
  std::vector<TextId> moved;
  standings_.try_page(indexed_.number(added->id), facts, canonical_name, moved);
  const std::vector<StoredTextId> came(added->is_new ? 1 : 0, added->id);
  const std::vector<StoredTextId> moved_ids = ids_of(std::move(moved));
  auto shift = index_.change({.came = came, .gone = {}, .moved = moved_ids}, ranks_);
  if (!shift) return shift.error();
  const bool moves_others = std::any_of(moved_ids.begin(), moved_ids.end(),
                                        [&](StoredTextId id) { return id != added->id; });
  group::DecidedTexts afresh;
  auto answer = decide(added->id, text, moves_others ? afresh : decided_);
  index_.undo_change();
  standings_.take_back();
  if (added->is_new) {
    if (Status s = index_.forget(added->id); !s.ok()) return s;
  }
  indexed_.set_asked(std::nullopt);
  return answer;
}

// Removes a page in the same way as group::cover().
Result<std::optional<Removal>> RemovalQueries::decide(StoredTextId id, std::string_view text,
                                                      group::DecidedTexts& decided) {
  auto near = group::local_removal(id, index_, ranks_, decided, plan_.most_own_windows);
  if (!near) return near.error();
  if (*near) {
    const PageId kept = standings_.best(indexed_.number((*near)->kept));
    return std::optional(Removal{kept.value, Level::kNear, (*near)->similarity});
  }
  const PageId best = standings_.best(indexed_.number(id));
  if (best == standings_.tried()) return std::optional<Removal>();
  auto level = level_of_equals(text, best);
  if (!level) return level.error();
  return std::optional(Removal{best.value, *level, {.common = index_.signature(id).main.shingles}});
}

Result<Level> RemovalQueries::level_of_equals(std::string_view text, PageId page) {
  auto other = reader_->text(pages_.forms[page.index()]);
  if (!other) return other.error();
  return *other == text ? Level::kBytes : Level::kWords;
}

}  // namespace doppel::engine
