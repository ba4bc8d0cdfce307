#include "ingest/record_lines.h"

#include <gtest/gtest.h>

#include "ingest/reader.h"
#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;
using support::zstd;

constexpr uint64_t kLimit = 100;

// Every line must be what the reader says of the same record.
void expect_agreement(const Input& input) {
  ReadOptions options;
  options.max_record_bytes = kLimit;
  auto reader = open_reader(input, {}, options);
  RecordBatch batch;
  ASSERT_TRUE((*reader)->next(batch, {SIZE_MAX, SIZE_MAX}).has_value());
  size_t lines = 0;
  Status status = for_each_record_line(input, kLimit, [&](const RecordLine& line) {
    EXPECT_LT(lines, batch.records().size());
    const Record& record = batch.records()[lines++];
    EXPECT_EQ(line.record, record.at.record);
    EXPECT_EQ(line.offset, record.at.offset);
    EXPECT_EQ(line.bytes, record.bytes);
    if (line.reject != Reject::kNone) {
      EXPECT_EQ(line.reject, record.reject);
    }
    return true;
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(lines, batch.records().size());
}

TEST(RecordLines, agree_with_the_reader) {
  InputFolder folder;
  std::string bytes = "\xef\xbb\xbf{\"text\": \"a\"}\n\n \t\nbroken\r\n" + std::string(200, 'x') +
                      "\n{\"text\": 1}\n{\"text\": \"z\"}";
  expect_agreement(folder.input("plain", bytes));
  expect_agreement(folder.input("gz", gzip(bytes)));
  expect_agreement(folder.input("zst", zstd(bytes)));
  expect_agreement(folder.input("cut", gzip(bytes).substr(0, 60)));
  expect_agreement(folder.input("damaged", zstd(bytes) + "garbage"));
  expect_agreement(folder.input("empty", ""));
}

TEST(RecordLines, stop_when_told) {
  InputFolder folder;
  Input input = folder.input("x", "a\nb\nc\n");
  std::string seen;
  ASSERT_TRUE(for_each_record_line(input, kLimit, [&](const RecordLine& line) {
                seen += line.bytes;
                return line.record < 1;
              }).ok());
  EXPECT_EQ(seen, "a\nb\n");
}

TEST(RecordLines, tell_a_file_that_is_gone) {
  Input input;
  input.path = "/no/such";
  Status status = for_each_record_line(input, kLimit, [](const RecordLine&) { return true; });
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace doppel::ingest
