#include "corpus/source_texts.h"

#include <gtest/gtest.h>

#include "corpus/page_words_reader.h"
#include "ingest/reader.h"
#include "support/input_folder.h"
#include "support/packed.h"
#include "support/temp_folder.h"

namespace doppel::corpus {
namespace {

using support::gzip;
using support::InputFolder;
using support::TempFolder;

const std::string kLines =
    "\xEF\xBB\xBF{\"text\": \"first\"}\n"
    "\n{\"text\": \"caf\\u00e9 \\\"quoted\\\"\", \"id\": 7}\r\n"
    "{\"text\": \"\"}\n{\"html\": \"<p>a page \\n of its own</p>\"}\n{\"html\": "
    "\"\"}\n{broken\n{\"text\": \"last, without an end\"}";

// Stores the texts of all records of the inputs; their texts by form.
std::vector<std::string> store_all(const std::vector<ingest::Input>& inputs, SourceTexts& store) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    auto reader = ingest::open_reader(inputs[i], {.input = i}, {});
    RecordBatch batch;
    PageWordsReader words_reader(View::kMain);
    while (*(*reader)->next(batch, {})) {
      for (const Record& record : batch.records()) {
        if (record.reject != Reject::kNone) continue;
        std::string_view text = words_reader.of(record, batch.arena()).text;
        EXPECT_TRUE(store.append(text, text_location(record, record.at)).ok());
        out.emplace_back(text);
      }
    }
  }
  return out;
}

TEST(SourceTexts, reads_every_text_again_wherever_it_stands) {
  InputFolder folder;
  std::vector<ingest::Input> inputs = {folder.input("a.jsonl", kLines),
                                       folder.input("b.jsonl.gz", gzip(kLines))};
  for (int i = 0; i < 20; ++i) {
    inputs.push_back(
        folder.input(std::to_string(i), R"({"text": "number )" + std::to_string(i) + "\"}\n"));
  }
  auto store = SourceTexts::create(inputs, {}, std::make_unique<texts::MemoryTexts>());
  ASSERT_TRUE(store);
  auto texts = store_all(inputs, **store);
  ASSERT_EQ(texts.size(), 32U);
  auto reader = (*store)->reader();
  const auto count = static_cast<uint32_t>(texts.size());
  for (uint32_t i = 0; i < 3 * count; ++i) {
    uint32_t form = i < 2 * count ? i % count : 3 * count - 1 - i;  // twice onward, once backward
    auto text = reader->text({form});
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, texts[form]);
  }
}

TEST(SourceTexts, texts_are_equal_however_they_are_escaped) {
  InputFolder folder;
  const std::string lines =
      "{\"text\": \"caf\\u00e9\"}\n{\"text\": \"caf\\u00e9\"}\n{\"text\": \"caf\xC3\xA9\"}\n"
      "{\"text\": \"caf\\u00ea\"}\n{\"html\": \"caf\\u00e9\"}\n";
  std::vector<ingest::Input> inputs = {folder.input("a.jsonl", lines)};
  auto store = SourceTexts::create(inputs, {}, std::make_unique<texts::MemoryTexts>());
  ASSERT_TRUE(store);
  auto texts = store_all(inputs, **store);
  ASSERT_EQ(texts.size(), 5U);
  auto stored = (*store)->reader();
  auto reader = ingest::open_reader(inputs[0], {}, {});
  RecordBatch batch;
  ASSERT_TRUE(*(*reader)->next(batch, {}));
  for (uint32_t form = 0; form < texts.size(); ++form) {
    for (uint32_t other = 0; other < texts.size(); ++other) {
      const Record& record = batch.records()[other];
      auto same = stored->equals({form}, texts[other], text_location(record, record.at));
      ASSERT_TRUE(same);
      EXPECT_EQ(*same, texts[form] == texts[other]) << form << " " << other;
    }
  }
}

// Longer than a window, near each other and far apart.
TEST(SourceTexts, windows_change_nothing) {
  InputFolder folder;
  std::string lines;
  for (size_t i = 0; i < 300; ++i) {
    lines += R"({"text": ")" + std::to_string(i) + std::string(i * i % 7919, 'x') + "\\t\"}\n";
    if (i % 100 == 7) lines += R"({"text": ")" + std::string(300'000 + i, 'y') + "\"}\n";
  }
  std::vector<ingest::Input> inputs = {folder.input("a.jsonl", lines)};
  auto store = SourceTexts::create(inputs, {}, std::make_unique<texts::MemoryTexts>());
  ASSERT_TRUE(store);
  auto texts = store_all(inputs, **store);
  for (uint32_t step : {1U, 2U, 5U, 50U}) {
    auto reader = (*store)->reader();
    for (uint32_t form = 0; form < texts.size(); form += step) {
      auto text = reader->text({form});
      ASSERT_TRUE(text);
      ASSERT_EQ(*text, texts[form]);
    }
  }
}

TEST(SourceTexts, an_input_that_changes_is_an_error) {
  InputFolder folder;
  std::vector<ingest::Input> inputs = {folder.input("a.jsonl", kLines)};
  auto store = SourceTexts::create(inputs, {}, std::make_unique<texts::MemoryTexts>());
  ASSERT_TRUE(store);
  store_all(inputs, **store);
  folder.write("a.jsonl", "{}\n");
  auto text = (*store)->reader()->text({1});
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code(), StatusCode::kIo);
}

}  // namespace
}  // namespace doppel::corpus
