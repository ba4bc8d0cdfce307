#include "codec/output_file.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/byte_stream.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::codec {
namespace {

using support::gzip;
using support::read_whole;
using support::TempFolder;
using support::zstd;
using support::zstd_skippable;

constexpr Compression kAll[] = {Compression::kNone, Compression::kGzip, Compression::kZstd};

std::string unpacked(const std::string& path) {
  auto stream = open_stream(*io::open_source(path));
  std::string out, buffer(10000, '\0');
  for (size_t n = buffer.size(); n == buffer.size(); out.append(buffer, 0, n)) {
    n = *(*stream)->read(buffer);
  }
  EXPECT_EQ((*stream)->end().reason, Reject::kNone) << (*stream)->end().detail;
  return out;
}

void write_file(const std::string& path, Compression compression, std::string_view bytes,
                size_t step) {
  Result<OutputFile> file = OutputFile::create(path, compression);
  ASSERT_TRUE(file.has_value()) << file.status().message();
  for (size_t at = 0; at < bytes.size(); at += step) {
    ASSERT_TRUE(file->write(bytes.substr(at, step)).ok());
  }
  ASSERT_TRUE(file->finish().ok());
}

std::string noise(size_t bytes) {
  std::mt19937 random(3);
  std::string out(bytes, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(OutputFile, gives_the_bytes_back_in_every_compression) {
  TempFolder folder;
  std::string path = folder.path("x");
  for (Compression compression : kAll) {
    for (const std::string& bytes : {std::string(), std::string("a\n"), noise(1'000'000)}) {
      write_file(path, compression, bytes, 12345);
      EXPECT_TRUE(unpacked(path) == bytes);
    }
  }
}

TEST(OutputFile, is_of_the_compression_that_was_asked_for_even_when_empty) {
  TempFolder folder;
  std::string path = folder.path("x");
  for (Compression compression : kAll) {
    write_file(path, compression, "", 1);
    EXPECT_EQ(*compression_of(path), compression);
  }
}

TEST(OutputFile, depends_on_nothing_but_the_bytes) {
  TempFolder folder;
  std::string bytes = noise(10'000) + std::string(900'000, 'x');
  for (Compression compression : kAll) {
    write_file(folder.path("a"), compression, bytes, bytes.size());
    write_file(folder.path("b"), compression, bytes, 777);
    EXPECT_TRUE(read_whole(folder.path("a")) == read_whole(folder.path("b")));
  }
}

TEST(OutputFile, makes_the_folders_above_it_and_replaces_what_was_there) {
  TempFolder folder;
  std::string path = folder.path("a/b/c.jsonl");
  write_file(path, Compression::kNone, "a longer text", 100);
  write_file(path, Compression::kNone, "short", 100);
  EXPECT_EQ(read_whole(path), "short");
}

TEST(OutputFile, names_the_file_and_the_reason_when_the_disk_is_full) {
  for (Compression compression : kAll) {
    Result<OutputFile> file = OutputFile::create("/dev/full", compression);
    ASSERT_TRUE(file.has_value());
    Status status = file->write(noise(1'000'000));
    if (status.ok()) status = file->finish();
    EXPECT_EQ(status.code(), StatusCode::kIo);
    EXPECT_EQ(status.message(), "/dev/full: no space left on device");
  }
}

TEST(OutputFile, tells_a_small_file_on_a_full_disk_at_finish) {
  Result<OutputFile> file = OutputFile::create("/dev/full", Compression::kNone);
  EXPECT_TRUE(file->write("a\n").ok());
  EXPECT_EQ(file->finish().message(), "/dev/full: no space left on device");
}

TEST(OutputFile, names_a_path_that_cannot_be_made) {
  TempFolder folder;
  folder.write("file", "");
  EXPECT_EQ(OutputFile::create(folder.path("file/x"), Compression::kNone).error().message(),
            folder.path("file") + ": not a directory");
  EXPECT_EQ(OutputFile::create(folder.path(), Compression::kNone).error().message(),
            folder.path() + ": is a directory");
}

TEST(OutputFile, left_unfinished_is_not_a_whole_file) {
  TempFolder folder;
  std::string path = folder.path("x");
  for (Compression compression : {Compression::kGzip, Compression::kZstd}) {
    {
      Result<OutputFile> file = OutputFile::create(path, compression);
      ASSERT_TRUE(file->write(noise(1'000'000)).ok());
    }
    auto stream = open_stream(io::memory_source(read_whole(path)));
    std::string buffer(2'000'000, '\0');
    ASSERT_TRUE((*stream)->read(buffer).has_value());
    EXPECT_EQ((*stream)->end().reason, Reject::kTruncated);
  }
}

TEST(Compression, is_told_by_content) {
  TempFolder folder;
  EXPECT_EQ(*compression_of(folder.write("a.gz", "plain")), Compression::kNone);
  EXPECT_EQ(*compression_of(folder.write("b.txt", gzip("x"))), Compression::kGzip);
  EXPECT_EQ(*compression_of(folder.write("c", zstd("x"))), Compression::kZstd);
  EXPECT_EQ(*compression_of(folder.write("d", zstd_skippable("x"))), Compression::kZstd);
  EXPECT_EQ(*compression_of(folder.write("e", "")), Compression::kNone);
  EXPECT_EQ(*compression_of(folder.write("f", "\x1f")), Compression::kNone);
  EXPECT_EQ(compression_of(folder.path("gone")).error().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace doppel::codec
