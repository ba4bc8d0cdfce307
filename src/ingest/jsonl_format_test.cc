#include <gtest/gtest.h>

#include <fstream>

#include "ingest/reader.h"
#include "support/input_folder.h"
#include "support/packed.h"
#include "support/sanitizer.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;
using support::zstd;
using support::zstd_skippable;

struct Seen {
  Position at;
  std::string bytes, text, reject, detail;

  friend bool operator==(const Seen&, const Seen&) = default;
};

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.at.record << "@" << seen.at.offset << "+" << seen.at.length << " "
             << seen.reject << " " << seen.text << " " << seen.detail;
}

struct Reading {
  std::vector<Seen> records;
  uint64_t input_bytes = 0;
  size_t batches = 0;
};

Reading read_split(const Input& input, const Split& split, const BatchLimits& limits = {},
                   const ReadOptions& options = {}) {
  Reading out;
  auto reader = open_reader(input, split, options);
  EXPECT_TRUE(reader.has_value()) << reader.status().message();
  RecordBatch batch;
  while (true) {
    Result<bool> more = (*reader)->next(batch, limits);
    EXPECT_TRUE(more.has_value()) << more.status().message();
    out.input_bytes += batch.input_bytes();
    if (!*more) break;
    ++out.batches;
    for (const Record& r : batch.records()) {
      EXPECT_EQ(r.input, input.path);
      out.records.push_back({r.at, std::string(r.bytes), std::string(r.text),
                             std::string(name(r.reject)), std::string(r.detail)});
    }
  }
  EXPECT_TRUE(batch.records().empty());
  EXPECT_EQ((*reader)->position().record, out.records.size());
  return out;
}

std::vector<Seen> read_all(const Input& input, const ReadOptions& options = {}) {
  return read_split(input, {}, {}, options).records;
}

std::string record(std::string_view text) { return "{\"text\": \"" + std::string(text) + "\"}\n"; }

TEST(JsonlReader, gives_records_with_their_places_and_bytes) {
  InputFolder folder;
  std::string bytes = "\n" + record("a") + " \r\n{\"text\": 5}\r\n" + "{\"text\": \"b\"}";
  std::vector<Seen> got = read_all(folder.input("x.jsonl", bytes));
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0], (Seen{{0, 0, 1, 14}, record("a"), "a", "none", ""}));
  EXPECT_EQ(got[1], (Seen{{0, 1, 18, 13},
                          "{\"text\": 5}\r\n",
                          "",
                          "no_text",
                          "field \"text\" is a number, not a string"}));
  EXPECT_EQ(got[2], (Seen{{0, 2, 31, 13}, "{\"text\": \"b\"}", "b", "none", ""}));
}

TEST(JsonlReader, reads_the_same_records_however_they_are_packed) {
  InputFolder folder;
  std::string a = record("a") + record("b"), b = record("c") + "oops\n" + record("d");
  std::vector<Seen> expected = read_all(folder.input("x", a + b));
  ASSERT_EQ(expected.size(), 5u);
  EXPECT_EQ(read_all(folder.input("gz", gzip(a + b))), expected);
  EXPECT_EQ(read_all(folder.input("members", gzip(a) + gzip("") + gzip(b))), expected);
  EXPECT_EQ(read_all(folder.input("zst", zstd(a + b))), expected);
  EXPECT_EQ(read_all(folder.input("frames", zstd(a) + zstd_skippable("x") + zstd(b))), expected);
}

TEST(JsonlReader, fills_batches_up_to_the_limits_and_at_least_one_record) {
  InputFolder folder;
  std::string bytes;
  for (int i = 0; i < 10; ++i) bytes += record("x");
  Input input = folder.input("x.jsonl", bytes + "\n\n");
  for (BatchLimits limits : {BatchLimits{3, 1 << 20}, BatchLimits{100, 40}, BatchLimits{1, 1}}) {
    Reading got = read_split(input, {}, limits);
    EXPECT_EQ(got.records, read_all(input));
    EXPECT_EQ(got.input_bytes, bytes.size() + 2);
    EXPECT_EQ(got.batches, limits.records == 1 ? 10u : 4u);
  }
}

TEST(JsonlReader, passes_over_a_byte_order_mark_before_the_first_record_only) {
  InputFolder folder;
  std::string mark = "\xef\xbb\xbf";
  std::vector<Seen> got =
      read_all(folder.input("x.jsonl", "\n" + mark + record("a") + mark + record("b")));
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].text, "a");
  EXPECT_EQ(got[0].bytes, mark + record("a"));
  EXPECT_EQ(got[1].reject, "invalid_json");
}

