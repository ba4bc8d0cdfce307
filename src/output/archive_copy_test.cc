#include "output/archive_copy.h"

#include <gtest/gtest.h>

#include <map>

#include "archive/warc_header.h"
#include "archive/warc_writer.h"
#include "base/keyed_hash.h"
#include "codec/pack.h"
#include "doppel/check.h"
#include "support/input_folder.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::output {
namespace {

using support::gzip;
using support::InputFolder;
using support::read_whole;
using support::TempFolder;

using codec::Compression;

std::string words(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i) out += "w" + std::to_string(i) + " ";
  return out;
}

class Crawl {
 public:
  void add(std::string_view type, std::string_view uri, std::string_view block,
           std::string_view digest = "", std::string_view refers_to = "") {
    std::string number = std::to_string(records.size());
    std::string id = "<urn:uuid:" + number + ">", record;
    archive::append_warc_record(
        {.type = type,
         .record_id = id,
         .date = "2026-01-01T00:00:0" + number.substr(0, 1) + ".123456Z",
         .target_uri = uri,
         .content_type = "application/http",
         .more = {{"WARC-Payload-Digest", digest}, {"WARC-Refers-To", refers_to}}},
        block, record);
    records.push_back(record);
  }
  void page(std::string_view uri, const std::string& text, std::string_view digest = "") {
    add("response", uri,
        archive::http_response(200, "OK", "text/html",
                               "<html><body><p>" + text + "</p></body></html>"),
        digest);
  }

  std::vector<std::string> records;
};

// Pages with and without duplicates: copies, a near duplicate, and between them some records that
// are not pages.
Crawl crawl() {
  Crawl out;
  out.add("warcinfo", "", "about");
  out.add("request", "http://a.example/1", "GET / HTTP/1.1\r\n\r\n");
  out.page("http://a.example/1", words(0, 200));
  out.page("http://a.example/copy", words(0, 200));
  out.page("http://a.example/near", words(0, 199));
  out.page("http://a.example/copy2", words(0, 200), "sha1:STATED");
  out.add("metadata", "http://a.example/copy2", "x: y\r\n");
  out.page("http://a.example/other", words(500, 700), "sha256:OTHER");
  out.page("http://a.example/other2", words(500, 700));
  return out;
}

// One file with this many records in each member; 0: all of them in one member.
std::string packed(const Crawl& crawl, Compression compression, size_t records_in_member) {
  codec::Packer packer(compression);
  std::string out, member;
  size_t held = 0;
  for (const std::string& record : crawl.records) {
    member += record;
    if (++held != records_in_member) continue;
    packer.pack(member, out);
    member.clear();
    held = 0;
  }
  if (!member.empty()) packer.pack(member, out);
  return out;
}

struct Outcome {
  std::vector<std::string> records;  // of the archive written
  std::string index;
  ArchiveCounts written;
};

Outcome run(std::string_view name, std::string_view bytes, bool drop_near = false) {
  InputFolder temp;
  std::string out = temp.path("out"), written = out + "/" + std::string(name);
  DedupOptions options;
  options.drop_near = drop_near;
  auto summary = dedup({temp.write(name, bytes)}, out, options);
  EXPECT_TRUE(summary);
  auto report = check(out);
  EXPECT_TRUE(report && report->faults.empty()) << name;
  Outcome outcome{.records = {}, .index = read_whole(out + "/index.cdxj"), .written = {}};
  if (summary) outcome.written = *summary->written;
  EXPECT_TRUE(read({written}, {}, [&](const Record& record) {
                outcome.records.emplace_back(record.bytes);
                return true;
              }).ok());
  return outcome;
}

TEST(ArchiveCopy, writes_the_same_records_however_they_were_packed) {
  for (bool drop_near : {false, true}) {
    Outcome plain = run("a.warc", packed(crawl(), Compression::kNone, 1), drop_near);
    EXPECT_EQ(plain.written.revisits, 3u);
    EXPECT_EQ(plain.written.noted, drop_near ? 0u : 1u);
    EXPECT_EQ(plain.written.non_pages, 3u);
    EXPECT_EQ(plain.records.size(), drop_near ? 8u : 10u);
    for (size_t in_member : {1, 2, 3, 0}) {
      for (Compression compression : {Compression::kGzip, Compression::kZstd, Compression::kLz4}) {
        Outcome other = run("a.warc.x", packed(crawl(), compression, in_member), drop_near);
        EXPECT_EQ(other.records, plain.records) << in_member << " records in a member";
      }
    }
  }
}

TEST(ArchiveCopy, copies_what_is_packed_alone_byte_for_byte) {
  Crawl pages;
  for (int i = 0; i < 4; ++i) {
    pages.page("http://a.example/" + std::to_string(i), words(1000 * i, 1000 * i + 100));
  }
  InputFolder temp;
  std::string bytes;  // level 1, which doppel would not use
  for (const std::string& record : pages.records) bytes += gzip(record, 1);
  ASSERT_TRUE(dedup({temp.write("a.warc.gz", bytes)}, temp.path("out")));
  EXPECT_EQ(read_whole(temp.path("out/a.warc.gz")), bytes);
}

