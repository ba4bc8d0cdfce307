#include "ingest/documents.h"

#include <gtest/gtest.h>

#include "doppel/read.h"
#include "ingest/record_lines.h"
#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;

// "0 html <p>a" a record: input, kind, payload or reason.
std::string records(const std::string& input, uint64_t limit = uint64_t{1} << 20) {
  std::string out;
  ReadOptions options;
  options.max_record_bytes = limit;
  Status status = read({input}, options, [&](const Record& r) {
    out += std::to_string(r.at.input) + " " + std::string(name(r.kind)) + " " +
           std::string(r.reject == Reject::kNone ? r.kind == Kind::kText ? r.text : r.payload
                                                 : name(r.reject)) +
           "|";
    return true;
  });
  EXPECT_TRUE(status.ok()) << status.message();
  return out;
}

TEST(Documents, are_known_by_their_names) {
  for (const char* path : {"a.html", "d/a.htm.gz", "a.xhtml", "a.shtml.zst"}) {
    EXPECT_TRUE(is_html_document(path) && is_document(path)) << path;
  }
  EXPECT_TRUE(is_document("a.txt"));
  EXPECT_FALSE(is_html_document("a.txt"));
  for (const char* path : {"a.jsonl", "a.html.jsonl", "html", "-", "a.gz"}) {
    EXPECT_FALSE(is_document(path)) << path;
  }
}

TEST(Documents, are_one_record_whatever_is_in_them) {
  InputFolder folder;
  EXPECT_EQ(records(folder.write("a.html", "<p>a\n\n<p>b\n")), "0 html <p>a\n\n<p>b\n|");
  EXPECT_EQ(records(folder.write("a.txt", "{\"text\": \"x\"}\n")), "0 plain {\"text\": \"x\"}\n|");
  EXPECT_EQ(records(folder.write("b.html", "")), "0 html |");
  EXPECT_EQ(records(folder.write("c.html.gz", gzip("<p>\nc"))), "0 html <p>\nc|");
  EXPECT_EQ(records(folder.write("large.html", "12\n45\n78"), 5), "0 text too_large|");
}

TEST(Documents, are_one_line_of_the_second_pass_too) {
  InputFolder folder;
  std::string seen;
  Status status =
      for_each_record_line(folder.input("a.html", "\n<p>\n"), 100, [&](const auto& line) {
        seen += std::string(line.bytes) + "|";
        return true;
      });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(seen, "\n<p>\n|");
}

TEST(Documents, of_a_folder_are_read_when_it_holds_no_records) {
  InputFolder folder;
  folder.write("d/b.txt", "b");
  folder.write("d/a/a.html", "a");
  folder.write("d/x.css", "x");
  EXPECT_EQ(records(folder.path("d")), "0 html a|1 plain b|");
  folder.write("d/r.jsonl", "{\"text\": \"r\"}\n");
  EXPECT_EQ(records(folder.path("d")), "0 text r|");
}

TEST(Documents, may_be_a_field_of_a_record) {
  InputFolder folder;
  EXPECT_EQ(records(folder.write("a.jsonl",
                                 "{\"html\": \"<p>\\u00e9\"}\n{\"html\": \"h\", \"text\": \"t\"}\n"
                                 "{\"html\": 1}\n{\"html\": \"\\ud800\"}\n")),
            "0 html <p>é|0 text t|0 text no_text|0 text invalid_json|");
}

}  // namespace
}  // namespace doppel::ingest
