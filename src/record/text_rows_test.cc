// The rows of a text, byte for byte: docs/design/stored_rows.md shows the same bytes.
#include "record/text_rows.h"

#include <gtest/gtest.h>

namespace doppel {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (int value : values) out.push_back(static_cast<char>(value));
  return out;
}

SignatureRow two_forms() {
  SignatureRow out;
  out.identity = {0x0102030405060708, 0x1112131415161718};
  out.main = StoredForm{300, {1, 0xA0B0C0D0}, {}};
  out.full = StoredForm{301, {}, {7, 1ULL << 63}};
  out.page = {.short_main = false, .names_title = true, .main_words = 5, .title = 6};
  return out;
}

TEST(SignatureRow, golden_bytes) {
  EXPECT_EQ((SignatureRow{.identity = {1, 2}}.encode()),
            bytes({1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(
      two_forms().encode(),
      bytes({1,  11,                                                            // version, parts
             8,  7,  6, 5, 4, 3, 2, 1, 24, 23,   22,   21,   20,   19, 18, 17,  // identity
             44, 1,  0, 0, 2, 1, 0, 0, 0,  0xD0, 0xC0, 0xB0, 0xA0, 0,           // main
             5,  0,  0, 0, 0, 0, 0, 0, 6,  0,    0,    0,    0,    0,  0,  0,  // main words, title,
             45, 1,  0, 0, 0, 2,                                               // full: no keys,
             7,  0,  0, 0, 0, 0, 0, 0, 0,  0,    0,    0,    0,    0,  0,  0x80}));  // two words
}

template <typename Row>
void expect_whole(const Row& row) {
  std::string bytes = row.encode();
  EXPECT_EQ(Row::decode(bytes), row);
  for (size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(Row::decode(bytes.substr(0, cut)));
  EXPECT_FALSE(Row::decode(bytes + '\0'));
  bytes[0] = 2;
  EXPECT_FALSE(Row::decode(bytes)) << "another version";
}

TEST(SignatureRow, is_read_as_it_was_written_and_not_when_cut) {
  expect_whole(SignatureRow{});
  expect_whole(two_forms());
  SignatureRow no_full = two_forms();
  no_full.full.reset();
  no_full.page = {};
  expect_whole(no_full);
  SignatureRow no_main = two_forms();
  no_main.main.reset();
  expect_whole(no_main);
  SignatureRow longest = two_forms();
  longest.main->keys.assign(255, 9);
  longest.main->bitmap.assign(1024, 10);
  expect_whole(longest);
}

TEST(SignatureRow, a_lone_page_has_a_small_one) {
  SignatureRow row{.identity = {1, 2}};
  row.main = StoredForm{400, std::vector<uint32_t>(21), {}};
  EXPECT_EQ(row.encode().size(), 18U + 4 + 1 + 21 * 4 + 1);
}

TEST(SignatureRow, parts_and_lengths_that_do_not_exist_are_refused) {
  std::string row = two_forms().encode();
  row[1] |= 16;
  EXPECT_FALSE(SignatureRow::decode(row));
  // Flags of a page with two forms, in a row with one form.
  std::string one = SignatureRow{.identity = {1, 2}}.encode();
  one[1] = 4;
  EXPECT_FALSE(SignatureRow::decode(one));
  // A bitmap of 2^32 words, then one of 2^31 words that are all missing.
  std::string wide = SignatureRow{.identity = {}, .main = StoredForm{}, .full = {}}.encode();
  wide.back() = 33;
  EXPECT_FALSE(SignatureRow::decode(wide));
  wide.back() = 32;
  EXPECT_FALSE(SignatureRow::decode(wide));
}

}  // namespace
}  // namespace doppel