TEST(JsonlReader, rejects_what_is_too_large_and_reads_on) {
  InputFolder folder;
  std::string big = record(std::string(1000, 'x'));
  ReadOptions options;
  options.max_record_bytes = 500;
  std::vector<Seen> got = read_all(folder.input("x", record("a") + big + record("b")), options);
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[1], (Seen{{0, 1, 14, big.size()},
                          "",
                          "",
                          "too_large",
                          "the record has 1012 bytes, the limit is 500"}));
  EXPECT_EQ(got[2].text, "b");
}

TEST(JsonlReader, reads_nothing_from_an_empty_or_blank_input) {
  InputFolder folder;
  EXPECT_TRUE(read_all(folder.input("empty", "")).empty());
  Reading blank = read_split(folder.input("blank", "\n \n"), {});
  EXPECT_TRUE(blank.records.empty());
  EXPECT_EQ(blank.input_bytes, 3u);
  EXPECT_TRUE(read_all(folder.input("gz", gzip(""))).empty());
}

TEST(JsonlReader, rejects_every_line_of_a_binary_file_and_nothing_worse) {
  InputFolder folder;
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes.push_back(static_cast<char>(i * 7 % 256));
  size_t lines = 0;
  for (const Seen& seen : read_all(folder.input("x", bytes))) {
    EXPECT_TRUE(seen.reject == "invalid_utf8" || seen.reject == "invalid_json") << seen;
    ++lines;
  }
  EXPECT_EQ(lines, 17u);
}

TEST(JsonlReader, rejects_a_line_that_is_an_array) {
  InputFolder folder;
  std::vector<Seen> seen =
      read_all(folder.input("x", "[{\"text\": \"a\"}, {\"text\": \"b\"}]\n{\"text\": \"c\"}\n"));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].detail, "expected an object, got an array");
  EXPECT_EQ(seen[1].reject, "none");
}

// Complete lines before the break are unharmed, then comes exactly one rejected record.
void expect_one_rejected_at_the_end(const std::vector<Seen>& got, const std::vector<Seen>& whole) {
  ASSERT_FALSE(got.empty());
  const Seen& last = got.back();
  ASSERT_TRUE(last.reject == "truncated" || last.reject == "corrupt") << last;
  ASSERT_EQ(last.at.record, got.size() - 1);
  ASSERT_LE(got.size() - 1, whole.size());
  for (size_t i = 0; i + 1 < got.size(); ++i) ASSERT_EQ(got[i], whole[i]);
}

TEST(JsonlReader, ends_truncated_gzip_and_zstd_with_one_rejected_record) {
  InputFolder folder;
  std::string bytes = record("first") + record("second") + record("third");
  std::vector<Seen> whole = read_all(folder.input("x", bytes));
  for (const std::string& packed :
       {gzip(bytes), zstd(bytes), gzip(record("first")) + gzip(bytes.substr(18))}) {
    for (size_t cut = 4; cut < packed.size(); ++cut) {
      // A cut between two members leaves a whole stream.
      std::vector<Seen> got = read_all(folder.input("cut", packed.substr(0, cut)));
      if (got.size() == 1 && got[0] == whole[0]) continue;
      expect_one_rejected_at_the_end(got, whole);
      EXPECT_EQ(got.back().reject, "truncated");
    }
  }
}

TEST(JsonlReader, survives_any_flipped_byte_of_a_packed_file) {
  InputFolder folder;
  std::string bytes = record("first") + record("second") + record("third");
  for (const std::string& packed : {gzip(bytes), zstd(bytes)}) {
    for (size_t i = 4; i < packed.size(); ++i) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(~damaged[i]);
      std::vector<Seen> got = read_all(folder.input("damaged", damaged));
      size_t broken = 0;
      for (const Seen& seen : got) broken += seen.reject == "truncated" || seen.reject == "corrupt";
      ASSERT_LE(broken, 1u);
      if (broken == 1) {
        ASSERT_TRUE(got.back().reject == "truncated" || got.back().reject == "corrupt");
      }
    }
  }
}

TEST(JsonlReader, tells_a_file_that_is_gone) {
  Input input;
  input.path = "/no/such.jsonl";
  auto reader = open_reader(input, {}, {});
  ASSERT_FALSE(reader.has_value());
  EXPECT_EQ(reader.error().message(), "/no/such.jsonl: no such file");
}

uint64_t peak_memory_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6));
  }
  return 0;
}

