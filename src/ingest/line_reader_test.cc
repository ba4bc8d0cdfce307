#include "ingest/line_reader.h"

#include <gtest/gtest.h>

#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;

constexpr uint64_t kLimit = 1000;

struct Item {
  uint64_t offset, length;
  std::string bytes;
  Reject reject;
  std::string detail;

  friend bool operator==(const Item&, const Item&) = default;
};

std::ostream& operator<<(std::ostream& out, const Item& item) {
  return out << item.offset << "+" << item.length << " " << name(item.reject) << " \"" << item.bytes
             << "\" " << item.detail;
}

Item whole(uint64_t offset, std::string bytes) {
  uint64_t length = bytes.size();
  return {offset, length, std::move(bytes), Reject::kNone, ""};
}

LineReader lines_of(std::string packed, uint64_t limit = kLimit) {
  auto stream = codec::open_stream(io::memory_source(std::move(packed)));
  return *LineReader::over(*std::move(stream), {}, limit);
}

std::vector<Item> all(LineReader reader) {
  std::vector<Item> out;
  Line line;
  while (*reader.next(line)) {
    out.push_back(
        {line.offset, line.length, std::string(line.bytes), line.reject, std::string(line.detail)});
  }
  EXPECT_FALSE(*reader.next(line)) << "the end must stay the end";
  return out;
}

using Items = std::vector<Item>;

TEST(LineReader, gives_lines_with_their_ends_and_places) {
  EXPECT_EQ(all(lines_of("a\nbc\n")), (Items{whole(0, "a\n"), whole(2, "bc\n")}));
  EXPECT_EQ(all(lines_of("a\r\nbc")), (Items{whole(0, "a\r\n"), whole(3, "bc")}));
  EXPECT_EQ(all(lines_of("")), Items{});
}

TEST(LineReader, passes_over_blank_lines) {
  EXPECT_EQ(all(lines_of("\n\n \t\r\na\n  \n\r\n b \n\n \t")),
            (Items{whole(6, "a\n"), whole(13, " b \n")}));
  EXPECT_EQ(all(lines_of("\n \n")), Items{});
}

TEST(LineReader, knows_other_white_space_is_not_blank) {
  EXPECT_EQ(all(lines_of("\v\n\f\n\xc2\xa0\n")).size(), 3u);
  EXPECT_EQ(all(lines_of(std::string("\0\n", 2))).size(), 1u);
}

TEST(LineReader, reports_a_line_longer_than_the_limit_once_and_goes_on) {
  std::string longest(kLimit, 'x'), longer(kLimit + 1, 'x');
  Items expected{
      whole(0, "a\n"),
      {2, kLimit + 2, "", Reject::kTooLarge, "the record has 1001 bytes, the limit is 1000"},
      whole(kLimit + 4, longest + "\n"),
      whole(2 * kLimit + 5, "b\n")};
  EXPECT_EQ(all(lines_of("a\n" + longer + "\n" + longest + "\nb\n")), expected);
}

TEST(LineReader, measures_a_long_last_line_without_its_end) {
  EXPECT_EQ(all(lines_of(std::string(kLimit, 'x'))), Items{whole(0, std::string(kLimit, 'x'))});
  Items expected{
      {0, kLimit + 1, "", Reject::kTooLarge, "the record has 1001 bytes, the limit is 1000"}};
  EXPECT_EQ(all(lines_of(std::string(kLimit + 1, 'x'))), expected);
}

TEST(LineReader, takes_a_blank_line_of_any_length_for_blank) {
  std::string blank(3'000'000, ' ');
  EXPECT_EQ(all(lines_of(blank + "\na\n" + blank)), Items{whole(blank.size() + 1, "a\n")});
  std::string late = blank + "x\n";
  Items expected{
      {0, late.size(), "", Reject::kTooLarge, "the record has 3000001 bytes, the limit is 1000"}};
  EXPECT_EQ(all(lines_of(late)), expected);
}

TEST(LineReader, holds_lines_larger_than_its_buffer_and_gives_the_memory_back) {
  constexpr uint64_t kMax = uint64_t{40} << 20;
  std::string big(kMax, 'x'), small = "small\n";
  std::string bytes = small + big + "\n";
  for (int i = 0; i < 100000; ++i) bytes += small;
  LineReader reader = lines_of(bytes, kMax);
  Line line;
  ASSERT_TRUE(*reader.next(line));
  ASSERT_TRUE(*reader.next(line));
  EXPECT_TRUE(line.bytes == big + "\n");
  EXPECT_LE(reader.capacity(), kMax + 1);
  size_t more = 0;
  while (*reader.next(line)) more += line.bytes == small;
  EXPECT_EQ(more, 100000u);
  EXPECT_LE(reader.capacity(), size_t{256} << 10);
}

// A stream of 'x' without end: what is passed over must not be held.
class EndlessLine : public codec::ByteStream {
 public:
  explicit EndlessLine(uint64_t bytes) : left_(bytes) {}
  Result<size_t> read(std::span<char> into) override {
    size_t n = std::min<uint64_t>(left_, into.size());
    std::fill_n(into.begin(), n, 'x');
    left_ -= n;
    return n;
  }

