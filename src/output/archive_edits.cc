#include "output/archive_edits.h"

#include <unordered_map>
#include <utility>

#include "archive/digest.h"
#include "output/list_values.h"

namespace doppel::output {
namespace {

// "94/111": common shingles, all shingles.
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

// The name of a page is repeated in every revisit that refers to it.
bool has_short_name(const corpus::ArchivePage& page) {
  return page.url.size() <= kLongestListedUrl && page.id.size() <= kLongestListedId;
}

// A revisit that is changed names the other record by those parts of its name that are short enough
// to be repeated.
std::optional<archive::Original> short_name(archive::Original name) {
  if (name.uri.size() > kLongestListedUrl) name.uri.clear();
  if (name.record_id.size() > kLongestListedId) name.record_id.clear();
  if (name.uri.empty() && name.record_id.empty()) return std::nullopt;
  return name;
}

std::vector<RevisitPage> revisit_pages(const std::vector<EditPage>& pages) {
  std::vector<RevisitPage> out;
  out.reserve(pages.size());
  for (const EditPage& page : pages) out.push_back({&page.stored, page.removed});
  return out;
}

}  // namespace

ArchiveEdits::ArchiveEdits(std::vector<EditPage> pages, std::string predicate, bool drop_near)
    : pages_(std::move(pages)),
      predicate_(std::move(predicate)),
      drop_near_(drop_near),
      targets_(revisit_pages(pages_)),
      needed_(pages_.size()),
      original_(pages_.size()),
      referred_to_(pages_.size()) {
  for (const auto& [revisit, target] : targets_.all()) {
    if (target.end == RevisitTargets::Target::End::kPage) needed_[target.page] = true;
  }
  auto rank = [&](size_t i) {
    const int long_name = has_short_name(pages_[i].stored) ? 0 : 3;
    return long_name + (!pages_[i].removed ? 0 : needed_[i] ? 1 : 2);
  };
  std::unordered_map<SameContent, size_t, HashOfContent> stays;
  for (size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i].body == Hash128{}) continue;
    auto [known, is_new] = stays.emplace(SameContent{pages_[i].form, pages_[i].body}, i);
    if (!is_new && rank(i) < rank(known->second)) known->second = i;
  }
  for (size_t i = 0; i < pages_.size(); ++i) {
    original_[i] = i;
    const EditPage& page = pages_[i];
    if (page.body == Hash128{} || !page.removed) continue;
    size_t other = stays.at({page.form, page.body});
    if (other == i || (drop_near_ && may_be_dropped(other))) continue;
    if (archive::digests_differ(page.stored.fields.digest, pages_[other].stored.fields.digest)) {
      continue;
    }
    if (!has_short_name(pages_[other].stored)) continue;
    original_[i] = other;
    referred_to_[other] = true;
  }
}

Status ArchiveEdits::look_up(std::span<const std::string> indexes) {
  if (indexes.empty()) return {};
  std::vector<const corpus::ArchivePage*> pages;
  for (const EditPage& page : pages_) pages.push_back(&page.stored);
  auto read = EarlierCaptures::read(indexes, pages);
  if (!read) return read.error();
  earlier_ = *std::move(read);
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
  const corpus::ArchivePage& p = pages_[page].stored;
  return {std::string(p.url), corpus::date_of(p), corpus::record_id_of(p)};
}

// In notes, which doppel writes, a long name is shortened as in the lists.
archive::Original ArchiveEdits::noted(size_t page) const {
  archive::Original out = reference_to(page);
  std::string room;
  out.uri = listed_url(out.uri, room);
  out.record_id = listed_url(out.record_id, room);
  return out;
}

// What a revisit of the input has to refer to instead of its present target; nothing if that is
// right.
std::optional<archive::Original> ArchiveEdits::turned(size_t revisit) const {
  using End = RevisitTargets::Target::End;
  const RevisitTargets::Target& target = targets_.of(revisit);
  if (target.end == End::kPage) {
    if (const archive::Original* capture = earlier(target.page).capture) return *capture;
    const size_t holder = original_[target.page];
    if (holder != target.page || target.last != revisit) return short_name(reference_to(holder));
  } else if (target.end == End::kOutside && target.last != revisit) {
    const corpus::RefersTo* other = pages_[target.last].stored.fields.refers_to;
    if (other == nullptr) return std::nullopt;
    return short_name({std::string(other->url), std::string(other->date), std::string(other->id)});
  }
  return std::nullopt;
}

Edit ArchiveEdits::of(size_t page) const {
  const EditPage& p = pages_[page];
  Edit edit;
  if (p.stored.kind == Kind::kRevisit) edit.refers_to = turned(page);
  if (!p.removed) {
    if (edit.refers_to) edit.fate = Fate::kRepoint;
    return edit;
  }
  if (original_[page] != page) return {.fate = Fate::kRevisit, .original = original_[page]};
  const bool derived = p.stored.kind == Kind::kText;
  if ((derived || drop_near_) && may_be_dropped(page)) return {.fate = Fate::kDrop};
  edit.fate = Fate::kNote;
  edit.note = {noted(p.kept), std::string(name(p.level)), similarity_text(p.similarity),
               predicate_};
  return edit;
}

}  // namespace doppel::output
