#include "doppel/dedup.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <map>
#include <random>

#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "doppel/check.h"
#include "json/json_value.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel {
namespace {

using support::gzip;
using support::read_whole;
using support::TempFolder;
using support::zstd;

namespace fs = std::filesystem;

std::string record(std::string_view url, std::string_view text) {
  return R"({"url": ")" + std::string(url) + R"(", "text": ")" + std::string(text) + "\"}\n";
}

// A crawl of texts that are edited copies of each other, with some malformed lines between them.
std::string random_crawl(uint32_t seed, int records) {
  std::mt19937 random(seed);
  std::vector<std::string> texts = {"alpha beta gamma"};
  std::string out;
  for (int i = 0; i < records; ++i) {
    std::string text = texts[random() % texts.size()];
    if (random() % 3) text += " w" + std::to_string(random() % 50);
    texts.push_back(text);
    out += record("http://example.org/" + std::to_string(random() % 1000), text);
    if (random() % 10 == 0) out += "{broken\n";
    if (random() % 10 == 0) out += " \t\r\n";
  }
  return out;
}

// All files of a folder by name, summary.json without its seconds.
std::map<std::string, std::string> contents(const std::string& dir) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(dir)) {
    if (!entry.is_regular_file()) continue;
    std::string name = fs::relative(entry.path(), dir), bytes = read_whole(entry.path());
    if (size_t at = bytes.find("\"seconds\""); name == "summary.json" && at != bytes.npos) {
      bytes.erase(at, bytes.find(',', at) - at);
    }
    out[name] = bytes;
  }
  return out;
}

DedupOptions small_texts(uint32_t threads = 1) {
  DedupOptions options;
  options.predicate = {.rules = {.k = 2}, .threshold = {1, 2}};
  options.threads = threads;
  return options;
}