 private:
  uint64_t left_;
};

// 256 KiB are read at a time.
TEST(LineReader, finds_a_line_end_wherever_its_buffer_ends) {
  for (size_t length = (size_t{256} << 10) - 3; length < (size_t{256} << 10) + 3; ++length) {
    const std::string first = std::string(length, 'x') + "\n";
    EXPECT_EQ(all(lines_of(first + "b\n", length)),
              (Items{whole(0, first), whole(first.size(), "b\n")}))
        << length;
  }
}

TEST(LineReader, needs_no_more_memory_for_a_line_of_a_hundred_megabytes) {
  constexpr uint64_t kHuge = 100 << 20;
  auto reader = LineReader::over(std::make_unique<EndlessLine>(kHuge), {}, kLimit);
  Line line;
  ASSERT_TRUE(*reader->next(line));
  EXPECT_EQ(line.reject, Reject::kTooLarge);
  EXPECT_EQ(line.length, kHuge);
  EXPECT_LE(reader->capacity(), size_t{256} << 10);
  EXPECT_FALSE(*reader->next(line));
}

TEST(LineReader, ends_a_truncated_stream_with_one_rejected_line) {
  std::string lines = "first\nsecond\nthird\n";
  std::string packed = gzip(lines);
  for (size_t cut = 2; cut < packed.size(); ++cut) {
    Items got = all(lines_of(packed.substr(0, cut)));
    ASSERT_FALSE(got.empty());
    Item last = got.back();
    got.pop_back();
    ASSERT_EQ(last.reject, Reject::kTruncated) << "cut at " << cut;
    ASSERT_EQ(last.detail, "the gzip stream is cut short");
    ASSERT_EQ(last.bytes, "");
    uint64_t offset = 0;
    for (const Item& item : got) {
      ASSERT_EQ(item, whole(offset, lines.substr(offset, lines.find('\n', offset) + 1 - offset)));
      offset += item.length;
    }
    ASSERT_EQ(last.offset, offset);
    ASSERT_LE(last.offset + last.length, lines.size());
  }
}

TEST(LineReader, rejects_a_break_between_lines_too) {
  std::string packed = gzip("first\n");
  Items expected{whole(0, "first\n"),
                 {6, 0, "", Reject::kCorrupt, "gzip: unexpected data after the last member"}};
  EXPECT_EQ(all(lines_of(packed + "?")), expected);
}

TEST(LineReader, does_not_take_the_part_before_a_break_for_a_line) {
  Items expected{whole(0, "a\n"),
                 {2, 3, "", Reject::kCorrupt, "gzip: unexpected data after the last member"}};
  EXPECT_EQ(all(lines_of(gzip("a\nbcd") + "?")), expected);
  Items blank{whole(0, "a\n"),
              {2, 2, "", Reject::kCorrupt, "gzip: unexpected data after the last member"}};
  EXPECT_EQ(all(lines_of(gzip("a\n  ") + "?")), blank);
}

TEST(LineReader, rejects_a_long_line_that_breaks_off_once) {
  std::string longer(kLimit + 500, 'x');
  Items expected{
      whole(0, "a\n"),
      {2, kLimit + 500, "", Reject::kCorrupt, "gzip: unexpected data after the last member"}};
  EXPECT_EQ(all(lines_of(gzip("a\n" + longer) + "?")), expected);
}

TEST(LineReader, gives_each_line_to_the_range_in_which_it_begins) {
  InputFolder folder;
  std::string bytes = "one\n\n two \r\n" + std::string(20, 'x') + "\nthree\n\nfour";
  Input input = folder.input("x.jsonl", bytes);
  constexpr uint64_t kShort = 15;  // the line of x is too long
  Items expected = all(*LineReader::open(input.path, {}, kShort));
  ASSERT_EQ(expected.size(), 5u);
  for (uint64_t a = 0; a <= bytes.size() + 1; ++a) {
    for (uint64_t b = a; b <= bytes.size() + 1; ++b) {
      Items joined;
      for (LineRange range : {LineRange{0, a}, LineRange{a, b}, LineRange{b, UINT64_MAX}}) {
        Result<LineReader> reader = LineReader::open(input.path, range, kShort);
        Line line;
        while (*reader->next(line)) {
          joined.push_back({line.offset, line.length, std::string(line.bytes), line.reject,
                            std::string(line.detail)});
        }
      }
      ASSERT_EQ(joined, expected) << "cut at " << a << " and " << b;
    }
  }
}

TEST(LineReader, does_not_look_for_magic_numbers_in_the_middle_of_a_file) {
  InputFolder folder;
  std::string bytes = "abc\n\x1f\x8b line\n";
  Input input = folder.input("x.jsonl", bytes);
  Items got = all(*LineReader::open(input.path, {4, UINT64_MAX}, kLimit));
  EXPECT_EQ(got, Items{whole(4, "\x1f\x8b line\n")});
  EXPECT_EQ(all(*LineReader::open(input.path, {5, UINT64_MAX}, kLimit)), Items{});
}

}  // namespace
}  // namespace doppel::ingest
