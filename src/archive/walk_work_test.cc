// Shapes that make a reader look at the same bytes again and again: the work is counted, at one
// size and at four times that size, and bounded for each byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "archive/damage.h"
#include "archive/raw_records.h"
#include "archive/warc_writer.h"
#include "codec/pack.h"

namespace doppel::archive {
namespace {

struct Walk {
  uint64_t raw_records = 0;
  uint64_t scanned = 0;  // bytes that heads were looked for in
};

Walk walk(std::string_view file, Shape shape) {
  auto reader = shape.compression == codec::Compression::kNone ? plain_records(file, shape, {})
                                                               : packed_records(file, shape, {});
  Walk out;
  const uint64_t before = head_bytes_scanned();
  RawRecord raw;
  for (Arena arena; *reader->next(arena, raw); arena.clear()) ++out.raw_records;
  out.scanned = head_bytes_scanned() - before;
  return out;
}

// The same bytes as a plain file and as one member of each packing.
void expect_linear(Format format, const std::function<std::string(size_t)>& make, size_t n,
                   uint64_t most_for_a_byte) {
  for (codec::Compression compression : {codec::Compression::kNone, codec::Compression::kGzip,
                                         codec::Compression::kZstd, codec::Compression::kLz4}) {
    uint64_t work[2] = {};
    for (size_t i : {0, 1}) {
      std::string bytes = make(i == 0 ? n : 4 * n), file;
      codec::Packer(compression).pack(bytes, file);
      Shape shape{
          .format = format, .compression = compression, .in_members = true, .dictionary = {}};
      work[i] = walk(file, shape).scanned;
      EXPECT_LE(work[i], most_for_a_byte * bytes.size());
    }
    EXPECT_LE(work[1], 5 * work[0]);
  }
}

std::string repeated(std::string_view part, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += part;
  return out;
}

TEST(WalkWork, heads_that_never_end) {
  expect_linear(
      Format::kWarc, [](size_t n) { return repeated("WARC/1.0\n", n); }, 20'000, 4);
  expect_linear(
      Format::kArc, [](size_t n) { return repeated("http://e.org/ 1 2 3\n", n); }, 20'000, 4);
}

TEST(WalkWork, heads_that_were_broken_off_are_one_loss) {
  std::string file = repeated("WARC/1.0\nWARC-Type: response\n", 1000);
  EXPECT_EQ(walk(file, {}).raw_records, 2u);  // the last one ends with the file
}

// Small records, one after the other, whose lengths all end in the same place, which is what
// follows them.
std::string lengths_that_end_in(size_t records, const std::function<std::string(size_t)>& head,
                                std::string_view ending) {
  std::string out;
  const size_t size = head(0).size(), end = records * size + ending.size() / 2;
  for (size_t i = 0; i < records; ++i) out += head(end - (i + 1) * size);
  return out.append(ending);
}

std::string digits(size_t number) {
  std::string out = std::to_string(number);
  return std::string(9 - out.size(), '0') + out;
}

TEST(WalkWork, lengths_that_end_in_one_place) {
  auto warc = [](size_t length) {
    return "WARC/1\nWARC-Type: metadata\nContent-Length: " + digits(length) + "\n\n";
  };
  auto arc = [](size_t length) {
    return "http://e.org/ 1 20260101000000 a " + digits(length) + "\n";
  };
  const std::string line_ends(1'000'000, '\n'), a_head = "WARC/1.0\n" + std::string(100'000, 'x');
  expect_linear(
      Format::kWarc, [&](size_t n) { return lengths_that_end_in(n, warc, line_ends) + "x"; }, 5000,
      4);
  expect_linear(
      Format::kWarc, [&](size_t n) { return lengths_that_end_in(n, warc, a_head); }, 5000, 4);
  // Of ARC a line of at most 16 KiB is looked at for each of them.
  const std::string line(10'000, 'x');
  expect_linear(
      Format::kArc, [&](size_t n) { return lengths_that_end_in(n, arc, line + "\n"); }, 5000, 600);
}

// Gzip members that begin inside each other, in stored blocks, and share one end that is damaged.
std::string nested_members(size_t members) {
  constexpr size_t kStart = 10 + 5 + 8;
  auto block = [](bool last, size_t length) {
    std::string out(1, last ? '\x01' : '\0');
    for (size_t value : {length, ~length}) {
      out.push_back(static_cast<char>(value & 0xff));
      out.push_back(static_cast<char>(value >> 8 & 0xff));
    }
    return out;
  };
  std::string out;
  for (size_t i = 0; i < members; ++i) {
    out += std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    out += block(false, (members - i) * kStart - 15) + "WARC/1.0";
  }
  return out + block(true, 60'000) + std::string(60'000 + 8, 'x');
}

TEST(WalkWork, members_that_begin_inside_each_other) {
  Shape shape{.format = Format::kWarc,
              .compression = codec::Compression::kGzip,
              .in_members = true,
              .dictionary = {}};
  // Every attempt that fails is a raw record.
  EXPECT_LE(walk(nested_members(500), shape).raw_records, 20u);
  EXPECT_LE(walk(nested_members(2000), shape).raw_records, 40u);
}

// Whoever passes over whole members that are known comes to the same raw records as whoever reads
// them.
TEST(WalkWork, what_was_met_before_counts_for_a_walk_that_goes_on) {
  Shape shape{.format = Format::kWarc,
              .compression = codec::Compression::kGzip,
              .in_members = true,
              .dictionary = {}};
  std::string nested = nested_members(40), record, whole;
  append_warc_record({.type = "resource"}, "inside", record);
  codec::Packer(codec::Compression::kGzip).pack(record, whole);
  // A whole member in the middle of the nested ones, as part of what they store.
  const size_t at = 20 * 23;
  nested.replace(at, whole.size(), whole);
  auto read = [&](bool pass_over) {
    auto reader = packed_records(nested, shape, {});
    std::vector<uint64_t> offsets;
    RawRecord raw;
    for (Arena arena; *reader->next(arena, raw); arena.clear()) {
      offsets.push_back(raw.offset);
      if (!pass_over || reader->offset() != at) continue;
      offsets.push_back(at);
      reader->go_on(at + whole.size(), UINT64_MAX);
    }
    return offsets;
  };
  EXPECT_EQ(read(true), read(false));
}

TEST(Damage, a_stretch_costs_a_few_times_its_longest_attempt) {
  Damage damage;
  size_t at = 1000, attempts = 0;
  for (; at < 2000; ++attempts) at = damage.look_on(at, 5000 - at, 1'000'000);
  EXPECT_GE(attempts, 8u);
  EXPECT_LE(attempts, 10u);
  EXPECT_EQ(at, 5000u);
  EXPECT_TRUE(damage.is_over(5000));
}

TEST(Damage, lasts_as_far_as_an_attempt_has_read) {
  Damage damage;
  EXPECT_TRUE(damage.is_over(10));
  EXPECT_EQ(damage.look_on(10, 90, 0), 11u);
  EXPECT_FALSE(damage.is_over(11));
  EXPECT_FALSE(damage.is_over(99));
  EXPECT_TRUE(damage.is_over(100));
  EXPECT_TRUE(damage.is_over(20));  // it is forgotten
}

}  // namespace
}  // namespace doppel::archive
