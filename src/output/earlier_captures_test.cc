#include "output/earlier_captures.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "doppel/check.h"
#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel::output {
namespace {

using support::read_whole;
using support::TempFolder;

constexpr std::string_view kA = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

corpus::ArchivePage page_with(std::string_view digest) {
  corpus::ArchivePage page;
  page.kind = Kind::kHtml;
  page.url = "http://e.org/now";
  page.fetched_ms = 1000;
  page.fields.digest = digest;
  return page;
}

Result<EarlierCaptures> read_lines(const std::string& lines, const corpus::ArchivePage& page) {
  TempFolder temp;
  std::string path = temp.write("old.cdxj", lines);
  const corpus::ArchivePage* pages[] = {&page};
  return EarlierCaptures::read(std::span(&path, 1), pages);
}

std::string line(std::string_view time, std::string_view url, std::string_view mime = "text/html") {
  return "org,e)/ " + std::string(time) + " {\"url\": \"" + std::string(url) + "\", \"mime\": \"" +
         std::string(mime) + "\", \"digest\": \"" + std::string(kA) + "\"}\n";
}

TEST(EarlierCaptures, the_earliest_capture_of_a_payload_is_found) {
  std::string digest = "sha1:" + std::string(kA);
  corpus::ArchivePage page = page_with(digest);
  auto read = read_lines("!meta {}\n" + line("20260102000000", "http://e.org/b") +
                             line("20250102030405", "http://e.org/c") +
                             line("20250102030405", "http://e.org/a") + "garbage\n" +
                             line("20200101000000", "http://e.org/r", "warc/revisit") +
                             line("2019", "http://e.org/y") + line("20200101000000", ""),
                         page);
  ASSERT_TRUE(read);
  const archive::Original* found = read->find(digest);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->uri, "http://e.org/a");
  EXPECT_EQ(found->date, "2025-01-02T03:04:05Z");
  EXPECT_EQ(read->find("sha1:" + std::string(32, 'B')), nullptr);
  EXPECT_EQ(read->find("sha256:" + std::string(kA)), nullptr);
  // The same digest in hex.
  EXPECT_EQ(read->find("sha1:" + std::string(40, '0')), found);
}

TEST(EarlierCaptures, a_page_of_the_run_is_no_earlier_capture) {
  std::string digest = "sha1:" + std::string(kA);
  auto read = read_lines(line("19700101000001", "http://e.org/now"), page_with(digest));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

TEST(EarlierCaptures, what_is_no_index_is_an_error) {
  EXPECT_FALSE(read_lines("a CDX N b a m s k r M S V g\nno index\n", page_with("")));
  EXPECT_TRUE(read_lines("", page_with("")));
}

std::string words(int from, int to) {
  std::string out = "<html><body><p>";
  for (int i = from; i < to; ++i) out += "w" + std::to_string(i) + " ";
  return out + "</p></body></html>";
}

void add(std::string_view uri, std::string_view date, const std::string& body, bool lies,
         std::string& out) {
  std::string digest = lies ? archive::sha1_digest("another") : archive::sha1_digest(body);
  std::string record, id = "<urn:" + std::string(uri) + ">";
  archive::append_warc_record({.type = "response",
                               .record_id = id,
                               .date = date,
                               .target_uri = uri,
                               .content_type = "application/http",
                               .more = {{"WARC-Payload-Digest", digest}}},
                              archive::http_response(200, "OK", "text/html", body), record);
  codec::Packer(codec::Compression::kGzip).pack(record, out);
}

struct Written {
  Kind kind;
  std::string url, bytes;
};

std::vector<Written> records_of(const std::string& path) {
  std::vector<Written> out;
  EXPECT_TRUE(read({path}, {}, [&](const Record& record) {
                out.push_back({record.kind, std::string(record.url), std::string(record.bytes)});
                return true;
              }).ok());
  return out;
}

TEST(EarlierCaptures, an_index_that_is_a_pipe_is_refused) {
  TempFolder temp;
  ASSERT_EQ(mkfifo(temp.path("pipe").c_str(), 0600), 0);
  DedupOptions options;
  options.earlier_indexes = {temp.path("pipe")};
  auto summary = dedup({temp.write("a.jsonl", "{\"text\": \"a\"}\n")}, temp.path("out"), options);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code(), StatusCode::kInvalidArgument);
}

// A crawl, and a later one in which a page has not changed and has two copies, and a page states a
// wrong digest.
TEST(EarlierCaptures, a_later_crawl_refers_to_the_earlier_one_and_keeps_the_same_pages) {
  TempFolder temp;
  std::string first, second;
  add("http://e.org/same", "2025-01-01T00:00:00Z", words(0, 200), false, first);
  add("http://e.org/other", "2025-01-01T00:00:00Z", "another", false, first);
  add("http://e.org/same", "2026-01-01T00:00:00Z", words(0, 200), false, second);
  add("http://e.org/copy", "2026-01-01T00:00:00Z", words(0, 200), false, second);
  add("http://e.org/new", "2026-01-01T00:00:00Z", words(500, 700), false, second);
  add("http://e.org/near", "2026-01-01T00:00:00Z", words(0, 199), false, second);
  add("http://e.org/lies", "2026-01-01T00:00:00Z", words(900, 999), true, second);
  ASSERT_TRUE(dedup({temp.write("first.warc.gz", first)}, temp.path("old")));
  std::string input = temp.write("second.warc.gz", second), index = temp.path("old/index.cdxj");
  auto alone = dedup({input}, temp.path("alone"));
  DedupOptions options;
  options.earlier_indexes = {index};
  auto later = dedup({input}, temp.path("later"), options);
  ASSERT_TRUE(alone && later);
  EXPECT_EQ(alone->records, later->records);
  EXPECT_EQ(read_whole(temp.path("alone/duplicates.jsonl")),
            read_whole(temp.path("later/duplicates.jsonl")));
  EXPECT_EQ(later->written->known, 1u);
  EXPECT_EQ(later->written->revisits, 1u);
  EXPECT_EQ(later->written->full, 2u);

  std::vector<Written> written = records_of(temp.path("later/second.warc.gz"));
  ASSERT_EQ(written.size(), 6u);
  for (const Written& record : written) {
    bool refers = record.url == "http://e.org/same" || record.url == "http://e.org/copy";
    EXPECT_EQ(record.kind == Kind::kRevisit, refers) << record.url;
    if (refers) {
      EXPECT_NE(record.bytes.find("WARC-Refers-To-Target-URI: http://e.org/same\r\n"
                                  "WARC-Refers-To-Date: 2025-01-01T00:00:00Z\r\n"),
                record.bytes.npos);
    }
  }
  auto report = check(temp.path("later"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->faults, std::vector<std::string>{});
}

// With the index of the same archives that are read, no page refers to itself.
TEST(EarlierCaptures, the_index_of_the_same_crawl_changes_nothing) {
  TempFolder temp;
  std::string crawl;
  add("http://e.org/long/name", "2026-01-01T00:00:01Z", words(0, 200), false, crawl);
  add("http://e.org/a", "2026-01-01T00:00:02Z", words(0, 200), false, crawl);
  std::string input = temp.write("a.warc.gz", crawl);
  ASSERT_TRUE(dedup({input}, temp.path("one")));
  DedupOptions options;
  options.earlier_indexes = {temp.path("one/index.cdxj")};
  ASSERT_TRUE(dedup({input}, temp.path("two"), options));
  EXPECT_EQ(read_whole(temp.path("one/a.warc.gz")), read_whole(temp.path("two/a.warc.gz")));
}

}  // namespace
}  // namespace doppel::output
