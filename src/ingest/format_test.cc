#include "ingest/format.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "ingest/archive_format.h"
#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;
using support::zstd;

const std::string kWarc =
    "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\n"
    "a\r\n\r\n";

const Format* format_of(const Input& input) {
  auto content = content_of(input);
  EXPECT_TRUE(content) << content.error().message();
  return content ? &(*content)->format() : nullptr;
}

TEST(Formats, are_told_by_content_and_documents_by_name) {
  InputFolder folder;
  EXPECT_EQ(format_of(folder.input("a", kWarc)), &archive_format());
  EXPECT_EQ(format_of(folder.input("a.gz", gzip(kWarc))), &archive_format());
  EXPECT_EQ(format_of(folder.input("a.html", kWarc)), &archive_format());
  EXPECT_EQ(format_of(folder.input("b.warc", "damaged")), &archive_format());
  EXPECT_EQ(format_of(folder.input("b.html", "{}")), &document_format());
  EXPECT_EQ(format_of(folder.input("b.txt.zst", zstd("%PDF-"))), &document_format());
  EXPECT_EQ(format_of(folder.input("c", "anything")), &jsonl_format());
  EXPECT_EQ(format_of(folder.input("c.gz", gzip("{}"))), &jsonl_format());
  EXPECT_EQ(format_of(folder.input("empty", "")), &jsonl_format());
}

TEST(Formats, what_was_recognised_is_remembered) {
  InputFolder folder;
  Input input = folder.input("a.warc.gz", gzip(kWarc));
  ASSERT_TRUE(set_content(input).ok());
  EXPECT_EQ(input.content->compression(), codec::Compression::kGzip);
  EXPECT_EQ(input.content->suffix(), ".warc");
  const ContentPtr known = input.content;
  ASSERT_TRUE(set_content(input).ok());
  EXPECT_EQ(input.content, known);
  // The file is not asked again what it is.
  folder.write("a.warc.gz", std::string(input.size, '{'));
  EXPECT_EQ(*content_of(input), known);
  auto archive = open_archive(input);
  ASSERT_TRUE(archive && *archive);
  EXPECT_TRUE((*archive)->shape.in_members);
}

TEST(Formats, a_file_that_is_something_else_is_refused_packed_or_not) {
  InputFolder folder;
  for (const std::string& bytes : {std::string("%PDF-1.7\n"), gzip("%PDF-1.7\n")}) {
    const Input input = folder.input("x.jsonl", bytes);
    auto recognised = recognise(input);
    ASSERT_TRUE(recognised && recognised->other);
    EXPECT_EQ(recognised->other->kind, "PDF");
    auto content = content_of(input);
    ASSERT_FALSE(content);
    EXPECT_EQ(content.error().code(), StatusCode::kInvalidArgument);
    EXPECT_TRUE(content.error().message().starts_with(input.path + ": this is a PDF document"));
  }
}

TEST(Formats, a_pipe_is_told_by_its_first_bytes) {
  const Input pipe{.path = "pipe", .read_once = true};
  EXPECT_EQ(&recognise_stream(pipe, kWarc).content->format(), &archive_format());
  EXPECT_EQ(&recognise_stream(pipe, "{}").content->format(), &jsonl_format());
  EXPECT_EQ(&recognise_stream({.path = "a.html"}, "x").content->format(), &document_format());
  EXPECT_EQ(recognise_stream(pipe, "PAR1").other->kind, "Parquet");
}

TEST(Formats, a_document_in_a_pipe_is_one_record) {
  InputFolder folder;
  const std::string path = folder.path("page.html");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << "<p>a\n<p>b\n"; });
  const Input input{.path = path, .read_once = true};
  auto reader = open_reader(input, {}, {});
  ASSERT_TRUE(reader);
  RecordBatch batch;
  ASSERT_TRUE(*(*reader)->next(batch, {}));
  writer.join();
  ASSERT_EQ(batch.records().size(), 1u);
  EXPECT_EQ(batch.records()[0].payload, "<p>a\n<p>b\n");
}

}  // namespace
}  // namespace doppel::ingest
