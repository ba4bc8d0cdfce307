// A disk that is full, or becomes read only, while a store is being written: the round fails with a
// message, questions are answered as before, and nothing that was acknowledged is lost.
#include <gtest/gtest.h>

#include "crash/random_rounds.h"
#include "crash/store_on_faulty_disk.h"
#include "store_queries/queries.h"

namespace doppel::crash {
namespace {

using Work = support::FaultyDisk::Work;

constexpr size_t kRounds = 24;

class FullDisk : public testing::Test {
 protected:
  FullDisk() { EXPECT_TRUE(machine_.open().ok()); }

  Result<RoundReport> submit() {
    auto done = rounds_.submit(machine_.store(), acknowledged_);
    if (done) ++acknowledged_;
    return done;
  }
  // Submits a round and writes it to tables, until something fails or `most` rounds are there.
  Status submit_and_flush(size_t most) {
    while (acknowledged_ < most) {
      if (auto done = submit(); !done) return done.error();
      if (Status s = machine_.files().flush(); !s.ok()) return s;
    }
    return {};
  }

  void expect_reads_go_on() {
    for (size_t page = 0; page < 5; ++page) {
      EXPECT_TRUE(
          store_queries::page_status(machine_.store(), rounds_.url(page), {.verify = true}));
    }
    EXPECT_TRUE(store_queries::similar_pages(machine_.store(), "w1 w2 w3 w4 w5 w6 w7", {}));
    rounds_.expect_whole(machine_.store(), acknowledged_);
  }
  void expect_refused(const char* how) {
    for (int again = 0; again < 2; ++again) {
      auto failed = submit();
      ASSERT_FALSE(failed);
      EXPECT_EQ(failed.error().code(), StatusCode::kIo);
      EXPECT_NE(failed.error().message().find(how), std::string::npos) << failed.error().message();
      EXPECT_NE(failed.error().message().find("store"), std::string::npos);
    }
  }
  void expect_to_go_on() {
    Status opened = machine_.open();
    ASSERT_TRUE(opened.ok()) << opened.message();
    const size_t there = RandomRounds::position(machine_.store());
    ASSERT_GE(there, acknowledged_);
    ASSERT_LE(there, acknowledged_ + 1);
    acknowledged_ = there;
    rounds_.expect_whole(machine_.store(), acknowledged_);
    while (acknowledged_ < kRounds) ASSERT_TRUE(submit());
    rounds_.expect_whole(machine_.store(), kRounds);
  }

  RandomRounds rounds_{1, kRounds};
  StoreOnFaultyDisk machine_{1};
  size_t acknowledged_ = 0;
};

TEST_F(FullDisk, while_the_log_is_written) {
  ASSERT_TRUE(submit_and_flush(4).ok());
  ASSERT_TRUE(submit());
  machine_.disk().fill_up(Work::kLog);
  expect_refused("the disk is full");
  expect_reads_go_on();
  machine_.disk().fill_up(Work::kNone);
  expect_refused("the disk is full");  // until it is opened again
  expect_reads_go_on();
  expect_to_go_on();
}

TEST_F(FullDisk, while_rows_are_written_to_tables) {
  ASSERT_TRUE(submit());
  machine_.disk().fill_up(Work::kFlush);
  const Status failed = submit_and_flush(3);
  EXPECT_EQ(failed.code(), StatusCode::kIo);
  EXPECT_NE(failed.message().find("the disk is full"), std::string::npos) << failed.message();
  expect_refused("the disk is full");
  expect_reads_go_on();
  machine_.disk().fill_up(Work::kNone);
  expect_to_go_on();
}

TEST_F(FullDisk, while_tables_are_merged) {
  machine_.disk().fill_up(Work::kCompaction);
  const Status failed = submit_and_flush(20);
  EXPECT_EQ(failed.code(), StatusCode::kIo);
  EXPECT_NE(failed.message().find("the disk is full"), std::string::npos) << failed.message();
  expect_reads_go_on();
  machine_.disk().fill_up(Work::kNone);
  expect_to_go_on();
}

TEST_F(FullDisk, while_the_list_of_tables_is_written) {
  ASSERT_TRUE(submit());
  machine_.disk().fill_up(Work::kOther);
  EXPECT_EQ(submit_and_flush(20).code(), StatusCode::kIo);
  expect_reads_go_on();
  machine_.disk().fill_up(Work::kNone);
  expect_to_go_on();
}

// Nothing can be opened for writing until there is space, and what was there stays.
TEST_F(FullDisk, while_a_store_is_opened) {
  ASSERT_TRUE(submit_and_flush(2).ok());
  ASSERT_TRUE(submit());
  for (Work work : {Work::kFlush, Work::kOther}) {
    machine_.close();
    machine_.disk().fill_up(work);
    const Status opened = machine_.open();
    EXPECT_TRUE(opened.ok() || opened.code() == StatusCode::kIo) << opened.message();
  }
  machine_.disk().fill_up(Work::kNone);
  expect_to_go_on();
}

TEST_F(FullDisk, or_one_that_becomes_read_only) {
  ASSERT_TRUE(submit_and_flush(2).ok());
  ASSERT_TRUE(submit());
  machine_.disk().set_read_only(true);
  expect_refused("Read-only file system");
  expect_reads_go_on();
  const Status opened = machine_.open();
  EXPECT_EQ(opened.code(), StatusCode::kIo);
  EXPECT_NE(opened.message().find("change its permissions, or open it read only"),
            std::string::npos)
      << opened.message();
  const Status reader = machine_.open({.access = StoreOptions::Access::kRead});
  ASSERT_TRUE(reader.ok()) << reader.message();
  expect_reads_go_on();
  machine_.disk().set_read_only(false);
  expect_to_go_on();
}

}  // namespace
}  // namespace doppel::crash
