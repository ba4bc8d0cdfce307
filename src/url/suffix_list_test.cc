#include "url/suffix_list.h"

#include <gtest/gtest.h>
#include <utime.h>

#include <filesystem>
#include <fstream>

namespace doppel::url {
namespace {

class SuffixLists : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "suffixes-XXXXXX").native();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // A file with these rules, made at that time.
  std::string file(const std::string& rules, int64_t time) {
    const std::string path = folder_ / ("list" + std::to_string(++files_));
    std::ofstream(path) << rules;
    const utimbuf times{time, time};
    EXPECT_EQ(utime(path.c_str(), &times), 0);
    return path;
  }

 private:
  std::filesystem::path folder_;
  int files_ = 0;
};

constexpr int64_t kFeb9 = 1675985219, kDay = 24 * 60 * 60;  // 2023-02-09 23:26:59

TEST_F(SuffixLists, a_file_decides_what_a_domain_is) {
  const auto list = SuffixList::from_file(file("// rules\ntest\nco.test\n", kFeb9));
  ASSERT_TRUE(list);
  EXPECT_EQ(list->registrable_domain("www.a.test"), "a.test");
  EXPECT_EQ(list->registrable_domain("www.a.co.test"), "a.co.test");
  EXPECT_EQ(list->registrable_domain("co.test"), "");
  const auto other = SuffixList::from_file(file("test\n", kFeb9));
  ASSERT_TRUE(other);
  EXPECT_EQ(other->registrable_domain("www.a.co.test"), "co.test");
}

TEST_F(SuffixLists, the_version_tells_lists_apart_by_their_content) {
  const auto list = SuffixList::from_file(file("test\n", kFeb9));
  const auto copy = SuffixList::from_file(file("test\n", kFeb9 + kDay));
  const auto other = SuffixList::from_file(file("test\nco.test\n", kFeb9));
  ASSERT_TRUE(list && copy && other);
  EXPECT_EQ(list->version().date, "2023-02-09");
  EXPECT_EQ(copy->version().date, "2023-02-10");
  EXPECT_EQ(list->version().hash.size(), 16U);
  EXPECT_EQ(list->version(), copy->version());
  EXPECT_FALSE(list->version() == other->version());
}

TEST_F(SuffixLists, what_cannot_be_read_is_no_list) {
  EXPECT_FALSE(SuffixList::from_file("/no/such/list"));
  EXPECT_FALSE(SuffixList::from_file("/"));
  EXPECT_FALSE(SuffixList::from_file(""));
}

TEST(SuffixList, without_a_list_no_host_has_a_domain) {
  const SuffixList none = SuffixList::none();
  EXPECT_EQ(none.registrable_domain("www.example.org"), "");
  EXPECT_EQ(none.version().date, "none");
  EXPECT_EQ(none.version().hash, "none");
}

TEST(SuffixList, that_of_libpsl_has_a_version) {
  const auto list = SuffixList::built_in();
  if (!list) GTEST_SKIP() << "skipped: libpsl was built without a list";
  EXPECT_EQ(list->registrable_domain("www.example.co.uk"), "example.co.uk");
  EXPECT_EQ(list->version().hash.size(), 16U);
}

TEST(SuffixList, that_of_the_machine_is_the_one_in_use) {
  const SuffixList& list = SuffixList::of_machine();
  EXPECT_EQ(suffix_list_version(), list.version());
  EXPECT_EQ(registrable_domain("http://www.example.com/"), list.registrable_domain("example.com"));
}

}  // namespace
}  // namespace doppel::url
