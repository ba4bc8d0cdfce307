#include "group_state/touches.h"

#include <gtest/gtest.h>

#include "group_state/touch_runs.h"
#include "store/memory_store.h"

namespace doppel::group_state {
namespace {

const std::vector<Touch> kSome = {{1, 300, 1000}, {7, 299, 1001}, {300, 0, -PageRow::kNever}};

TEST(Touches, are_read_as_they_were_written_and_not_when_cut) {
  const std::string bytes = encode_touches(kSome);
  EXPECT_EQ(decode_touches(bytes), kSome);
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    EXPECT_FALSE(decode_touches(bytes.substr(0, cut)));
  }
  EXPECT_FALSE(decode_touches(bytes + "x"));
  const std::vector<Touch> far = {{1, UINT64_MAX, INT64_MAX}, {UINT64_MAX, 0, INT64_MIN}};
  EXPECT_EQ(decode_touches(encode_touches(far)), far);
  EXPECT_FALSE(decode_touches(std::string("\1\1\0\2\2", 5)));  // pages count from 1
}

// Stored: these bytes may never mean anything else.
TEST(Touches, golden_bytes) {
  EXPECT_EQ(encode_touches(std::span(kSome).first(2)),
            std::string("\1\2"             // version, number of touches
                        "\1\xd8\4\xd0\xf"  // page 1, version 300, time 1000
                        "\6\1\2",          // 6 pages on, version 1 less, time 1 later
                        10));
}

// A state of touches alone, as rounds write it.
class TouchedPages {
 public:
  TouchedPages() {
    store::Batch batch;
    batch.put("z", MetaRow{.pages = kPages}.encode());
    EXPECT_TRUE(store_.write(batch).ok());
    touches_ = *Touches::load(*store_.snapshot());
  }

  static constexpr uint64_t kPages = 100'000;

  void round(std::vector<Touch> touches) {
    RowView rows(store_.snapshot());
    write_touches(std::move(touches), ++round_, touches_, rows);
    store::Batch batch;
    for (const auto& [key, value] : rows.changes()) {
      if (value) {
        batch.put(key, *value);
      } else {
        batch.erase(key);
      }
    }
    touches_ = *touches_.with(batch);
    ASSERT_TRUE(store_.write(batch).ok());
  }
  uint64_t stored() const {
    uint64_t out = 0;
    for (const auto& [run, touches] : touches_.runs()) out += touches;
    return out;
  }
  static PageRow joined(const Touches& touches, uint64_t page) {
    PageRow out;
    out.number = page;
    touches.join_into(out);
    return out;
  }

  store::MemoryStore store_;
  Touches touches_;
  uint64_t round_ = 0;
};

TEST(Touches, a_page_has_the_greatest_of_its_touches_after_any_rounds_and_after_a_restart) {
  TouchedPages pages;
  std::vector<PageRow> expected(501);
  uint64_t random = 1;
  for (int round = 0; round < 300; ++round) {
    std::vector<Touch> touches;
    for (uint64_t i = random % 40; i > 0; --i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      const Touch touch{1 + (random >> 33) % 500, random >> 50, static_cast<int64_t>(random >> 40)};
      touches.push_back(touch);
      PageRow& row = expected[touch.page];
      row.version = std::max(row.version, touch.version);
      row.last_seen = std::max(row.last_seen, touch.last_seen);
    }
    pages.round(touches);
    ASSERT_LE(pages.stored(), 2 * 500U);
  }
  const Touches again = *Touches::load(*pages.store_.snapshot());
  EXPECT_EQ(again.runs(), pages.touches_.runs());
  for (uint64_t page = 0; page < expected.size(); ++page) {
    for (const Touches* touches : {static_cast<const Touches*>(&pages.touches_), &again}) {
      const PageRow row = TouchedPages::joined(*touches, page);
      ASSERT_EQ(row.version, expected[page].version);
      ASSERT_EQ(row.last_seen, expected[page].last_seen);
    }
  }
}

TEST(Touches, of_many_pages_stand_in_several_rows_and_versions_do_not_disturb_each_other) {
  TouchedPages pages;
  std::vector<Touch> all;
  for (uint64_t page = 1; page <= 3 * kTouchesPerRow; ++page) all.push_back({page, 5, 5});
  pages.round(all);
  const Touches before = pages.touches_;
  for (Touch& touch : all) touch.version = 6;
  pages.round(all);
  EXPECT_EQ(pages.stored(), all.size());
  EXPECT_EQ(TouchedPages::joined(before, 77).version, 5U);
  EXPECT_EQ(TouchedPages::joined(pages.touches_, 77).version, 6U);
  size_t rows = 0;
  auto snapshot = pages.store_.snapshot();
  for (auto at = snapshot->seek("v", "w"); at->valid(); at->next()) ++rows;
  EXPECT_EQ(rows, 3U);
}

TEST(Touches, a_damaged_row_is_an_error) {
  TouchedPages pages;
  for (const std::string& bytes :
       {std::string("\1\5"),
        encode_touches(std::vector<Touch>{{TouchedPages::kPages + 1, 1, 1}})}) {
    store::Batch batch;
    batch.put(Key('v').number(1, 8).number(1, 8), bytes);
    EXPECT_EQ(pages.touches_.with(batch).status().code(), StatusCode::kCorrupt);
  }
}

}  // namespace
}  // namespace doppel::group_state
