#include "doppel/read.h"

#include <gtest/gtest.h>

#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::gzip;
using support::TempFolder;

TEST(Read, gives_the_records_of_all_inputs_in_order) {
  TempFolder folder;
  folder.write("d/a.jsonl", "{\"text\": \"1\"}\n\n{\"text\": 2}\n");
  folder.write("d/b.jsonl.gz", gzip("{\"text\": \"3\", \"url\": \"u\", \"id\": [1]}\n"));
  std::string seen;
  Status status = read({folder.path("d")}, {}, [&](const Record& r) {
    EXPECT_EQ(r.input, folder.path(r.at.input == 0 ? "d/a.jsonl" : "d/b.jsonl.gz"));
    seen += std::to_string(r.at.input) + ":" + std::to_string(r.at.record) + " " +
            std::string(r.text) + std::string(r.url) + std::string(r.id) + " " +
            std::string(name(r.reject)) + "\n";
    return true;
  });
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(seen, "0:0 1null none\n0:1 null no_text\n1:0 3u[1] none\n");
}

TEST(Read, stops_when_told) {
  TempFolder folder;
  std::string a = folder.write("a.jsonl", "{\"text\": \"1\"}\n{\"text\": \"2\"}\n");
  std::string b = folder.write("b.jsonl", "{\"text\": \"3\"}\n");
  int calls = 0;
  EXPECT_TRUE(read({a, b}, {}, [&](const Record&) { return ++calls < 2; }).ok());
  EXPECT_EQ(calls, 2);
}

TEST(Read, names_a_missing_input) {
  Status status = read({"/no/such.jsonl"}, {}, [](const Record&) { return true; });
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "/no/such.jsonl: no such file");
}

}  // namespace
}  // namespace doppel
