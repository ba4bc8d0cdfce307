// Small records that decompress to large ones: the memory of all workers together is bounded by one
// budget and the size of one record, however many threads there are.
#include <gtest/gtest.h>

#include <map>

#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "engine/run.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::engine {
namespace {

using support::gzip;
using support::read_whole;
using support::TempFolder;

constexpr size_t kLarge = size_t{2} << 20;  // of a decoded record
constexpr size_t kRecords = 30;

std::string text_of(size_t number) {
  std::string text = "number" + std::to_string(number) + " ";
  while (text.size() < kLarge) text += "the same words again and again, of every page alike ";
  return text;
}

// About 10 kB each, in a content coding.
std::string coded_archive() {
  std::string out;
  codec::Packer packer(codec::Compression::kGzip);
  for (size_t i = 0; i < kRecords; ++i) {
    std::string record;
    std::string block =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n";
    block += gzip(text_of(i));
    archive::append_warc_record({.type = "response",
                                 .date = "2026-01-01T00:00:00Z",
                                 .target_uri = "http://e.org/" + std::to_string(i),
                                 .content_type = "application/http"},
                                block, record);
    packer.pack(record, out);
  }
  return out;
}

std::string packed_lines() {
  std::string lines;
  for (size_t i = 0; i < kRecords; ++i) lines += R"({"text": ")" + text_of(i) + "\"}\n";
  return gzip(lines);
}

std::string documents(const TempFolder& folder) {
  for (size_t i = 0; i < kRecords; ++i) {
    folder.write("texts/" + std::to_string(i) + ".txt.gz", gzip(text_of(i)));
  }
  return folder.path("texts");
}

TEST(BatchMemory, is_bounded_by_what_is_decoded) {
  TempFolder folder;
  const std::map<std::string, std::string> inputs = {
      {"archive", folder.write("a.warc.gz", coded_archive())},
      {"lines", folder.write("a.jsonl.gz", packed_lines())},
      {"documents", documents(folder)}};
  // The memory for one record: decompressed, decoded and converted to a text, in blocks that may be
  // twice as large as their contents.
  constexpr uint64_t kLimit = uint64_t{1} << 20, kOneRecord = LaneMemory::cost_of(6 * kLarge);
  static_assert(kLimit + kOneRecord < LaneMemory::cost_of(kRecords * kLarge) / 4);
  int runs = 0;
  for (const auto& [name, input] : inputs) {
    std::string truth;
    for (uint32_t threads : {1, 2, 8}) {
      DedupOptions options;
      options.threads = threads;
      corpus::RunPlan plan = *corpus::plan_run(options.predicate, options.strategy);
      ByteBudget budget(kLimit);
      plan.batch_budget = &budget;
      plan.splits.target_bytes = 20'000;
      std::string out = folder.path("out" + std::to_string(++runs));
      auto summary = run({input}, out, options, plan, {});
      ASSERT_TRUE(summary) << summary.error().message();
      EXPECT_EQ(summary->records.read, kRecords);
      EXPECT_LE(budget.peak(), kLimit + kOneRecord) << name << " " << threads;
      std::string duplicates = read_whole(out + "/duplicates.jsonl");
      if (truth.empty()) truth = duplicates;
      EXPECT_EQ(duplicates, truth) << name << " " << threads;
    }
  }
}

}  // namespace
}  // namespace doppel::engine
