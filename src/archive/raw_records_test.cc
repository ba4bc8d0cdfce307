#include "archive/raw_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "archive/split_points.h"
#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "io/brief_window.h"

namespace doppel::archive {
namespace {

constexpr codec::Compression kPacked[] = {codec::Compression::kGzip, codec::Compression::kZstd,
                                          codec::Compression::kLz4};

std::string record(std::string_view block) {
  std::string out;
  append_warc_record({.type = "resource"}, block, out);
  return out;
}

std::string packed(codec::Compression compression, std::string_view bytes) {
  std::string out;
  codec::Packer(compression).pack(bytes, out);
  return out;
}

// "block" for a record, "!reason" for a lost one.
using List = std::vector<std::string>;

template <typename Window>
List read_over(std::string_view file, const RecordRange& range, std::optional<Format> assumed) {
  Window bytes(file);
  auto shape = shape_of(bytes, assumed);
  if (!shape) return {"no archive"};
  bool plain = shape->compression == codec::Compression::kNone;
  if (!plain && !shape->in_members) return {"a stream"};
  auto window = std::make_unique<Window>(file);
  auto reader = plain ? plain_records(std::move(window), *shape, range)
                      : packed_records(std::move(window), *shape, range);
  List out;
  uint64_t end = range.begin;
  while (true) {
    Arena arena;
    RawRecord raw;
    if (!*reader->next(arena, raw)) break;
    EXPECT_TRUE(raw.offset >= end || raw.length == 0);
    end = std::max(end, raw.offset + raw.length);
    EXPECT_EQ(raw.reject == Reject::kNone, raw.detail.empty());
    out.push_back(raw.reject == Reject::kNone ? std::string(raw.bytes.substr(raw.head.header_bytes))
                                              : "!" + std::string(name(raw.reject)));
  }
  EXPECT_LE(end, file.size());
  return out;
}

// Whatever is in memory of the file at a time, the raw records are the same.
List read_all(std::string_view file, RecordRange range = {},
              std::optional<Format> assumed = Format::kWarc) {
  List out = read_over<io::MemoryBytes>(file, range, assumed);
  EXPECT_EQ(read_over<io::BriefWindow>(file, range, assumed), out);
  return out;
}

// Bytes that do not pack.
std::string noise(size_t size) {
  std::mt19937_64 random(size);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(RawRecords, a_file_of_every_packing) {
  EXPECT_EQ(read_all(record("a") + record("b")), (List{"a", "b"}));
  for (codec::Compression compression : kPacked) {
    std::string one = packed(compression, record("a")), two = packed(compression, record("b"));
    EXPECT_EQ(read_all(one + two), (List{"a", "b"}));
    EXPECT_EQ(read_all(packed(compression, record("a") + record("b")) + two),
              (List{"a", "b", "b"}));
    EXPECT_EQ(read_all(packed(compression, "") + one), (List{"a"}));
    EXPECT_EQ(read_all(one + std::string(512, '\0') + two + std::string(512, '\0')),
              (List{"a", "b"}));
  }
}

TEST(RawRecords, tells_members_from_streams) {
  std::string large = record("a") + record(std::string(10'000'000, 'x'));
  for (codec::Compression compression : kPacked) {
    EXPECT_EQ(read_all(packed(compression, large)), List{"a stream"});
    std::string bytes = record("a") + record("b");
    std::string across =
        packed(compression, bytes.substr(0, 100)) + packed(compression, bytes.substr(100));
    EXPECT_EQ(read_all(across), List{"a stream"});
    EXPECT_EQ(read_all(packed(compression, record(std::string(9'000'000, 'x')))).size(), 1u);
  }
  EXPECT_EQ(read_all("{}\n", {}, std::nullopt), List{"no archive"});
  EXPECT_EQ(read_all("", {}, std::nullopt), List{"no archive"});
  EXPECT_EQ(read_all(packed(codec::Compression::kGzip, "{}\n"), {}, std::nullopt),
            List{"no archive"});
}

TEST(RawRecords, every_cut_loses_the_last_record_alone) {
  for (codec::Compression compression : kPacked) {
    std::string one = packed(compression, record("a")), two = packed(compression, record("b"));
    for (size_t n = 1; n < two.size(); ++n) {
      EXPECT_EQ(read_all(one + two.substr(0, n)).size(), 2u) << n;
      EXPECT_EQ(read_all(one + two.substr(0, n))[0], "a") << n;
    }
    for (size_t n = 4; n < one.size(); ++n) {
      EXPECT_EQ(read_all(one.substr(0, n)), List{"!truncated"}) << n;
    }
  }
}

TEST(RawRecords, a_flipped_byte_costs_at_most_one_record) {
  for (codec::Compression compression : kPacked) {
    std::string one = packed(compression, record("a")), two = packed(compression, record("b"));
    std::string three = packed(compression, record("c"));
    for (size_t i = 0; i < two.size(); ++i) {
      std::string damaged = two;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
      List found = read_all(one + damaged + three);
      ASSERT_EQ(found.size(), 3u) << i;
      EXPECT_EQ(found[0], "a") << i;
      EXPECT_TRUE(found[1] == "!corrupt" || found[1] == "b") << i;
      EXPECT_EQ(found[2], "c") << i;
    }
  }
}

TEST(RawRecords, garbage_between_members_is_one_loss) {
  for (codec::Compression compression : kPacked) {
    std::string one = packed(compression, record("a"));
    EXPECT_EQ(read_all(one + "garbage" + one), (List{"a", "!corrupt", "a"}));
    EXPECT_EQ(read_all(one + "garbage"), (List{"a", "!corrupt"}));
    EXPECT_EQ(read_all(one + packed(compression, "no record") + one), (List{"a", "!corrupt", "a"}));
  }
}

// Longer than what is asked for at first, and than what is tried before zlib looks at it.
TEST(RawRecords, members_of_any_length_are_found_from_a_part_of_the_file) {
  const List blocks = {noise(10),        noise(70'000), noise(400'000),
                       noise(2'500'000), "a",           noise(90'000)};
  for (codec::Compression compression : {codec::Compression::kNone, codec::Compression::kGzip,
                                         codec::Compression::kZstd, codec::Compression::kLz4}) {
    std::string file;
    for (const std::string& block : blocks) file += packed(compression, record(block));
    EXPECT_EQ(read_all(file), blocks);
    io::BriefWindow brief(file);
    Shape shape{.compression = compression, .in_members = true};
    EXPECT_EQ(find_split_points(brief, shape, 100'000), find_split_points(file, shape, 100'000));
  }
}

TEST(RawRecords, damage_inside_a_long_member_costs_that_record) {
  const List blocks = {"a", noise(2'500'000), "b", noise(300'000), "c"};
  std::mt19937_64 random(18);
  for (codec::Compression compression : kPacked) {
    std::vector<std::string> members;
    for (const std::string& block : blocks) members.push_back(packed(compression, record(block)));
    for (size_t member : {1, 3}) {
      for (int round = 0; round < 3; ++round) {
        std::string damaged = members[member];
        const size_t at = round == 0 ? 30 : random() % damaged.size();
        for (size_t i = at; i < std::min(at + 40, damaged.size()); ++i) damaged[i] = '\x77';
        std::string file;
        for (size_t i = 0; i < members.size(); ++i) file += i == member ? damaged : members[i];
        List found = read_all(file);
        EXPECT_EQ(found.front(), "a");
        EXPECT_EQ(found.back(), "c");
      }
    }
    std::string cut = members[0] + members[1].substr(0, 2'000'000);
    EXPECT_EQ(read_all(cut), (List{"a", "!truncated"}));
  }
}

TEST(RawRecords, what_is_too_large_is_passed_over) {
  RecordRange range{.max_record_bytes = 1000};
  std::string large = record(std::string(1001, 'x')), fits = record(std::string(1000, 'x'));
  std::string bomb = record(std::string(1'000'000, 'x'));
  std::string small = record("a");
  List expected{"a", "!too_large", std::string(1000, 'x'), "!too_large", "a"};
  EXPECT_EQ(read_all(small + large + fits + bomb + small, range), expected);
  for (codec::Compression compression : kPacked) {
    std::string file;
    for (const std::string& part : {small, large, fits, bomb, small}) {
      file += packed(compression, part);
    }
    EXPECT_EQ(read_all(file, range), expected);
  }
}

TEST(RawRecords, a_member_above_64_mib_is_read_when_it_may_be) {
  std::string block(70'000'000, 'x');
  std::string file = packed(codec::Compression::kGzip, record("a")) +
                     packed(codec::Compression::kGzip, record(block)) +
                     packed(codec::Compression::kGzip, record("b"));
  EXPECT_EQ(read_all(file), (List{"a", "!too_large", "b"}));
  List whole = read_all(file, {.max_record_bytes = 80'000'000});
  ASSERT_EQ(whole.size(), 3u);
  EXPECT_TRUE(whole[1] == block);
}

// The bytes that are missing must not be made up, however large the member is.
TEST(RawRecords, a_record_that_is_longer_than_its_member_is_rejected_in_every_packing) {
  for (size_t bytes : {size_t{1000}, size_t{70'000'000}}) {
    std::string whole = record(std::string(bytes, 'x')), cut = whole.substr(0, whole.size() - 500);
    for (codec::Compression compression : kPacked) {
      std::string file = packed(compression, record("a")) + packed(compression, cut);
      EXPECT_EQ(read_all(file, {.max_record_bytes = 80'000'000}), (List{"a", "!truncated"}));
    }
  }
}

TEST(RawRecords, a_member_of_many_records_is_given_record_by_record) {
  for (codec::Compression compression : kPacked) {
    std::string member;
    List expected;
    for (int i = 0; i < 1000; ++i) {
      expected.push_back(std::to_string(i));
      member += record(expected.back());
    }
    std::string file = packed(compression, member) + packed(compression, record("z"));
    expected.push_back("z");
    EXPECT_EQ(read_all(file), expected);
    Arena arena;
    RawRecord raw;
    auto reader = packed_records(file, *shape_of(file, std::nullopt), {});
    for (int i = 0; i < 1000; ++i) {
      arena.clear();  // each record lives in the arena it was given
      ASSERT_TRUE(*reader->next(arena, raw));
      EXPECT_EQ(raw.bytes.substr(raw.head.header_bytes), expected[static_cast<size_t>(i)]);
    }
  }
}

TEST(RawRecords, a_walk_ends_at_a_stop_that_it_comes_to_and_passes_over_others) {
  for (codec::Compression compression : kPacked) {
    std::string one = packed(compression, record("a")), two = packed(compression, record("b"));
    std::string file = one + two + one;
    std::vector<uint64_t> inside = {one.size() / 2, one.size() + 3};
    EXPECT_EQ(read_all(file, {.stops = inside}), (List{"a", "b", "a"}));
    inside.push_back(one.size() + two.size());
    EXPECT_EQ(read_all(file, {.stops = inside}), (List{"a", "b"}));
    EXPECT_EQ(read_all(file, {.begin = one.size() + two.size(), .stops = inside}), List{"a"});
  }
}

TEST(RawRecords, splits_give_what_the_whole_gives) {
  for (codec::Compression compression : {codec::Compression::kNone, codec::Compression::kGzip,
                                         codec::Compression::kZstd, codec::Compression::kLz4}) {
    std::string file;
    std::vector<uint64_t> begins;
    List expected;
    for (int i = 0; i < 5; ++i) {
      begins.push_back(file.size());
      expected.push_back(std::to_string(i));
      file += packed(compression, record(expected.back()));
    }
    for (uint64_t cut : begins) {
      List parts = read_all(file, {.end = cut});
      for (std::string& more : read_all(file, {.begin = cut})) parts.push_back(std::move(more));
      EXPECT_EQ(parts, expected) << cut;
    }
  }
}

TEST(RawRecords, zstd_with_the_dictionary_of_its_file) {
  std::string dictionary = record("http://example.org/") + std::string(300, 'd');
  std::string file("\x5d\x2a\x4d\x18", 4);
  for (int shift = 0; shift < 32; shift += 8) {
    file.push_back(static_cast<char>(dictionary.size() >> shift & 0xff));
  }
  file += dictionary;
  codec::Packer packer(codec::Compression::kZstd);
  packer.set_dictionary(dictionary);
  packer.pack(record("a"), file);
  packer.pack(record("b"), file);
  EXPECT_EQ(read_all(file, {}, std::nullopt), (List{"a", "b"}));
}

}  // namespace
}  // namespace doppel::archive