TEST(JsonlReader, needs_little_memory_for_a_packed_line_of_a_hundred_megabytes) {
  InputFolder folder;
  std::string line = record(std::string(100 << 20, 'x'));
  std::string packed = gzip(line + record("b"), 1);
  line = {};
  Input input = folder.input("x.jsonl.gz", packed);
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak is the present from here on
  uint64_t before = peak_memory_kib();
  ReadOptions options;
  options.max_record_bytes = 1 << 20;
  std::vector<Seen> got = read_all(input, options);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].reject, "too_large");
  EXPECT_EQ(got[1].text, "b");
  if (support::kAddressSanitizer) {
    GTEST_SKIP() << "skipped: AddressSanitizer keeps memory that was freed";
  }
  EXPECT_LE(peak_memory_kib(), before + (10 << 10));
}

// -- splits --------------------------------------------------------------------------------------

std::vector<Split> plan(const Input& input, uint64_t target) {
  Result<std::vector<Split>> splits = plan_splits({&input, 1}, {target});
  EXPECT_TRUE(splits.has_value()) << splits.status().message();
  return splits.value_or({});
}

void expect_joined_equal_whole(const Input& input, uint64_t target) {
  Reading whole = read_split(input, {});
  Reading joined;
  for (const Split& split : plan(input, target)) {
    uint64_t before = joined.records.size();
    Reading part = read_split(input, split);
    for (Seen& seen : part.records) {
      seen.at.record += before;
      joined.records.push_back(std::move(seen));
    }
    joined.input_bytes += part.input_bytes;
  }
  EXPECT_EQ(joined.records, whole.records) << "target " << target;
  EXPECT_EQ(joined.input_bytes, whole.input_bytes) << "target " << target;
}

TEST(Splits, never_change_what_is_read) {
  InputFolder folder;
  std::string mark = "\xef\xbb\xbf";
  std::string bytes = mark + record("a") + "\n\n" + record(std::string(200, 'x')) + "oops\r\n \n" +
                      mark + record("b") + "{\"text\": \"no line end\"}";
  Input input = folder.input("x.jsonl", bytes);
  for (uint64_t target = 1; target < bytes.size() + 2; ++target) {
    expect_joined_equal_whole(input, target);
  }
}

TEST(Splits, leave_the_first_record_in_the_first_split) {
  InputFolder folder;
  std::string bytes = std::string(95, '\n') + " \xef\xbb\xbf" + record("a") + record("b");
  Input blank_first = folder.input("x.jsonl", bytes);
  EXPECT_EQ(plan(blank_first, 10)[0].end, 100u);
  Input marked =
      folder.input("y.jsonl", std::string(95, '\n') + "\xef\xbb\xbf" + record("a") + record("b"));
  for (uint64_t target = 1; target < 60; ++target) {
    expect_joined_equal_whole(blank_first, target);
    expect_joined_equal_whole(marked, target);
  }
}

TEST(Splits, cut_plain_files_of_twice_the_target) {
  InputFolder folder;
  std::string bytes(1000, 'x');
  Input input = folder.input("x", bytes);
  EXPECT_EQ(plan(input, 501).size(), 1u);
  EXPECT_EQ(plan(input, 500).size(), 2u);
  std::vector<Split> splits = plan(input, 300);
  ASSERT_EQ(splits.size(), 3u);
  EXPECT_EQ(splits[0].end, 300u);
  EXPECT_EQ(splits[1].begin, 300u);
  EXPECT_EQ(splits[2].begin, 600u);
  EXPECT_EQ(splits[2].end, UINT64_MAX);
}

TEST(Splits, leave_whole_what_is_packed_or_read_once) {
  InputFolder folder;
  std::string noise;
  for (int i = 0; i < 20000; ++i) noise += std::to_string(i * 7919 % 10007);
  EXPECT_EQ(plan(folder.input("gz", gzip(noise)), 100).size(), 1u);
  EXPECT_EQ(plan(folder.input("zst", zstd(noise)), 100).size(), 1u);
  Input pipe;
  pipe.path = "-";
  pipe.read_once = true;
  EXPECT_EQ(plan(pipe, 100).size(), 1u);
  Input empty = folder.input("empty", "");
  EXPECT_EQ(plan(empty, 100).size(), 1u);
}

TEST(Splits, come_in_input_order) {
  InputFolder folder;
  std::vector<Input> inputs{folder.input("a", std::string(100, 'x')), folder.input("b", "x"),
                            folder.input("c", std::string(100, 'x'))};
  Result<std::vector<Split>> splits = plan_splits(inputs, {50});
  ASSERT_EQ(splits->size(), 5u);
  std::vector<uint32_t> order;
  for (const Split& split : *splits) order.push_back(split.input);
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 0, 1, 2, 2}));
}

TEST(Splits, read_a_huge_line_that_covers_several_once) {
  InputFolder folder;
  std::string bytes = record("a") + record(std::string(3'000'000, 'x')) + record("b");
  Input input = folder.input("x", bytes);
  expect_joined_equal_whole(input, 100'000);
}

}  // namespace
}  // namespace doppel::ingest
