// Every kind of folder that dedup writes: it has no faults, and forgeries that are only possible in
// that kind are found.
#include <map>

#include "archive/warc_writer.h"
#include "check/forged_folder.h"
#include "codec/pack.h"
#include "support/packed.h"

namespace doppel::checks {
namespace {

using codec::Compression;
using support::TempFolder;

const std::vector<std::string> kNone;

// A request, a page, a copy of it, a near duplicate, and another page.
std::string crawl(Compression compression) {
  codec::Packer packer(compression);
  std::string out;
  int number = 0;
  auto add = [&](std::string_view type, std::string_view uri, const std::string& block) {
    std::string id = "<urn:uuid:" + std::to_string(++number) + ">", record;
    archive::append_warc_record({.type = type,
                                 .record_id = id,
                                 .date = "2026-01-01T00:00:0" + std::to_string(number) + "Z",
                                 .target_uri = uri,
                                 .content_type = "application/http",
                                 .more = {}},
                                block, record);
    packer.pack(record, out);
  };
  auto page = [&](std::string_view uri, const std::string& text) {
    add("response", uri, archive::http_response(200, "OK", "text/html", "<p>" + text + "</p>"));
  };
  add("request", "http://a.example/", "GET / HTTP/1.1\r\n\r\n");
  page("http://a.example/", words(0, 200));
  page("http://a.example/copy", words(0, 200));
  page("http://a.example/near", words(0, 199));
  page("http://a.example/other", words(500, 700));
  return out;
}

TEST(FolderKinds, lines_in_every_packing_have_no_faults) {
  const std::string lines =
      text_of({json_page("http://a/", words(0, 50)), json_page("http://b/", words(0, 50)), "broken",
               json_page("http://c/", words(0, 49))});
  const std::map<std::string, std::string> inputs = {
      {"a.jsonl", lines},
      {"no_end.jsonl", lines + json_page("http://d/", words(600, 700))},
      {"empty.jsonl", ""},
      {"blank.jsonl", "\n \n"},
      {"mark.jsonl", "\xEF\xBB\xBF" + json_page("http://e/", words(800, 900)) + "\r\n"},
      {"a.jsonl.gz", support::gzip(lines)},
      {"members.jsonl.gz", support::gzip(lines) + support::gzip(lines)},
      {"cut.jsonl.gz", support::gzip(lines).substr(0, 60)},
      {"a.jsonl.zst", support::zstd(lines)},
  };
  TempFolder temp;
  std::vector<std::string> paths;
  for (const auto& [name, bytes] : inputs) paths.push_back(temp.write("in/" + name, bytes));
  ASSERT_TRUE(dedup(paths, temp.path("out")));
  EXPECT_EQ(ForgedFolder(temp, "copy", temp.path("out")).faults({true, true}), kNone);
  for (const std::string& path : paths) {  // each alone, so that something is kept of each
    ASSERT_TRUE(dedup({path}, temp.path("one")));
    EXPECT_EQ(ForgedFolder(temp, "copy", temp.path("one")).faults({true, true}), kNone) << path;
    std::filesystem::remove_all(temp.path("one"));
  }
}

TEST(FolderKinds, documents_are_there_or_they_are_not) {
  TempFolder temp;
  const std::string page = "<html><body><p>" + words(0, 200) + "</p></body></html>";
  temp.write("in/a.html", page);
  temp.write("in/below/copy.html", page);
  temp.write("in/below/deeper/other.txt", words(500, 600));
  temp.write("in/empty.txt", "");
  ASSERT_TRUE(dedup({temp.path("in")}, temp.path("out")));
  ForgedFolder folder(temp, "copy", temp.path("out"));
  EXPECT_EQ(folder.faults({true, true}), kNone);
  folder.write("below/copy.html", page);  // removed
  expect_fault(folder.faults(), "below/copy.html: does not contain exactly the kept records");
}

TEST(FolderKinds, archives_have_no_faults) {
  TempFolder temp;
  for (Compression compression :
       {Compression::kNone, Compression::kGzip, Compression::kZstd, Compression::kLz4}) {
    for (bool drop_near : {false, true}) {
      DedupOptions options;
      options.drop_near = drop_near;
      ASSERT_TRUE(dedup({temp.write("a.warc.x", crawl(compression))}, temp.path("out"), options));
      ForgedFolder folder(temp, "copy", temp.path("out"));
      EXPECT_EQ(folder.faults({true, true}), kNone);
      folder.replace("summary.json", drop_near ? "\"drop_near\": true" : "\"drop_near\": false",
                     drop_near ? "\"drop_near\": false" : "\"drop_near\": true");
      expect_fault(folder.faults(), "does not match the certificates and the input");
      std::filesystem::remove_all(temp.path("out"));
    }
  }
}

TEST(FolderKinds, a_later_crawl_is_checked_against_the_index_it_refers_to) {
  TempFolder temp;
  const std::string input = temp.write("a.warc", crawl(Compression::kNone));
  ASSERT_TRUE(dedup({input}, temp.path("first")));
  DedupOptions options;
  options.earlier_indexes = {temp.path("first/index.cdxj")};
  ASSERT_TRUE(dedup({input}, temp.path("later"), options));
  ForgedFolder folder(temp, "copy", temp.path("later"));
  EXPECT_EQ(folder.faults({true, true}), kNone);
  std::filesystem::remove(temp.path("first/index.cdxj"));
  EXPECT_EQ(folder.faults()[0], "error: " + temp.path("first/index.cdxj") + ": no such file");
}

TEST(FolderKinds, a_changed_archive_or_index_is_a_fault) {
  TempFolder temp;
  ASSERT_TRUE(dedup({temp.write("a.warc", crawl(Compression::kNone))}, temp.path("out")));
  const struct {
    const char *file, *from, *to, *fault;
  } rows[] = {
      {"a.warc", "WARC-Refers-To: <urn:uuid:2>", "WARC-Refers-To: <urn:uuid:5>",
       "does not match the certificates"},
      {"a.warc", "level: near", "level: bits", "does not match the certificates"},
      {"a.warc", "GET / ", "PUT / ", "does not match the certificates"},
      {"a.warc", "w555", "w554", "does not match the certificates"},
      {"index.cdxj", "/near", "/nerr", "does not match the archives"},
      {"index.cdxj", "\"offset\": \"", "\"offset\": \"1", "does not match the archives"},
      {"index.cdxj", "\n", "\n\n", "does not match the archives"},
      {"summary.json", "\"revisits\": 1", "\"revisits\": 4294967297", "wrong value of \"written\""},
      {"summary.json", "\"noted\": 1", "\"noted\": 0", "wrong value of \"written\""},
      {"summary.json", "\"passed\": 1", "\"passed\": 2", "wrong value of \"written\""},
      {"summary.json", "\"bytes_in\": ", "\"bytes_in\": 1", "wrong value of \"written\""},
      {"summary.json", "\"bytes_out\": ", "\"bytes_out\": 1", "wrong value of \"written\""},
      {"duplicates.jsonl", "00:00:03Z", "00:00:04Z", "differ between the lists"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(std::string(row.file) + ": " + row.from);
    ForgedFolder folder(temp, "forged", temp.path("out"));
    folder.replace(row.file, row.from, row.to, false);
    expect_fault(folder.faults(), row.fault);
  }
  ForgedFolder folder(temp, "forged", temp.path("out"));
  folder.write("a.warc", folder.read("a.warc") + "\r\n");
  expect_fault(folder.faults(), "does not match the certificates");
  std::filesystem::remove(folder.dir + "/index.cdxj");
  expect_fault(folder.faults(), "index.cdxj: no such file");
}

}  // namespace
}  // namespace doppel::checks
