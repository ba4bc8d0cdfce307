// Updates that are made to hurt: each must be accepted or rejected with a reason, leave a store
// without faults, and cost rows and memory in proportion to its bytes. Work is counted, not timed.
#include <gtest/gtest.h>

#include <limits>

#include "living_store/living_store.h"
#include "store_queries/queries.h"
#include "store_queries/store_check.h"
#include "support/counting_store.h"

namespace doppel::crash {
namespace {

using living_store::LivingStore;
using Kind = PageUpdate::Kind;

constexpr const char* kFox =
    "the quick brown fox jumps over the lazy dog near the river bank at noon";

std::string page(size_t i) { return "http://a.org/" + std::to_string(i); }

class HostileUpdates : public testing::Test {
 protected:
  HostileUpdates() { restart(); }

  void restart() {
    auto rows = std::make_unique<support::CountingStore>();
    rows_ = rows.get();
    auto store = LivingStore::open(std::move(rows), {});
    ASSERT_TRUE(store);
    store_ = *std::move(store);
  }
  RoundReport submit(const std::vector<PageUpdate>& updates) {
    rows_->take_counts();
    auto done = store_->submit(updates);
    EXPECT_TRUE(done) << done.error().message();
    const auto counts = rows_->take_counts();
    reads_ = counts.gets + counts.seeks;
    return done ? *done : RoundReport();
  }
  StatusAnswer status(std::string_view url) {
    auto answer = store_queries::page_status(*store_, url, {.verify = true});
    EXPECT_TRUE(answer) << answer.error().message();
    return answer ? *answer : StatusAnswer();
  }
  void expect_no_faults() {
    auto checked = store_queries::check_store(*store_, {});
    ASSERT_TRUE(checked) << checked.error().message();
    EXPECT_TRUE(checked->faults.empty()) << checked->faults[0];
  }
  size_t stored_bytes() const { return rows_->serialise().size(); }
  static std::string reason(const RoundReport& report) {
    return report.rejected.empty() ? "" : report.rejected[0].reason;
  }

