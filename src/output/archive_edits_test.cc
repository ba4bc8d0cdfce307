#include "output/archive_edits.h"

#include <gtest/gtest.h>

#include "base/keyed_hash.h"
#include "output/list_values.h"

namespace doppel::output {
namespace {

EditPage page(uint64_t form, uint64_t body, std::string_view url) {
  EditPage out;
  out.form = {0, form};
  out.body = {0, body};
  out.stored.kind = Kind::kHtml;
  out.stored.url = url;
  out.stored.id = "\"<urn:uuid:1>\"";
  out.stored.fetched_ms = 1000;
  return out;
}

EditPage removed(EditPage out, size_t kept, Level level) {
  out.removed = true;
  out.kept = kept;
  out.level = level;
  out.similarity = {9, 1, 1};
  return out;
}

Edit edit_of(const std::vector<EditPage>& pages, size_t i, bool drop_near = false) {
  return ArchiveEdits(pages, "rule", drop_near).of(i);
}

TEST(ArchiveEdits, a_kept_page_is_copied) {
  EXPECT_EQ(edit_of({page(1, 1, "a")}, 0).fate, Fate::kCopy);
}

TEST(ArchiveEdits, an_exact_copy_becomes_a_revisit_of_the_page_kept) {
  std::vector<EditPage> pages = {removed(page(1, 1, "copy"), 1, Level::kBytes), page(1, 1, "kept")};
  Edit edit = edit_of(pages, 0);
  EXPECT_EQ(edit.fate, Fate::kRevisit);
  EXPECT_EQ(edit.original, 1u);
  ArchiveEdits edits(pages, "rule", false);
  EXPECT_TRUE(edits.is_original(1));
  EXPECT_FALSE(edits.is_original(0));
  archive::Original original = edits.reference_to(1);
  EXPECT_EQ(original.uri, "kept");
  EXPECT_EQ(original.date, "1970-01-01T00:00:01Z");
  EXPECT_EQ(original.record_id, "<urn:uuid:1>");
}

TEST(ArchiveEdits, records_that_state_different_digests_do_not_refer_to_each_other) {
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(1, 1, "copy"), 0, Level::kBytes)};
  pages[0].stored.fields.digest = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  pages[1].stored.fields.digest = "sha1:4I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kNote);
  pages[1].stored.fields.digest = "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709";  // as hex
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kRevisit);
}

TEST(ArchiveEdits, what_is_not_the_same_body_gets_a_note_or_goes) {
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(2, 2, "near"), 0, Level::kNear)};
  Edit edit = edit_of(pages, 1);
  EXPECT_EQ(edit.fate, Fate::kNote);
  EXPECT_EQ(edit.note.kept.uri, "kept");
  EXPECT_EQ(edit.note.similarity, "9/11");
  EXPECT_EQ(edit.note.level, "near");
  EXPECT_EQ(edit_of(pages, 1, true).fate, Fate::kDrop);
}

TEST(ArchiveEdits, of_equal_near_pages_the_first_stays) {
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(2, 2, "n1"), 0, Level::kNear),
                                 removed(page(2, 2, "n2"), 0, Level::kNear)};
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kNote);
  EXPECT_EQ(edit_of(pages, 2).fate, Fate::kRevisit);
  EXPECT_EQ(edit_of(pages, 2).original, 1u);
  // The record it would refer to is not written.
  EXPECT_EQ(edit_of(pages, 2, true).fate, Fate::kDrop);
}

TEST(ArchiveEdits, a_page_with_a_long_name_is_referred_to_by_none) {
  const std::string endless(kLongestListedUrl + 1, 'k');
  std::vector<EditPage> pages = {page(1, 1, endless), removed(page(1, 1, "c1"), 0, Level::kBytes),
                                 removed(page(1, 1, "c2"), 0, Level::kBytes)};
  // The first of the copies, which have short names, stays with a note, in which the long name is
  // shortened.
  Edit first = edit_of(pages, 1);
  EXPECT_EQ(first.fate, Fate::kNote);
  EXPECT_EQ(first.note.kept.uri.substr(0, kLongestListedUrl), endless.substr(1));
  EXPECT_EQ(first.note.kept.uri.substr(kLongestListedUrl, 10), "...sha256:");
  EXPECT_EQ(edit_of(pages, 2).fate, Fate::kRevisit);
  EXPECT_EQ(edit_of(pages, 2).original, 1u);
  EXPECT_EQ(edit_of(pages, 2, true).fate, Fate::kDrop);
  // All have long names: all stay.
  pages[1].stored.url = pages[2].stored.url = endless;
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kNote);
  EXPECT_EQ(edit_of(pages, 2).fate, Fate::kNote);
  const std::string endless_id = "\"" + std::string(kLongestListedId, 'i') + "\"";
  pages[0] = page(1, 1, "kept");
  pages[0].stored.id = endless_id;
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kNote);
}

TEST(ArchiveEdits, a_small_body_stays_and_a_derived_text_goes) {
  std::vector<EditPage> pages = {page(1, 0, "kept"), removed(page(1, 0, "copy"), 0, Level::kBytes)};
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kNote);
  pages[1].stored.kind = Kind::kText;
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kDrop);
}

