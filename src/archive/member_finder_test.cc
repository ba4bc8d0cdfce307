#include "archive/member_finder.h"

#include <gtest/gtest.h>

#include <vector>

#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "support/packed.h"

namespace doppel::archive {
namespace {

std::unique_ptr<io::ByteWindow> window_over(std::string_view bytes) {
  return std::make_unique<io::MemoryBytes>(bytes);
}

// Bytes that do not pack.
std::string noise(size_t bytes, uint64_t seed) {
  std::string out;
  while (out.size() < bytes) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    out.push_back(static_cast<char>(seed >> 56));
  }
  return out;
}

std::string record(std::string_view block) {
  std::string out;
  append_warc_record({.type = "resource", .target_uri = "http://e.com/"}, block, out);
  return out;
}

struct Archive {
  std::string bytes;
  std::vector<size_t> members;  // where they begin

  void add(codec::Compression compression, std::string_view block) {
    members.push_back(bytes.size());
    codec::Packer(compression).pack(record(block), bytes);
  }
};

constexpr codec::Compression kPacked[] = {codec::Compression::kGzip, codec::Compression::kZstd,
                                          codec::Compression::kLz4};

TEST(MemberFinder, finds_every_member_from_every_byte) {
  for (codec::Compression compression : kPacked) {
    Archive archive;
    for (uint64_t i = 0; i < 4; ++i) archive.add(compression, noise(40, i));
    MemberFinder finder(compression, Format::kWarc);
    size_t next = 0;
    for (size_t from = 0; from <= archive.bytes.size(); ++from) {
      while (next < archive.members.size() && archive.members[next] < from) ++next;
      size_t expected =
          next < archive.members.size() ? archive.members[next] : archive.bytes.size();
      EXPECT_EQ(finder.find_member(*window_over(archive.bytes), from), expected) << from;
    }
  }
}

TEST(MemberFinder, passes_over_members_without_a_record) {
  std::string bytes;
  codec::Packer(codec::Compression::kGzip).pack("no record", bytes);
  MemberFinder finder(codec::Compression::kGzip, Format::kWarc);
  EXPECT_EQ(finder.find_member(*window_over(bytes), 0), bytes.size());
}

TEST(MemberFinder, an_archive_inside_an_archive_is_not_likely) {
  for (size_t inner_bytes : {size_t{500}, size_t{30'000}, size_t{200'000}}) {
    Archive inner;
    for (uint64_t i = 0; inner.bytes.size() < inner_bytes; ++i) {
      inner.add(codec::Compression::kGzip, noise(300, i));
    }
    Archive outer;
    outer.members.push_back(0);
    outer.bytes = support::gzip(record(inner.bytes), 0);
    for (uint64_t i = 0; i < 300; ++i) outer.add(codec::Compression::kGzip, noise(300, 1000 + i));
    MemberFinder finder(codec::Compression::kGzip, Format::kWarc);
    ASSERT_LT(finder.find_member(*window_over(outer.bytes), 1), outer.members[1]);

    std::vector<size_t> likely;
    for (size_t at = 0;
         (at = finder.find_member(*window_over(outer.bytes), at)) < outer.bytes.size(); ++at) {
      if (finder.is_likely(*window_over(outer.bytes), at)) likely.push_back(at);
    }
    EXPECT_EQ(likely, outer.members) << inner_bytes;
  }
}

TEST(MemberFinder, damage_close_behind_a_member_makes_it_unlikely) {
  Archive archive;
  for (uint64_t i = 0; i < 10; ++i) archive.add(codec::Compression::kGzip, noise(300, i));
  archive.bytes[archive.members[5] + 100] ^= 1;
  MemberFinder finder(codec::Compression::kGzip, Format::kWarc);
  EXPECT_FALSE(finder.is_likely(*window_over(archive.bytes), archive.members[3]));
  EXPECT_TRUE(finder.is_likely(*window_over(archive.bytes), archive.members[6]));
}

}  // namespace
}  // namespace doppel::archive
