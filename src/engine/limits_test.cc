// What happens when a run has more items than its numbers can count, tested with smaller limits.
#include <gtest/gtest.h>

#include <filesystem>

#include "doppel/dedup.h"
#include "engine/run.h"
#include "support/temp_folder.h"

namespace doppel::engine {
namespace {

using support::TempFolder;

class Limits : public testing::Test {
 protected:
  // Four pages, three forms of two texts.
  Limits() {
    input_ = folder_.write("in.jsonl",
                           "{\"text\": \"a b c\"}\n{\"text\": \"A b c\"}\n{\"text\": \"a b c\"}\n"
                           "{\"text\": \"d e f\"}\n");
  }

  Status run_with(uint64_t most_pages, uint64_t most_texts) {
    corpus::RunPlan plan = *corpus::plan_run({}, Strategy::kLsh);
    plan.most_pages = most_pages;
    plan.most_texts = most_texts;
    const std::string out = folder_.path("out");
    Status status = run({input_}, out, {}, plan, {}).status();
    EXPECT_EQ(std::filesystem::exists(out), status.ok());
    std::filesystem::remove_all(out);
    return status;
  }

  TempFolder folder_;
  std::string input_;
};

TEST_F(Limits, as_many_as_can_be_counted_are) { EXPECT_TRUE(run_with(4, 3).ok()); }

TEST_F(Limits, more_pages_are_an_error) {
  Status status = run_with(3, 3);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "more than 3 pages in one run; split the inputs");
}

TEST_F(Limits, more_texts_are_an_error) {
  Status status = run_with(4, 2);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "more than 2 distinct texts in one run; split the inputs");
}

TEST_F(Limits, larger_records_than_can_be_counted_are_refused_before_the_run) {
  DedupOptions options;
  options.max_record_bytes = kMaxRecordBytes + 1;
  const Status status = dedup({input_}, folder_.path("out"), options).status();
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "a record may have at most 536870912 bytes (got 536870913)");
  ReadOptions read_options;
  read_options.max_record_bytes = kMaxRecordBytes + 1;
  EXPECT_FALSE(read({input_}, read_options, [](const Record&) { return true; }).ok());
}

}  // namespace
}  // namespace doppel::engine
