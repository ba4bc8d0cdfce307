#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "ingest/archive_format.h"
#include "support/input_folder.h"

namespace doppel::ingest {
namespace {

using support::InputFolder;

using codec::Compression;

std::string page(int number) {
  std::string body = "<p>page " + std::to_string(number) + std::string(50, 'x');
  std::string out, url = "http://example.org/" + std::to_string(number);
  archive::append_warc_record({.type = number % 3 == 2 ? "request" : "response",
                               .target_uri = url,
                               .content_type = "application/http"},
                              archive::http_response(200, "OK", "text/html", body), out);
  return out;
}

std::string make_archive(codec::Compression compression, int records) {
  std::string out;
  codec::Packer packer(compression);
  for (int i = 0; i < records; ++i) packer.pack(page(i), out);
  return out;
}

// "record url kind reject" of each record, ordinals added up over the splits.
std::vector<std::string> read_splits(const Input& input, const std::vector<Split>& splits,
                                     const BatchLimits& limits, uint64_t max_record = 10'000) {
  std::vector<std::string> out;
  ReadOptions options;
  options.max_record_bytes = max_record;
  for (const Split& split : splits) {
    const uint64_t before = out.size();
    auto reader = open_reader(input, split, options);
    EXPECT_TRUE(reader.has_value());
    RecordBatch batch;
    while (*(*reader)->next(batch, limits)) {
      for (const Record& record : batch.records()) {
        EXPECT_EQ(record.input, input.path);
        out.push_back(std::to_string(before + record.at.record) + " " + std::string(record.url) +
                      " " + std::string(name(record.kind)) + " " +
                      std::string(name(record.reject)));
      }
    }
  }
  return out;
}

constexpr codec::Compression kAll[] = {codec::Compression::kNone, codec::Compression::kGzip,
                                       codec::Compression::kZstd, codec::Compression::kLz4};

TEST(ArchiveReader, splits_and_batches_do_not_matter) {
  InputFolder folder;
  for (codec::Compression compression : kAll) {
    Input input = folder.input("a.warc", make_archive(compression, 400));
    auto whole = read_splits(input, {{}}, {});
    ASSERT_EQ(whole.size(), 400u);
    EXPECT_EQ(whole[1], "1 http://example.org/1 html none");
    EXPECT_EQ(whole[2], "2 http://example.org/2 passed none");
    for (uint64_t target : {uint64_t{500}, uint64_t{10'000}}) {
      auto splits = plan_splits(std::span(&input, 1), {target});
      ASSERT_TRUE(splits.has_value());
      EXPECT_GT(splits->size(), 1u);
      EXPECT_EQ(read_splits(input, *splits, {}), whole);
      EXPECT_EQ(read_splits(input, *splits, {1, 1}), whole);
    }
  }
}

TEST(ArchiveReader, a_whole_file_packed_at_once_gives_the_same_records) {
  InputFolder folder;
  std::string plain;
  for (int i = 0; i < 100; ++i) plain += page(i);
  auto expected = read_splits(folder.input("plain.warc", plain), {{}}, {});
  plain += std::string(5'000'000, '\n');  // more than a first member may unpack to
  for (codec::Compression compression :
       {codec::Compression::kGzip, codec::Compression::kZstd, codec::Compression::kLz4}) {
    std::string packed;
    codec::Packer(compression).pack(plain, packed);
    Input input = folder.input("whole.warc.x", packed);
    auto archive = open_archive(input);
    ASSERT_TRUE(archive.has_value() && archive->has_value());
    EXPECT_FALSE((*archive)->in_pieces());
    EXPECT_EQ(read_splits(input, {{}}, {}), expected);
  }
}

// Bytes that do not pack, so that the file is longer than what is read ahead.
std::string long_archive(codec::Compression compression) {
  std::mt19937 random(3);
  std::string out;
  codec::Packer packer(compression);
  for (int i = 0; i < 40; ++i) {
    std::string block(50'000, '\0'), record;
    for (char& c : block) c = static_cast<char>(random());
    archive::append_warc_record({.type = "resource"}, block, record);
    packer.pack(record, out);
  }
  return out;
}

TEST(ArchiveReader, a_file_that_is_cut_short_while_it_is_read_is_an_error_and_no_signal) {
  InputFolder folder;
  for (codec::Compression compression : kAll) {
    Input input = folder.input("a.warc", long_archive(compression));
    auto reader = open_reader(input, {}, {});
    RecordBatch batch;
    ASSERT_TRUE(*(*reader)->next(batch, {1, 1}));
    std::filesystem::resize_file(input.path, input.size / 2);
    Result<bool> more = true;
    for (int records = 1; more && *more; ++records) {
      ASSERT_LT(records, 40);
      more = (*reader)->next(batch, {1, 1});
    }
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().code(), StatusCode::kIo);
    EXPECT_EQ(more.error().message(), input.path + ": changed while it was being read");
  }
}

TEST(ArchiveReader, reads_on_from_its_position) {
  InputFolder folder;
  for (codec::Compression compression : kAll) {
    Input input = folder.input("a.warc", make_archive(compression, 20));
    auto whole = read_splits(input, {{}}, {});
    auto reader = open_reader(input, {}, {});
    RecordBatch batch;
    for (int records = 0; records < 7; ++records) ASSERT_TRUE(*(*reader)->next(batch, {1, 1}));
    Split rest{0, (*reader)->position().offset, UINT64_MAX};
    auto parts = read_splits(input, {{0, 0, rest.begin}, rest}, {});
    EXPECT_EQ(parts, whole);
  }
}

TEST(ArchiveReader, a_pipe_gives_the_same_records) {
  InputFolder folder;
  for (codec::Compression compression : kAll) {
    Input input = folder.input("a", make_archive(compression, 20));
    auto whole = read_splits(input, {{}}, {});
    input.read_once = true;
    EXPECT_EQ(read_splits(input, {{}}, {}), whole);
  }
  Input lines = folder.input("lines", "{\"text\": \"a\", \"url\": \"u\"}\n");
  lines.read_once = true;
  EXPECT_EQ(read_splits(lines, {{}}, {}), std::vector<std::string>{"0 u text none"});
}

TEST(ArchiveReader, damage_in_a_stream_ends_it_with_a_reason) {
  InputFolder folder;
  std::string plain;
  for (int i = 0; i < 5; ++i) plain += page(i);
  for (const char* broken : {"garbage\n", "WARC/1.0\r\nWARC-Type: x\r\n\r\n"}) {
    Input input = folder.input("a", page(0) + broken + page(1));
    auto pieces = read_splits(input, {{}}, {});
    input.read_once = true;
    EXPECT_EQ(read_splits(input, {{}}, {}), pieces);
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_EQ(pieces[1].substr(0, 2), "1 ");
    EXPECT_TRUE(pieces[1].ends_with("corrupt"));
  }
  for (size_t cut = 1; cut < page(4).size() - 4; cut += 7) {
    Input input = folder.input("a", plain.substr(0, plain.size() - cut - 4));
    input.read_once = true;
    auto found = read_splits(input, {{}}, {});
    ASSERT_EQ(found.size(), 5u) << cut;
    EXPECT_TRUE(found[4].ends_with("truncated")) << cut;
  }
  Input large = folder.input("a", page(0) + page(1));
  large.read_once = true;
  EXPECT_TRUE(read_splits(large, {{}}, {}, 20)[1].ends_with("too_large"));
}

TEST(ArchiveReader, a_name_tells_only_what_the_content_does_not) {
  EXPECT_EQ(format_of_name("a/b.warc.gz"), archive::Format::kWarc);
  EXPECT_EQ(format_of_name("b.warc.wet.gz"), archive::Format::kWarc);
  EXPECT_EQ(format_of_name("b.arc.lz4"), archive::Format::kArc);
  EXPECT_EQ(format_of_name("b.jsonl.gz"), std::nullopt);
  InputFolder folder;
  using List = std::vector<std::string>;
  EXPECT_EQ(read_splits(folder.input("no.warc.gz", "not an archive"), {{}}, {}),
            (List{"0  text corrupt"}));
  EXPECT_EQ(read_splits(folder.input("empty.warc.gz", ""), {{}}, {}), List{});
  std::string damaged = make_archive(codec::Compression::kGzip, 3);
  damaged[20] = static_cast<char>(damaged[20] ^ 1);
  EXPECT_EQ(read_splits(folder.input("damaged.warc.gz", damaged), {{}}, {}).size(), 3u);
}

}  // namespace
}  // namespace doppel::ingest