// A revisit of the input that names a page by URL and date.
EditPage revisit_of(const corpus::RefersTo& other) {
  EditPage out = page(99, 0, "again");
  out.stored.kind = Kind::kRevisit;
  out.stored.id = "\"<urn:uuid:revisit>\"";
  out.stored.fields.refers_to = &other;
  return out;
}

constexpr std::string_view kWhen = "1970-01-01T00:00:01Z";

TEST(ArchiveEdits, a_revisit_of_what_becomes_one_is_turned) {
  corpus::RefersTo copy{.id = {}, .url = "copy", .date = kWhen},
      kept{.id = {}, .url = "kept", .date = kWhen};
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(1, 1, "copy"), 0, Level::kBytes),
                                 revisit_of(copy), revisit_of(kept)};
  Edit edit = edit_of(pages, 2);
  EXPECT_EQ(edit.fate, Fate::kRepoint);
  EXPECT_EQ(edit.refers_to->uri, "kept");
  EXPECT_EQ(edit_of(pages, 3).fate, Fate::kCopy);
}

TEST(ArchiveEdits, what_a_revisit_refers_to_is_not_dropped) {
  corpus::RefersTo near{.id = {}, .url = "near", .date = kWhen};
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(2, 2, "first"), 0, Level::kNear),
                                 removed(page(2, 2, "near"), 0, Level::kNear), revisit_of(near)};
  EXPECT_EQ(edit_of(pages, 2, true).fate, Fate::kNote);
  EXPECT_EQ(edit_of(pages, 3, true).fate, Fate::kCopy);
  // One of its copies stays, so the other becomes a revisit of it.
  EXPECT_EQ(edit_of(pages, 1, true).fate, Fate::kRevisit);
  EXPECT_EQ(edit_of(pages, 1, true).original, 2u);
  pages[2] = removed(page(1, 0, "near"), 0, Level::kBytes);
  pages[2].stored.kind = Kind::kText;
  EXPECT_EQ(edit_of(pages, 2).fate, Fate::kNote);
}

TEST(ArchiveEdits, a_removed_revisit_is_turned_and_noted) {
  corpus::RefersTo copy{.id = {}, .url = "copy", .date = kWhen};
  std::vector<EditPage> pages = {page(1, 1, "kept"), removed(page(1, 1, "copy"), 0, Level::kBytes),
                                 revisit_of(copy), removed(revisit_of(copy), 2, Level::kBytes)};
  Edit edit = edit_of(pages, 3);
  EXPECT_EQ(edit.fate, Fate::kNote);
  EXPECT_EQ(edit.refers_to->uri, "kept");
  EXPECT_EQ(edit_of(pages, 3, true).fate, Fate::kDrop);
}

TEST(ArchiveEdits, a_revisit_of_a_revisit_refers_to_where_that_one_does) {
  corpus::RefersTo first{.id = "<urn:uuid:revisit>", .url = {}, .date = {}};
  corpus::RefersTo outside{.id = "<urn:uuid:earlier>", .url = "earlier", .date = kWhen};
  std::vector<EditPage> pages = {revisit_of(outside), revisit_of(first)};
  pages[1].stored.id = "null";
  EXPECT_EQ(edit_of(pages, 0).fate, Fate::kCopy);
  Edit edit = edit_of(pages, 1);
  EXPECT_EQ(edit.fate, Fate::kRepoint);
  EXPECT_EQ(edit.refers_to->uri, "earlier");
  EXPECT_EQ(edit.refers_to->record_id, "<urn:uuid:earlier>");
}

TEST(ArchiveEdits, a_revisit_is_not_turned_to_a_name_that_is_too_long_to_be_repeated) {
  const std::string url(5000, 'u'), id = "<urn:uuid:" + std::string(5000, 'i') + ">";
  corpus::RefersTo first{.id = "<urn:uuid:revisit>", .url = {}, .date = {}};
  corpus::RefersTo outside{.id = "<urn:uuid:earlier>", .url = url, .date = kWhen};
  std::vector<EditPage> pages = {revisit_of(outside), revisit_of(first)};
  pages[1].stored.id = "null";
  EXPECT_EQ(edit_of(pages, 1).refers_to->uri, "");
  EXPECT_EQ(edit_of(pages, 1).refers_to->record_id, "<urn:uuid:earlier>");
  outside.id = id;
  EXPECT_EQ(edit_of(pages, 1).fate, Fate::kCopy);
}

TEST(ArchiveEdits, dates_and_digests_too_long_to_be_repeated_are_none) {
  const std::string sixty_kb(60'000, 'x');
  Record record;
  record.date = record.payload_digest = sixty_kb;
  Arena arena;
  corpus::HeaderFields fields = corpus::header_fields(record, arena);
  EXPECT_EQ(fields.date, "");
  EXPECT_EQ(fields.digest, "");
}

TEST(ArchiveEdits, bodies_below_256_bytes_are_not_revisited) {
  std::string body(256, 'x');
  Record record;
  record.kind = Kind::kHtml;
  record.body = body;
  EXPECT_EQ(corpus::body_hash(record, {}), keyed_hash128(body));
  EXPECT_EQ(corpus::body_hash(record, {1, 2}), keyed_hash128(body));
  record.payload = record.body;
  EXPECT_EQ(corpus::body_hash(record, {1, 2}), (Hash128{1, 2}));
  record.body.remove_suffix(1);
  EXPECT_EQ(corpus::body_hash(record, {1, 2}), Hash128{});
}

}  // namespace
}  // namespace doppel::output
