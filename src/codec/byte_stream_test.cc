#include "codec/byte_stream.h"

#include <gtest/gtest.h>

#include <random>

#include "support/packed.h"

namespace doppel::codec {
namespace {

using support::gzip;
using support::zstd;
using support::zstd_skippable;

struct Decoded {
  std::string bytes;
  StreamEnd end;
};

// Everything a stream gives, pulled `step` bytes at a time.
Decoded decode(std::string packed, size_t step = 4096) {
  auto stream = open_stream(io::memory_source(std::move(packed)));
  EXPECT_TRUE(stream.has_value());
  Decoded out;
  std::string buffer(step, '\0');
  while (true) {
    Result<size_t> n = (*stream)->read(buffer);
    EXPECT_TRUE(n.has_value());
    out.bytes.append(buffer, 0, *n);
    if (*n < step) break;
  }
  out.end = (*stream)->end();
  return out;
}

// Text that packs into several kinds of deflate blocks.
std::string sample(size_t bytes, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string out;
  while (out.size() < bytes) {
    out += "word" + std::to_string(random() % 1000) + (random() % 9 == 0 ? "\n" : " ");
  }
  out.resize(bytes);
  return out;
}

void expect_whole(const std::string& packed, const std::string& bytes, size_t step = 4096) {
  Decoded got = decode(packed, step);
  EXPECT_EQ(got.end.reason, Reject::kNone) << got.end.detail;
  EXPECT_TRUE(got.bytes == bytes) << got.bytes.size() << " bytes instead of " << bytes.size();
}

TEST(ByteStream, gives_plain_bytes_as_they_are) {
  expect_whole("", "");
  expect_whole("x", "x");
  expect_whole("abc\n", "abc\n", 1);
  expect_whole(sample(300000), sample(300000), 1000);
}

TEST(ByteStream, takes_a_file_shorter_than_a_magic_number_for_plain) {
  expect_whole("\x1f", "\x1f");
  expect_whole("\x28\xb5", "\x28\xb5");
  expect_whole("\x28\xb5\x2f", "\x28\xb5\x2f");
  expect_whole("\x50\x2a\x4d", "\x50\x2a\x4d");
}

TEST(ByteStream, takes_the_bare_gzip_magic_for_a_truncated_stream) {
  Decoded got = decode("\x1f\x8b");
  EXPECT_EQ(got.bytes, "");
  EXPECT_EQ(got.end.reason, Reject::kTruncated);
  EXPECT_EQ(got.end.detail, "the gzip stream is cut short");
}

TEST(ByteStream, reads_gzip_of_every_level_with_every_step) {
  std::string bytes = sample(5000);
  for (int level : {0, 1, 6, 9}) {
    for (size_t step = 1; step < 80; ++step) expect_whole(gzip(bytes, level), bytes, step);
    expect_whole(gzip(bytes, level), bytes, 5000);
    expect_whole(gzip(bytes, level), bytes, 5001);
  }
}

// The chunks of raw input are 64 KiB: slides trailer and header of the members over their border.
TEST(ByteStream, reads_gzip_members_cut_anywhere_by_a_chunk) {
  std::mt19937 random(7);
  std::string noise(65536, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  std::string second = sample(3000);
  for (size_t size = 65536 - 40; size < 65536; ++size) {
    std::string first = noise.substr(0, size);
    expect_whole(gzip(first, 0) + gzip(second), first + second, 8192);
  }
}

TEST(ByteStream, joins_gzip_members_empty_ones_and_padding_included) {
  std::string a = sample(100, 1), b = sample(70000, 2);
  expect_whole(gzip(""), "");
  expect_whole(gzip(a) + gzip("") + gzip(b) + gzip(""), a + b);
  expect_whole(gzip(a) + std::string(1000, '\0'), a);
  expect_whole(gzip(a) + std::string(70000, '\0') + gzip(b), a + b);
  std::string many, whole;
  for (int i = 0; i < 500; ++i) {
    many += gzip(sample(i, i));
    whole += sample(i, i);
  }
  expect_whole(many, whole);
}

TEST(ByteStream, reads_a_gzip_header_with_all_its_optional_parts) {
  std::string packed = gzip("hello\n");
  std::string header("\x1f\x8b\x08\x1c\0\0\0\0\0\3", 10);  // extra field, name, comment
  header += std::string("\2\0ab", 4) + std::string("name\0", 5) + std::string("comment\0", 8);
  expect_whole(header + packed.substr(10), "hello\n");
}

TEST(ByteStream, calls_bytes_after_a_gzip_member_corrupt) {
  std::string bytes = sample(1000);
  Decoded got = decode(gzip(bytes) + "garbage");
  EXPECT_EQ(got.bytes, bytes);
  EXPECT_EQ(got.end.reason, Reject::kCorrupt);
  EXPECT_EQ(got.end.detail, "gzip: unexpected data after the last member");
  EXPECT_EQ(decode(gzip(bytes) + "\x1f").end.reason, Reject::kTruncated);
  EXPECT_EQ(decode(gzip(bytes) + "\x1f\x8b\x08").end.reason, Reject::kTruncated);
}

TEST(ByteStream, calls_an_unknown_gzip_method_corrupt) {
  std::string packed = gzip("x");
  packed[2] = 7;
  Decoded got = decode(packed);
  EXPECT_EQ(got.end.reason, Reject::kCorrupt);
  EXPECT_EQ(got.end.detail, "gzip: unknown compression method");
}

TEST(ByteStream, calls_gzip_truncated_wherever_it_is_cut) {
  std::string bytes = sample(3000);
  for (int level : {0, 6}) {
    std::string packed = gzip(bytes, level);
    for (size_t cut = 2; cut < packed.size(); ++cut) {
      Decoded got = decode(packed.substr(0, cut), 100);
      ASSERT_EQ(got.end.reason, Reject::kTruncated) << "cut at " << cut;
      ASSERT_TRUE(bytes.starts_with(got.bytes)) << "cut at " << cut;
      // Only the trailer is missing: everything has been said.
      if (cut >= packed.size() - 8) {
        ASSERT_EQ(got.bytes, bytes);
      }
    }
  }
}

TEST(ByteStream, never_takes_damaged_gzip_for_whole_and_different) {
  std::string bytes = sample(2000);
  std::string packed = gzip(bytes);
  for (size_t i = 0; i < packed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      Decoded got = decode(damaged, 64);
      // Magic gone: plain. Bits that carry nothing, and other ways to say the same, do no harm.
      if (i >= 2 && got.end.reason == Reject::kNone) {
        ASSERT_EQ(got.bytes, bytes) << "byte " << i << " bit " << bit;
      }
    }
  }
}

TEST(ByteStream, reads_zstd_with_every_step) {
  std::string bytes = sample(5000);
  for (size_t step = 1; step < 80; ++step) expect_whole(zstd(bytes), bytes, step);
  expect_whole(zstd(bytes), bytes, 5000);
  expect_whole(zstd(sample(3000000)), sample(3000000), 100000);
}

TEST(ByteStream, joins_zstd_frames_empty_and_skippable_ones_included) {
  std::string a = sample(100, 1), b = sample(70000, 2);
  expect_whole(zstd(""), "");
  expect_whole(zstd(a) + zstd("") + zstd(b), a + b);
  expect_whole(zstd_skippable("note") + zstd(a), a);
  expect_whole(zstd(a) + zstd_skippable(sample(100000)) + zstd(b) + zstd_skippable(""), a + b);
  expect_whole(zstd_skippable("only"), "");
}

TEST(ByteStream, calls_zstd_truncated_wherever_it_is_cut) {
  std::string bytes = sample(3000);
  std::string packed = zstd(bytes);
  for (size_t cut = 4; cut < packed.size(); ++cut) {
    Decoded got = decode(packed.substr(0, cut), 100);
    ASSERT_EQ(got.end.reason, Reject::kTruncated) << "cut at " << cut;
    ASSERT_EQ(got.end.detail, "the zstd stream is cut short");
    ASSERT_TRUE(bytes.starts_with(got.bytes));
  }
  EXPECT_EQ(decode(packed + packed.substr(0, 2)).end.reason, Reject::kTruncated);
  EXPECT_EQ(decode(packed + zstd_skippable("abc").substr(0, 9)).end.reason, Reject::kTruncated);
}

TEST(ByteStream, never_takes_damaged_zstd_for_whole_and_different) {
  std::string bytes = sample(2000);
  std::string packed = zstd(bytes);
  for (size_t i = 4; i < packed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      Decoded got = decode(damaged, 64);
      // Some bits of a frame header carry nothing.
      if (got.end.reason == Reject::kNone) {
        ASSERT_EQ(got.bytes, bytes);
      }
    }
  }
}

TEST(ByteStream, calls_bytes_after_a_zstd_frame_corrupt) {
  Decoded got = decode(zstd("abc\n") + "garbage");
  EXPECT_EQ(got.bytes, "abc\n");
  EXPECT_EQ(got.end.reason, Reject::kCorrupt);
  EXPECT_EQ(got.end.detail, "zstd: unknown frame descriptor");
}

TEST(ByteStream, refuses_a_zstd_window_that_costs_too_much_memory) {
  expect_whole(zstd("abc\n", 27), "abc\n");
  Decoded got = decode(zstd("abc\n", 28));
  EXPECT_EQ(got.end.reason, Reject::kCorrupt);
  EXPECT_EQ(got.end.detail, "zstd: the window is larger than 128 MiB");
}

TEST(ByteStream, tells_an_unreadable_source) {
  auto source = io::open_source("/");
  ASSERT_TRUE(source.has_value());
  auto stream = open_stream(*std::move(source));
  ASSERT_FALSE(stream.has_value());
  EXPECT_EQ(stream.error().code(), StatusCode::kIo);
  EXPECT_EQ(stream.error().message(), "/: is a directory");
}

}  // namespace
}  // namespace doppel::codec