TEST(ArchiveCopy, damage_between_pages_costs_what_it_did_when_it_was_read) {
  Crawl pages = crawl();
  std::string whole, damaged;
  for (size_t i = 0; i < pages.records.size(); ++i) {
    std::string member = gzip(pages.records[i]);
    damaged += i % 3 == 1 ? "\r\n" : std::string(i, '\0');
    damaged += member;
    whole += member;
  }
  EXPECT_EQ(run("a.warc.gz", damaged).records, run("a.warc.gz", whole).records);
}

TEST(ArchiveCopy, the_index_has_the_digests_that_revisits_need) {
  std::string index = run("a.warc.gz", packed(crawl(), Compression::kGzip, 1)).index;
  std::vector<std::string> digests;
  for (size_t at = 0; at < index.size(); at = index.find('\n', at) + 1) {
    std::string line = index.substr(at, index.find('\n', at) - at);
    size_t digest = line.find("\"digest\": \"");
    digests.push_back(digest == line.npos ? "" : line.substr(digest + 11, 6));
  }
  ASSERT_EQ(digests.size(), 6u);  // 1, copy, copy2, near, other, other2
  EXPECT_NE(digests[0], "");
  EXPECT_EQ(digests[0], digests[1]);
  EXPECT_EQ(digests[2], "STATED");
  EXPECT_EQ(digests[3], "");  // no record refers to it
  EXPECT_EQ(digests[4], "OTHER\"");
  EXPECT_EQ(digests[5], digests[4]);
}

// What each revisit of the archive refers to, by the URL of the revisit.
std::map<std::string, std::string> references(const Outcome& outcome) {
  std::map<std::string, std::string> url_of, out;
  for (const std::string& record : outcome.records) {
    archive::WarcHeader head;
    parse_warc_header(record, head);
    if (head.type == archive::WarcType::kResponse)
      url_of[std::string(head.record_id)] = head.target_uri;
  }
  for (const std::string& record : outcome.records) {
    archive::WarcHeader head;
    parse_warc_header(record, head);
    if (head.type != archive::WarcType::kRevisit) continue;
    out[std::string(head.target_uri)] = url_of[std::string(head.refers_to_id)];
  }
  return out;
}

TEST(ArchiveCopy, every_revisit_refers_to_a_response_that_is_there) {
  Crawl crawl;
  crawl.page("http://a.example/1", words(0, 200));
  crawl.page("http://a.example/copy", words(0, 200));
  crawl.page("http://a.example/near", words(0, 199));
  crawl.add("revisit", "http://a.example/of-copy", "", "", "<urn:uuid:1>");
  crawl.add("revisit", "http://a.example/of-near", "", "", "<urn:uuid:2>");
  crawl.add("revisit", "http://a.example/of-revisit", "", "", "<urn:uuid:4>");
  crawl.records.push_back(crawl.records[3]);  // the same again: removed
  for (bool drop_near : {false, true}) {
    Outcome outcome = run("a.warc.gz", packed(crawl, Compression::kGzip, 1), drop_near);
    EXPECT_EQ(references(outcome), (std::map<std::string, std::string>{
                                       {"http://a.example/copy", "http://a.example/1"},
                                       {"http://a.example/of-copy", "http://a.example/1"},
                                       {"http://a.example/of-near", "http://a.example/near"},
                                       {"http://a.example/of-revisit", "http://a.example/near"}}));
    EXPECT_EQ(outcome.written.dropped, drop_near ? 1u : 0u);
  }
}

TEST(ArchiveCopy, an_input_that_is_not_what_was_read_is_an_error) {
  InputFolder temp;
  Crawl one;
  one.page("http://a.example/", words(0, 100));
  std::string bytes = packed(one, Compression::kGzip, 1);
  ingest::Input input = temp.input("a.warc.gz", bytes);
  auto file = ingest::open_archive(input);
  ASSERT_TRUE(file && *file);
  auto copy_with = [&](uint64_t offset, uint64_t length, uint64_t hash, uint64_t record) {
    EditPage page;
    page.stored.at = {.input = 0, .record = record, .offset = offset, .length = length};
    page.stored.stored_hash = hash;
    page.stored.kind = Kind::kHtml;
    ArchiveEdits edits({page}, "", false);
    corpus::PayloadDigests digests;
    ArchiveCopy copy{edits, 0, 1, digests, [](std::string_view) { return Status(); }, 1 << 20};
    auto copied = copy_archive(input, **file, "a", copy);
    return copied ? std::string("copied") : copied.error().message();
  };
  std::string changed = input.path + ": changed while it was being read";
  EXPECT_EQ(copy_with(0, bytes.size(), keyed_hash64(bytes), 0), "copied");
  EXPECT_EQ(copy_with(0, bytes.size(), keyed_hash64(bytes) + 1, 0), changed);
  EXPECT_EQ(copy_with(0, bytes.size(), keyed_hash64(bytes), 1), changed);
  EXPECT_EQ(copy_with(0, 0, keyed_hash64(bytes) + 1, 0), changed);
  EXPECT_EQ(copy_with(bytes.size() + 9, 5, 1, 1), changed);
}

}  // namespace
}  // namespace doppel::output
