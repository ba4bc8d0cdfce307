#include "ingest/other_files.h"

#include <gtest/gtest.h>

namespace doppel::ingest {
namespace {

using namespace std::string_view_literals;

std::string_view kind(std::string_view beginning) {
  auto other = other_file(beginning);
  return other ? other->kind : "none";
}

TEST(OtherFiles, are_known_by_their_magics) {
  EXPECT_EQ(kind("PAR1\x15\0"sv), "Parquet");
  EXPECT_EQ(kind("%PDF-1.7\n%..."), "PDF");
  EXPECT_EQ(kind("PK\x03\x04\x14\0\0\0report.docx"sv), "zip");
  EXPECT_EQ(kind("PK\x03\x04\x14\0\0\0archive/data.warc.gz"sv), "WACZ");
  EXPECT_EQ(kind("PK\x03\x04\x14\0\0\0datapackage.json"sv), "WACZ");
  EXPECT_EQ(kind("\xFD"
                 "7zXZ\0\0"sv),
            "xz");
  EXPECT_EQ(kind("BZh91AY"), "bzip2");
  EXPECT_EQ(kind("pages.jsonl" + std::string(246, '\0') + "ustar\0"), "tar");
}

TEST(OtherFiles, utf16_is_known_with_and_without_its_mark) {
  EXPECT_EQ(kind("\xFF\xFE{\0\"\0"sv), "UTF-16");
  EXPECT_EQ(kind("\xFE\xFF\0{\0\""sv), "UTF-16");
  EXPECT_EQ(kind("{\0\"\0t\0"sv), "UTF-16");
  EXPECT_EQ(kind("\0{\0\"\0t"sv), "UTF-16");
  EXPECT_EQ(kind("\xEF\xBB\xBF{\"text\": \"a\"}"), "none");
}

TEST(OtherFiles, indexes_of_archives) {
  const std::string fields =
      "org,example)/ 20140216050221 http://example.org/ text/html 200 ABC - - 43 6 a.warc.gz\n";
  EXPECT_EQ(kind(" CDX N b a m s k r M S V g\n" + fields), "CDX");
  EXPECT_EQ(other_file(" CDX N b a m s k r M S V g\n")->what, "this is a CDX index with 11 fields");
  EXPECT_EQ(kind(fields), "CDX");
  EXPECT_EQ(kind("org,example)/ 20140216050221 {\"url\": \"http://example.org/\"}\n"), "CDXJ");
  // A date as the second word does not make an index.
  EXPECT_EQ(kind("seen 20140216050221 times\n"), "none");
  EXPECT_EQ(kind("{\"a\": 20140216050221 }"), "none");
}

TEST(OtherFiles, an_array_of_documents_is_no_jsonl) {
  EXPECT_EQ(kind("[{\"text\": \"a\"}, {\"text\": \"b\"}]\n"), "JSON array");
  EXPECT_EQ(kind("[\n  {\"text\": \"a\"},\n"), "JSON array");
  EXPECT_EQ(kind("\xEF\xBB\xBF \n[ {\"text\": \"a\"},\r\n{\"text\": \"b\"}]"), "JSON array");
}

TEST(OtherFiles, a_bracket_before_lines_is_a_dirty_line) {
  EXPECT_EQ(kind("[\n{\"text\": \"a\"}\n{\"text\": \"b\"}\n"), "none");
  EXPECT_EQ(kind("[\n{\"text\": \"a\"},\n{\"text\": \"b\"}\n]\n"), "JSON array");
  EXPECT_EQ(kind("[\n{\"text\": \"a\"}\n]\n"), "JSON array");
}

TEST(OtherFiles, dirty_lines_are_no_other_file) {
  for (std::string_view bytes : {""sv, "\n"sv, "{\"text\": \"a\"}\n"sv, "not json\n"sv, "[]"sv,
                                 "[1, 2]\n"sv, "[{\"text\": \"a\"}]\n{\"text\": \"b\"}\n"sv,
                                 "\x7f"
                                 "ELF\0"sv,
                                 "PK"sv, "%PDF"sv, "BZ"sv}) {
    EXPECT_EQ(kind(bytes), "none") << bytes;
  }
}

TEST(OtherFiles, names_tell_the_kind_of_what_is_not_looked_at) {
  EXPECT_EQ(kind_of_name("d/a.PDF"), "PDF");
  EXPECT_EQ(kind_of_name("a.parquet"), "Parquet");
  EXPECT_EQ(kind_of_name("a.cdx.gz"), "CDX");
  EXPECT_EQ(kind_of_name("a.tar.gz"), "tar");
  EXPECT_EQ(kind_of_name("a.MD"), ".md");
  EXPECT_EQ(kind_of_name("README"), "other");
  EXPECT_EQ(kind_of_name(".hidden"), "other");
  EXPECT_EQ(kind_of_name("a.\xff\xfe"), "other");
}

}  // namespace
}  // namespace doppel::ingest
