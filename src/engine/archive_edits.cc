#include "engine/archive_edits.h"

#include <utility>

#include "archive/date.h"
#include "archive/record_head.h"

namespace doppel::engine {
namespace {

Hash128 place_in_time(std::string_view url, int64_t ms) {
  return hash128(std::string(url) + "\n" + std::to_string(ms));
}

// "94/111": shingles in common, of all.
std::string similarity_text(const Similarity& similarity) {
  return std::to_string(similarity.common) + "/" + std::to_string(similarity.in_union());
}

struct SameContent {
  Hash128 form, body;
  friend bool operator==(const SameContent&, const SameContent&) = default;
};
struct HashOfContent {
  size_t operator()(const SameContent& c) const { return c.body.low ^ c.form.low * 31; }
};

}  // namespace

ArchiveEdits::ArchiveEdits(std::vector<EditPage> pages, std::string predicate, bool drop_near)
    : pages_(std::move(pages)),
      predicate_(std::move(predicate)),
      drop_near_(drop_near),
      original_(pages_.size()),
      referred_to_(pages_.size()) {
  std::unordered_map<SameContent, size_t, HashOfContent> stays;
  for (size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i].body == Hash128{}) continue;
    auto [known, is_new] = stays.emplace(SameContent{pages_[i].form, pages_[i].body}, i);
    if (!is_new && !pages_[i].removed) known->second = i;
  }
  for (size_t i = 0; i < pages_.size(); ++i) {
    original_[i] = i;
    const EditPage& page = pages_[i];
    if (page.body == Hash128{} || !page.removed) continue;
    size_t other = stays.at({page.form, page.body});
    bool stays_there = !pages_[other].removed || !drop_near_;
    if (other == i || !stays_there) continue;
    original_[i] = other;
    referred_to_[other] = true;
    becomes_one_.emplace(place_in_time(page.stored.url, page.stored.fetched_ms), i);
  }
}

Status ArchiveEdits::look_up(std::span<const std::string> indexes) {
  if (indexes.empty()) return {};
  std::vector<const ArchivePage*> pages;
  for (const EditPage& page : pages_) pages.push_back(&page.stored);
  auto read = EarlierCaptures::read(indexes, pages);
  if (!read) return read.error();
  earlier_ = *std::move(read);
  for (size_t i = 0; i < pages_.size(); ++i) {
    const ArchivePage& page = pages_[i].stored;
    if (earlier(i).capture) held_earlier_.emplace(place_in_time(page.url, page.fetched_ms), i);
  }
  return {};
}

ArchiveEdits::Earlier ArchiveEdits::earlier(size_t page) const {
  if (earlier_.empty() || pages_[page].body == Hash128{}) return {};
  for (size_t asked : {page, original_[page]}) {
    std::string_view digest = pages_[asked].stored.fields.digest;
    if (const archive::Original* capture = earlier_.find(digest)) return {capture, digest};
  }
  return {};
}

archive::Original ArchiveEdits::reference_to(size_t page) const {
  const ArchivePage& p = pages_[page].stored;
  return {std::string(p.url), date_of(p), record_id_of(p)};
}

Edit ArchiveEdits::of(size_t page, const archive::WarcHead* head) const {
  const EditPage& p = pages_[page];
  if (p.stored.kind == Kind::kRevisit && !p.removed) {
    archive::WarcHead referred;
    referred.date = head->refers_to_date;
    Hash128 place = place_in_time(head->refers_to_uri, archive::date_of(referred).value_or(-1));
    if (auto held = held_earlier_.find(place); held != held_earlier_.end()) {
      return {.fate = Fate::kRepoint, .earlier = earlier(held->second).capture};
    }
    auto moved = becomes_one_.find(place);
    if (moved == becomes_one_.end()) return {};
    return {.fate = Fate::kRepoint, .original = original_[moved->second]};
  }
  if (!p.removed) return {};
  if (p.stored.kind == Kind::kText) return {.fate = Fate::kDrop};
  if (original_[page] != page) return {.fate = Fate::kRevisit, .original = original_[page]};
  if (drop_near_) return {.fate = Fate::kDrop};
  return {.fate = Fate::kNote,
          .note = {reference_to(p.kept), std::string(name(p.level)), similarity_text(p.similarity),
                   predicate_}};
}

}  // namespace doppel::engine
