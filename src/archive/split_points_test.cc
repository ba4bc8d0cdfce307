#include "archive/split_points.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "archive/warc_writer.h"
#include "codec/pack.h"

namespace doppel::archive {
namespace {

struct Archive {
  std::string bytes;
  std::vector<uint64_t> records;
};

Archive make(codec::Compression compression, int records) {
  Archive out;
  codec::Packer packer(compression);
  for (int i = 0; i < records; ++i) {
    std::string record;
    append_warc_record({.type = "resource"}, std::string(static_cast<size_t>(i % 700), 'x'),
                       record);
    out.records.push_back(out.bytes.size());
    packer.pack(record, out.bytes);
  }
  return out;
}

std::vector<uint64_t> split_points_of(const Archive& archive, uint64_t target) {
  return find_split_points(archive.bytes, *shape_of(archive.bytes, std::nullopt), target);
}

constexpr codec::Compression kAll[] = {codec::Compression::kNone, codec::Compression::kGzip,
                                       codec::Compression::kZstd, codec::Compression::kLz4};

TEST(SplitPoints, begin_records_and_keep_their_distance) {
  for (codec::Compression compression : kAll) {
    Archive archive = make(compression, 3000);
    for (uint64_t target : {uint64_t{300}, uint64_t{5000}, archive.bytes.size() / 2}) {
      std::vector<uint64_t> points = split_points_of(archive, target);
      EXPECT_GE(points.size() + 1, archive.bytes.size() / (target + 2000));
      uint64_t last = 0;
      for (uint64_t point : points) {
        EXPECT_TRUE(std::binary_search(archive.records.begin(), archive.records.end(), point));
        EXPECT_GE(point, last + target);
        EXPECT_GE(archive.bytes.size() - point, target);
        last = point;
      }
    }
  }
}

TEST(SplitPoints, a_small_file_has_none) {
  for (codec::Compression compression : kAll) {
    Archive archive = make(compression, 10);
    EXPECT_TRUE(split_points_of(archive, archive.bytes.size() / 2 + 1).empty());
  }
}

TEST(SplitPoints, damage_makes_fewer_of_them) {
  for (codec::Compression compression : kAll) {
    Archive archive = make(compression, 3000);
    for (size_t i = archive.records[1000]; i < archive.records[1001]; ++i) archive.bytes[i] = 'x';
    for (uint64_t point : split_points_of(archive, 1000)) {
      EXPECT_TRUE(std::binary_search(archive.records.begin(), archive.records.end(), point));
    }
  }
}

}  // namespace
}  // namespace doppel::archive