  support::CountingStore* rows_ = nullptr;
  std::unique_ptr<LivingStore> store_;
  uint64_t reads_ = 0;  // of the last round
};

TEST_F(HostileUpdates, a_circle_of_ten_thousand_redirects) {
  uint64_t reads[2] = {}, bytes[2] = {};
  for (size_t turn = 0; turn < 2; ++turn) {
    restart();
    const size_t n = turn == 0 ? 2'500 : 10'000;
    std::vector<std::string> urls;
    for (size_t i = 0; i < n; ++i) urls.push_back(page(i));
    std::vector<PageUpdate> circle;
    for (size_t i = 0; i < n; ++i) {
      circle.push_back({.kind = Kind::kRedirect, .url = urls[i], .target = urls[(i + 1) % n]});
    }
    EXPECT_TRUE(submit(circle).rejected.empty());
    reads[turn] = reads_;
    bytes[turn] = stored_bytes();
    EXPECT_EQ(status(page(0)).verdict, Verdict::kRedirect);
    EXPECT_EQ(status(page(0)).end, "");
    expect_no_faults();
    // One page breaks it: all others now lead there.
    EXPECT_TRUE(submit({{.url = urls[7], .text = kFox, .version = 2}}).rejected.empty());
    EXPECT_EQ(status(page(8)).end, page(7));
    expect_no_faults();
  }
  EXPECT_LE(reads[1], 4 * reads[0] + reads[0] / 10);
  EXPECT_LE(bytes[1], 4 * bytes[0] + bytes[0] / 5);  // numbers are a digit longer
}

TEST_F(HostileUpdates, urls_of_a_megabyte_are_rejected_and_not_stored) {
  const std::string path = "http://a.org/" + std::string(1 << 20, 'x');
  const std::string host = "http://" + std::string(1 << 20, 'x') + ".org/";
  const std::string query = "http://a.org/?" + std::string(1 << 20, '&');
  EXPECT_EQ(reason(submit({{.url = path, .text = kFox}})), "long_url");
  EXPECT_NE(reason(submit({{.url = host, .text = kFox}})), "");
  EXPECT_EQ(reason(submit({{.url = query, .text = kFox}})), "long_url");
  submit({{.kind = Kind::kRedirect, .url = "http://a.org/r", .target = path},
          {.url = "http://a.org/c", .text = kFox, .canonical = path}});
  EXPECT_LT(stored_bytes(), 50'000U);
  expect_no_faults();
}

TEST_F(HostileUpdates, urls_with_nul_and_bytes_that_are_not_utf8_are_just_bytes) {
  using std::string_literals::operator""s;
  const std::vector<std::string> urls = {"http://a.org/\0"s,
                                         "http://a.org/\0\0x"s,
                                         "http://a.org/\xff\xfe",
                                         "http://a.org/?q=\xc3",
                                         "http://a.org/%00",
                                         "http://a.org/\xed\xa0\x80",
                                         "http://\0.org/"s,
                                         "http://a.org\0.b.org/"s,
                                         "http://a.org/\r\n\t",
                                         "\0"s,
                                         "http://",
                                         "http://a.org:99999/",
                                         "http://[::1/",
                                         "javascript:alert(1)",
                                         "http://a.org/\xf4\x90\x80\x80"};
  std::vector<PageUpdate> updates;
  for (const std::string& url : urls) {
    updates.push_back({.url = url, .text = kFox});
    updates.push_back({.kind = Kind::kRedirect, .url = "http://b.org/", .target = url});
  }
  const RoundReport report = submit(updates);
  for (const RejectedUpdate& rejected : report.rejected) EXPECT_NE(rejected.reason, "");
  expect_no_faults();
  for (const std::string& url : urls) {
    auto answer = store_queries::page_status(*store_, url, {});
    EXPECT_TRUE(answer || answer.error().code() == StatusCode::kInvalidArgument);
  }
}

TEST_F(HostileUpdates, versions_that_go_backwards_are_rejected) {
  EXPECT_EQ(reason(submit({{.url = page(1), .text = kFox, .version = UINT64_MAX}})), "");
  for (uint64_t version : {uint64_t{0}, uint64_t{1}, UINT64_MAX - 1}) {
    EXPECT_EQ(reason(submit({{.url = page(1), .text = "other", .version = version}})),
              "older_version");
  }
  EXPECT_EQ(status(page(1)).version, UINT64_MAX);
  expect_no_faults();
}

TEST_F(HostileUpdates, times_far_away_are_only_times) {
  constexpr int64_t kYear9999 = 253'402'300'799'999;
  for (int64_t time : {kYear9999, int64_t{-1}, -kYear9999, std::numeric_limits<int64_t>::min(),
                       std::numeric_limits<int64_t>::max(), int64_t{0}}) {
    submit({{.url = page(1), .text = kFox, .time_ms = time},
            {.kind = Kind::kTouch, .url = page(1), .time_ms = time}});
    for (int64_t now : {std::numeric_limits<int64_t>::min(), int64_t{1}, kYear9999,
                        std::numeric_limits<int64_t>::max()}) {
      EXPECT_TRUE(store_queries::page_status(*store_, page(1), {.now_ms = now}));
    }
    expect_no_faults();
  }
  EXPECT_EQ(status(page(1)).first_seen_ms, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(status(page(1)).last_seen_ms, std::numeric_limits<int64_t>::max());
}

TEST_F(HostileUpdates, a_round_of_nothing_is_no_round) {
  const size_t before = stored_bytes();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(submit({}).round, 0U);
  EXPECT_EQ(stored_bytes(), before);
  expect_no_faults();
}

TEST_F(HostileUpdates, a_hundred_thousand_updates_of_one_page) {
  uint64_t reads[2] = {}, bytes[2] = {};
  for (size_t turn = 0; turn < 2; ++turn) {
    restart();
    const size_t n = turn == 0 ? 25'000 : 100'000;
    const std::string url = page(1);
    std::vector<std::string> texts;
    for (size_t i = 0; i < 100; ++i) texts.push_back(std::string(kFox) + " " + std::to_string(i));
    std::vector<PageUpdate> updates;
    for (size_t i = 0; i < n; ++i) {
      updates.push_back({.url = url, .text = texts[i % texts.size()], .version = 1 + i * 7919 % n});
    }
    submit(updates);
    reads[turn] = reads_;
    bytes[turn] = stored_bytes();
    EXPECT_EQ(status(url).version, n);
    expect_no_faults();
  }
  EXPECT_LE(reads[1], 4 * reads[0] + 100);
  EXPECT_LE(bytes[1], bytes[0] + 100);  // one page, one text
}

TEST_F(HostileUpdates, a_page_with_ten_thousand_flags) {
  std::vector<std::string> names;
  for (size_t i = 0; i < 10'000; ++i) names.push_back("flag" + std::to_string(i));
  std::vector<PageUpdate> updates = {{.url = page(1), .text = kFox}};
  for (const std::string& name : names) {
    updates.push_back({.kind = Kind::kFlag, .url = page(1), .flag = name});
  }
  // The views in `updates` point to strings that live until the round is done.
  const std::string url = page(1);
  for (PageUpdate& update : updates) update.url = url;
  submit(updates);
  EXPECT_EQ(status(url).flags.size(), names.size());
  EXPECT_LT(reads_, 10 * names.size());
  expect_no_faults();
  EXPECT_EQ(submit(updates).events, 0U);
}

TEST_F(HostileUpdates, texts_of_no_bytes_and_of_twenty_megabytes) {
  std::string large;
  for (size_t i = 0; large.size() < (size_t{20} << 20); ++i) large += std::to_string(i) + " ";
  const std::string one_word(size_t{20} << 20, 'x');
  submit({{.url = page(1), .text = ""},
          {.url = page(2), .text = large},
          {.url = page(3), .text = one_word},
          {.url = page(4), .text = " \n\t "}});
  EXPECT_EQ(status(page(2)).verdict, Verdict::kKept);
  expect_no_faults();
  large += "end";
  submit({{.url = page(5), .text = large}});
  EXPECT_EQ(status(page(5)).kept, page(2));
  expect_no_faults();
  submit({{.kind = Kind::kDead, .url = page(2), .version = 2}});
  EXPECT_EQ(status(page(5)).verdict, Verdict::kKept);
  expect_no_faults();
}

TEST_F(HostileUpdates, a_round_that_is_delivered_ten_times_counts_once) {
  const std::vector<std::string> urls = {page(1), page(2), page(3), page(4), page(5)};
  const std::vector<PageUpdate> round = {
      {.url = urls[0], .text = kFox, .time_ms = 5},
      {.url = urls[1], .text = kFox, .time_ms = 5},
      {.kind = Kind::kRedirect, .url = urls[2], .time_ms = 5, .target = urls[0]},
      {.kind = Kind::kDead, .url = urls[3], .time_ms = 5, .http_status = 404},
      {.kind = Kind::kDelete, .url = urls[4], .time_ms = 5},
      {.kind = Kind::kFlag, .url = urls[0], .flag = "spam"},
      {.kind = Kind::kTouch, .url = urls[1], .time_ms = 9}};
  const uint64_t number = submit(round).round;
  const std::string rows = rows_->serialise();
  for (int i = 0; i < 9; ++i) {
    const RoundReport again = submit(round);
    EXPECT_EQ(again.round, number);
    EXPECT_EQ(again.events, 0U);
    EXPECT_EQ(rows_->serialise(), rows);
  }
  expect_no_faults();
}

}  // namespace
}  // namespace doppel::crash
