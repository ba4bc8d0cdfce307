#include "io/file_window.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "support/temp_folder.h"

namespace doppel::io {
namespace {

using support::TempFolder;

std::string random_bytes(size_t size) {
  std::mt19937 random(7);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(FileWindow, gives_the_bytes_of_the_file_wherever_they_are_wanted) {
  TempFolder temp;
  const std::string bytes = random_bytes(100'000);
  auto file = std::make_shared<const File>(*File::open(temp.write("file", bytes)));
  std::mt19937 random(8);
  for (size_t ahead : {size_t{1}, size_t{100}, FileWindow::kHop, FileWindow::kReadAhead}) {
    FileWindow window("file", file, bytes.size(), ahead);
    size_t at = 0;
    for (int i = 0; i < 2000; ++i) {
      at = random() % 4 == 0 ? random() % (bytes.size() + 10) : at + random() % 200;
      const size_t wanted = random() % 1000;
      const std::string_view expected =
          at < bytes.size() ? std::string_view(bytes).substr(at) : std::string_view();
      const std::string_view found = window.at(at, wanted);
      ASSERT_GE(found.size(), std::min(wanted, expected.size()));
      ASSERT_EQ(found, expected.substr(0, found.size()));
      std::string copied(wanted, '?');
      const size_t n = window.read(at, copied);
      ASSERT_EQ(copied.substr(0, n), expected.substr(0, wanted));
    }
    EXPECT_TRUE(window.status().ok());
  }
}

TEST(FileWindow, bytes_that_are_cut_off_meanwhile_are_an_error_and_no_signal) {
  TempFolder temp;
  const std::string path = temp.write("file", std::string(100'000, 'x'));
  auto window = *FileWindow::open(path);
  std::filesystem::resize_file(path, 20'000);
  EXPECT_EQ(window->at(0, 50'000), "");
  EXPECT_EQ(window->status().code(), StatusCode::kIo);
  EXPECT_EQ(window->status().message(), path + ": changed while it was being read");
  EXPECT_EQ(window->at(0, 1), "");  // and so it stays
}

TEST(FileWindow, copies_of_bytes_that_are_cut_off_are_an_error_too) {
  TempFolder temp;
  const std::string path = temp.write("file", std::string(100'000, 'x'));
  auto window = *FileWindow::open(path);
  std::filesystem::resize_file(path, 20'000);
  std::string into(30'000, '\0');
  EXPECT_EQ(window->read(0, into), 0u);
  EXPECT_FALSE(window->status().ok());
}

TEST(FileWindow, what_it_held_of_a_large_unit_is_given_back) {
  class Counted final : public TableMemory {
   public:
    size_t bytes = 0;

   private:
    void* do_allocate(size_t n, size_t alignment) override {
      bytes += n;
      return usual_memory()->allocate(n, alignment);
    }
    void do_deallocate(void* address, size_t n, size_t alignment) override {
      bytes -= n;
      usual_memory()->deallocate(address, n, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
      return this == &other;
    }
  };
  TempFolder temp;
  constexpr size_t kSize = size_t{12} << 20, kLarge = size_t{8} << 20;
  auto file = std::make_shared<const File>(*File::open(temp.write("f", std::string(kSize, 'x'))));
  Counted memory;
  FileWindow window("f", file, kSize, FileWindow::kReadAhead, &memory);
  EXPECT_GE(window.at(0, kLarge).size(), kLarge);
  EXPECT_GE(memory.bytes, kLarge);
  for (size_t at = kLarge; at < kSize; at += 10'000) window.at(at, 1000);
  EXPECT_LE(memory.bytes, 2 * FileWindow::kReadAhead);
}

TEST(FileWindow, a_file_that_is_not_there_is_not_found) {
  EXPECT_EQ(FileWindow::open("/nowhere/x").status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace doppel::io
