#include "backup/backup_list.h"

#include <gtest/gtest.h>

namespace doppel::backup {
namespace {

BackupList example() {
  BackupList out;
  out.number = 7;
  out.store = "0123456789abcdef0123456789abcdef";
  out.time_ms = 1762958400000;
  out.round = 12;
  out.files = {{"94A1.sst", 48213, {0x0123456789abcdef, 0xfedcba9876543210}, "000012.sst"},
               {"00ff", 0, {0, 0}, "CURRENT"}};
  return out;
}

// Stored: these bytes never change.
TEST(BackupList, has_these_bytes) {
  const std::string lines =
      "doppel backup 1\n"
      "store 0123456789abcdef0123456789abcdef\n"
      "time 1762958400000\n"
      "round 12\n"
      "file 94A1.sst 48213 0123456789abcdeffedcba9876543210 000012.sst\n"
      "file 00ff 0 00000000000000000000000000000000 CURRENT\n";
  EXPECT_EQ(example().encode(), lines + "end " + hexadecimal(hash128(lines)) + "\n");
}

TEST(BackupList, is_read_as_it_was_written) {
  EXPECT_EQ(BackupList::decode(7, example().encode()), example());
  EXPECT_EQ(example().bytes(), 48213U);
  BackupList nameless = example();
  nameless.store.clear();
  nameless.time_ms = -5;
  EXPECT_EQ(BackupList::decode(7, nameless.encode()), nameless);
}

TEST(BackupList, with_any_flipped_bit_or_cut_is_not_a_list) {
  const std::string bytes = example().encode();
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(BackupList::decode(7, std::string_view(bytes).substr(0, i))) << i;
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_FALSE(BackupList::decode(7, flipped)) << i << " " << bit;
    }
  }
  EXPECT_FALSE(BackupList::decode(7, bytes + "x"));
}

// With the right hash at its end.
std::optional<BackupList> of_lines(const std::string& lines) {
  const std::string all = "doppel backup 1\n" + lines;
  return BackupList::decode(1, all + "end " + hexadecimal(hash128(all)) + "\n");
}

TEST(BackupList, never_names_a_file_outside_of_its_folder) {
  const std::string hash(32, '0');
  EXPECT_TRUE(of_lines("file a 1 " + hash + " b\n"));
  for (const char* name : {"../b", "/b", "..", ".", ".hidden", "a/b", "", "a b", "b\\c", "b\x01"}) {
    EXPECT_FALSE(of_lines("file a 1 " + hash + " " + name + "\n")) << name;
    EXPECT_FALSE(of_lines("file " + std::string(name) + " 1 " + hash + " b\n")) << name;
  }
}

TEST(BackupList, with_other_lines_is_not_a_list) {
  const std::string hash(32, '0');
  for (const std::string& line :
       {"file a -1 " + hash + " b", "file a 1x " + hash + " b",
        "file a 99999999999999999999 " + hash + " b", "file a 1 " + hash.substr(1) + " b",
        "file a 1 " + hash, std::string("round"), std::string("time soon"), std::string("other 1"),
        std::string("")}) {
    EXPECT_FALSE(of_lines(line + "\n")) << line;
  }
}

}  // namespace
}  // namespace doppel::backup