// Large enough to be written in parts: there are long records, copies and malformed lines on both
// sides of the boundaries.
TEST(Dedup, a_file_written_in_parts_is_the_kept_records_in_order) {
  TempFolder temp;
  std::string in, expected;
  for (int i = 0; i < 120; ++i) {
    std::string text;
    for (int word = 0; word < 40'000; ++word) text += std::to_string(i * 7919 + word * 31) + " ";
    const std::string page = record("http://example.org/" + std::to_string(i), text);
    in += page;
    expected += page;
    if (i % 3 == 0) in += record("http://example.org/copy/" + std::to_string(i), text);
    if (i % 4 == 0) in += std::string(300'000, 'x') + "\n";
  }
  ASSERT_GT(in.size(), size_t{40} << 20);
  auto input = temp.write("in.jsonl", in);
  for (uint32_t threads : {1U, 3U}) {
    DedupOptions options;
    options.threads = threads;
    const std::string out = temp.path("out" + std::to_string(threads));
    auto summary = dedup({input}, out, options);
    ASSERT_TRUE(summary) << summary.error().message();
    EXPECT_EQ(summary->records.rejected, 30U);
    EXPECT_EQ(summary->records.removed, 40U);
    EXPECT_TRUE(read_whole(out + "/in.jsonl") == expected) << threads;
  }
}

TEST(Dedup, the_counts_balance_and_kept_records_come_back_unchanged) {
  TempFolder temp;
  std::string a = record("http://a", "one two three four five six"), b = "not json\n",
              c = record("http://b", "ONE two three four five six"),
              d = "{\"text\":   \"something else\", \"extra\": [1,2]}";  // no line end
  auto input = temp.write("in.jsonl", a + b + "\n" + c + d);
  auto summary = dedup({input}, temp.path("out"));
  ASSERT_TRUE(summary) << summary.error().message();
  EXPECT_TRUE(summary->records.balance());
  EXPECT_EQ(summary->records.read, 4U);
  EXPECT_EQ(summary->records.kept, 2U);
  EXPECT_EQ(summary->records.removed, 1U);
  EXPECT_EQ(summary->records.rejected, 1U);
  EXPECT_EQ(read_whole(temp.path("out/in.jsonl")), a + d);
  EXPECT_EQ(read_whole(temp.path("out/summary.json")), summary->json);
}

TEST(Dedup, the_same_bytes_for_any_number_of_threads) {
  TempFolder temp;
  std::vector<std::string> inputs;
  for (uint32_t i = 0; i < 5; ++i) {
    inputs.push_back(temp.write(std::to_string(i) + ".jsonl", random_crawl(i, 60)));
  }
  ASSERT_TRUE(dedup(inputs, temp.path("out1"), small_texts(1)));
  auto truth = contents(temp.path("out1"));
  for (uint32_t threads : {2U, 8U}) {
    std::string dir = temp.path("out" + std::to_string(threads));
    ASSERT_TRUE(dedup(inputs, dir, small_texts(threads)));
    EXPECT_EQ(contents(dir), truth) << threads;
  }
}

TEST(Dedup, compressed_inputs_give_the_same_answer_and_come_back_compressed) {
  TempFolder temp;
  std::string crawl = random_crawl(3, 80);
  auto plain = temp.write("plain.jsonl", crawl);
  auto gz = temp.write("gz.jsonl", gzip(crawl));  // recognised by content, not by name
  auto zst = temp.write("zst.jsonl", zstd(crawl));
  ASSERT_TRUE(dedup({plain}, temp.path("p"), small_texts()));
  ASSERT_TRUE(dedup({gz}, temp.path("g"), small_texts()));
  ASSERT_TRUE(dedup({zst}, temp.path("z"), small_texts()));
  std::string kept = read_whole(temp.path("p/plain.jsonl"));
  std::string kept_gz = read_whole(temp.path("g/gz.jsonl"));
  std::string kept_zst = read_whole(temp.path("z/zst.jsonl"));
  EXPECT_EQ(kept_gz.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(kept_zst.substr(0, 4), "\x28\xb5\x2f\xfd");
  for (auto [dir, file] : {std::pair{"g", "gz.jsonl"}, std::pair{"z", "zst.jsonl"}}) {
    std::string bytes;
    ASSERT_TRUE(read({temp.path(dir) + "/" + file}, {}, [&](const Record& r) {
                  bytes.append(r.bytes);
                  return true;
                }).ok());
    EXPECT_EQ(bytes, kept);
  }
}

TEST(Dedup, inputs_of_one_name_get_distinct_outputs) {
  TempFolder temp;
  auto a = temp.write("a/x.jsonl.gz", gzip(record("", "first")));
  auto b = temp.write("b/x.jsonl.gz", gzip(record("", "second")));
  auto c = temp.write("c/summary.json", record("", "third"));
  auto summary = dedup({a, b, c}, temp.path("out"));
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->inputs[0].output, "x.jsonl.gz");
  EXPECT_EQ(summary->inputs[1].output, "x-2.jsonl.gz");
  EXPECT_EQ(summary->inputs[2].output, "summary-2.json");
}

TEST(Dedup, an_empty_input_is_no_error) {
  TempFolder temp;
  auto input = temp.write("in.jsonl", "");
  auto summary = dedup({input}, temp.path("out"));
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->records.read, 0U);
  EXPECT_EQ(read_whole(temp.path("out/in.jsonl")), "");
  EXPECT_EQ(read_whole(temp.path("out/duplicates.jsonl")), "");
}

TEST(Dedup, a_run_that_is_stopped_leaves_nothing) {
  TempFolder temp;
  auto input = temp.write("in.jsonl", random_crawl(1, 50));
  for (std::string_view phase : {"read", "compare", "write"}) {
    auto summary = dedup({input}, temp.path("out"), small_texts(),
                         [&](const Progress& p) { return p.phase != phase; });
    ASSERT_FALSE(summary) << phase;
    EXPECT_EQ(summary.error().code(), StatusCode::kCancelled);
    EXPECT_FALSE(fs::exists(temp.path("out")));
    EXPECT_FALSE(fs::exists(temp.path("out.partial")));
  }
}

TEST(Dedup, an_input_that_changes_meanwhile_is_an_error) {
  TempFolder temp;
  std::string first = record("http://a", "one two three"),
              other = record("http://a", "one two thrEe");
  auto input = temp.write("in.jsonl", first);
  auto summary = dedup({input}, temp.path("out"), {}, [&](const Progress& p) {
    if (p.phase == "compare") temp.write("in.jsonl", other);
    return true;
  });
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message(), input + ": changed while it was being read");
  EXPECT_FALSE(fs::exists(temp.path("out")));
}

TEST(Dedup, an_archive_that_changes_meanwhile_is_an_error_whatever_becomes_of_it) {
  TempFolder temp;
  std::string bytes;
  for (std::string_view text : {"one two three", "four five six"}) {
    std::string record;
    archive::append_warc_record({.type = "resource", .content_type = "text/plain"}, text, record);
    codec::Packer(codec::Compression::kGzip).pack(record, bytes);
  }
  const std::map<std::string, std::function<void(const std::string&)>> changes = {
      {"grows", [&](const std::string&) { temp.write("in.warc.gz", bytes + bytes); }},
      {"shrinks", [&](const std::string& path) { fs::resize_file(path, bytes.size() - 5); }},
      {"vanishes", [&](const std::string& path) { fs::remove(path); }}};
  for (const auto& [what, change] : changes) {
    for (std::string_view phase : {"read", "compare"}) {
      auto input = temp.write("in.warc.gz", bytes);
      auto summary = dedup({input}, temp.path("out"), {}, [&, &act = change](const Progress& p) {
        if (p.phase == phase) act(input);
        return true;
      });
      ASSERT_FALSE(summary) << what << " " << phase;
      EXPECT_EQ(summary.error().code(), StatusCode::kIo) << what;
      EXPECT_EQ(summary.error().message(), input + ": changed while it was being read") << what;
      EXPECT_FALSE(fs::exists(temp.path("out")));
    }
  }
}

TEST(Dedup, an_input_that_grows_meanwhile_is_an_error) {
  TempFolder temp;
  const std::string first = record("http://a", "one two three");
  auto input = temp.write("in.jsonl", first);
  auto summary = dedup({input}, temp.path("out"), {}, [&](const Progress& p) {
    if (p.phase == "compare") temp.write("in.jsonl", first + record("http://b", "four five six"));
    return true;
  });
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message(), input + ": changed while it was being read");
  EXPECT_FALSE(fs::exists(temp.path("out")));
}

TEST(Dedup, what_cannot_be_carried_out_is_refused_before_anything_is_written) {
  TempFolder temp;
  auto input = temp.write("in.jsonl", record("", "text"));
  auto refused = [&](std::vector<std::string> inputs, const std::string& out,
                     DedupOptions options = {}) {
    auto summary = dedup(inputs, out, options);
    return summary ? std::string("accepted") : std::string(name(summary.error().code()));
  };
  EXPECT_EQ(refused({temp.path("missing")}, temp.path("out")), "not_found");
  EXPECT_EQ(refused({input}, temp.path()), "invalid_argument");  // it contains the input
  temp.write("full/x", "x");
  EXPECT_EQ(refused({input}, temp.path("full")), "already_exists");
  DedupOptions cosine;
  cosine.predicate.measure = Measure::kCosine;
  EXPECT_EQ(refused({input}, temp.path("out"), cosine), "invalid_argument");
  EXPECT_FALSE(fs::exists(temp.path("out")));
}

TEST(Dedup, an_output_that_cannot_be_written_is_an_error) {
  TempFolder temp;
  auto input = temp.write("in.jsonl", record("", "text"));
  temp.write("file", "x");
  auto summary = dedup({input}, temp.path("file/out"));
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code(), StatusCode::kIo);
}

TEST(Dedup, fields_can_have_other_names) {
  TempFolder temp;
  auto input = temp.write("in.jsonl",
                          "{\"body\": \"a b c\", \"link\": \"http://long/\"}\n"
                          "{\"body\": \"A b c\", \"link\": \"http://s/\"}\n");
  DedupOptions options;
  options.fields.text = "body";
  options.fields.url = "link";
  auto summary = dedup({input}, temp.path("out"), options);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->records.kept, 1U);
  EXPECT_EQ(read_whole(temp.path("out/in.jsonl")),
            "{\"body\": \"A b c\", \"link\": \"http://s/\"}\n");
  EXPECT_TRUE(check(temp.path("out"))->faults.empty());
}

TEST(Dedup, presets_are_what_the_guide_says) {
  EXPECT_EQ(predicate_of(Preset::kWeb).to_string(), "jaccard(word,5) >= 4/5");
  EXPECT_EQ(predicate_of(Preset::kShort).to_string(), "jaccard(word,2) >= 7/10");
  EXPECT_EQ(predicate_of(Preset::kPaper).to_string(), "jaccard(word,5,padded) >= 4/5");
}

}  // namespace
}  // namespace doppel
