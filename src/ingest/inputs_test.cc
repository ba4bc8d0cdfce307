#include "ingest/inputs.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "support/temp_folder.h"

namespace doppel::ingest {
namespace {

using support::TempFolder;

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

class Inputs : public testing::Test {
 protected:
  Inputs() { fs::current_path(folder_.path()); }
  ~Inputs() override { fs::current_path(before_); }

  InputList expand(const Strings& patterns, const Strings& reserved = {}) {
    Result<InputList> list = expand_inputs(patterns, reserved);
    EXPECT_TRUE(list.has_value()) << list.status().message();
    return list.value_or({});
  }
  Strings paths(const Strings& patterns) {
    Strings out;
    for (const Input& input : expand(patterns).inputs) out.push_back(input.path);
    return out;
  }
  Strings names(const Strings& patterns, const Strings& reserved = {}) {
    Strings out;
    for (const Input& input : expand(patterns, reserved).inputs) out.push_back(input.output_name);
    return out;
  }
  void expect_error(const std::string& pattern, StatusCode code, const std::string& message) {
    Result<InputList> list = expand_inputs(Strings{pattern}, {});
    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(name(list.error().code()), name(code));
    EXPECT_EQ(list.error().message(), message);
  }

  fs::path before_ = fs::current_path();
  TempFolder folder_;
};

TEST_F(Inputs, passes_over_what_a_run_left_unfinished) {
  folder_.write("crawl/a.jsonl", "");
  folder_.write("crawl/clean.partial/old.jsonl", "");
  folder_.write("crawl/clean.partial/.doppel-run/spool-0", "");
  EXPECT_EQ(expand({"crawl"}).inputs.size(), 1u);
  EXPECT_EQ(expand({"crawl/clean.partial"}).inputs.size(), 1u);  // unless it is asked for
}

TEST_F(Inputs, knows_a_file_by_path_size_and_base_name) {
  folder_.write("a/x.jsonl", "12345");
  InputList list = expand({"a/x.jsonl"});
  ASSERT_EQ(list.inputs.size(), 1u);
  EXPECT_EQ(list.inputs[0].path, "a/x.jsonl");
  EXPECT_EQ(list.inputs[0].output_name, "x.jsonl");
  EXPECT_EQ(list.inputs[0].size, 5u);
  EXPECT_FALSE(list.inputs[0].read_once);
  EXPECT_EQ(list.inputs[0].data_path(), "a/x.jsonl");
}

TEST_F(Inputs, takes_a_named_file_whatever_its_suffix) {
  folder_.write("x.txt", "");
  EXPECT_EQ(paths({"x.txt"}), Strings{"x.txt"});
}

TEST_F(Inputs, walks_a_folder_in_byte_order_of_the_path) {
  for (const char* name : {"d/b.jsonl", "d/a/z.ndjson", "d/a.jsonl", "d/a-b.json", "d/B.jsonl.gz",
                           "d/c.json.zst", "d/e.jsonl.zstd", "d/.hidden.jsonl", "d/notes.txt",
                           "d/x.gz", "d/deep/er/y.jsonl", "d/x.jsonl.bz2", "d/\xc3\xa9.jsonl"}) {
    folder_.write(name, "");
  }
  Strings expected{".hidden.jsonl", "B.jsonl.gz",    "a-b.json",   "a.jsonl",
                   "a/z.ndjson",    "b.jsonl",       "c.json.zst", "deep/er/y.jsonl",
                   "e.jsonl.zstd",  "\xc3\xa9.jsonl"};
  EXPECT_EQ(names({"d"}), expected);
  for (std::string& path : expected) path = "d/" + path;
  EXPECT_EQ(paths({"d"}), expected);
  EXPECT_EQ(paths({"d/"}), expected);
}

TEST_F(Inputs, passes_over_a_pipe_in_a_folder_with_a_warning) {
  folder_.write("d/a.jsonl", "");
  ASSERT_EQ(mkfifo("d/pipe.jsonl", 0600), 0);
  InputList list = expand({"d"});
  ASSERT_EQ(list.inputs.size(), 1U);
  EXPECT_EQ(list.inputs[0].path, "d/a.jsonl");
  EXPECT_EQ(list.warnings,
            (Strings{"d/pipe.jsonl: skipped, because it is a pipe, a socket or a device"}));
}

TEST_F(Inputs, follows_links_to_files_but_not_to_folders_below_a_folder) {
  folder_.write("d/a.jsonl", "");
  folder_.write("other/b.jsonl", "123");
  fs::create_symlink("../other/b.jsonl", "d/link.jsonl");
  fs::create_directory_symlink("..", "d/up");
  fs::create_directory_symlink(".", "d/loop.jsonl");
  EXPECT_EQ(paths({"d"}), (Strings{"d/a.jsonl", "d/link.jsonl"}));
  fs::create_directory_symlink("d", "named");
  EXPECT_EQ(paths({"named"}), (Strings{"named/a.jsonl", "named/link.jsonl"}));
}

TEST_F(Inputs, expands_a_glob_relative_to_its_fixed_folder) {
  folder_.write("g/1/b.jsonl", "");
  folder_.write("g/1/a.jsonl", "");
  folder_.write("g/2/a.jsonl", "");
  folder_.write("g/2/c.txt", "");
  EXPECT_EQ(paths({"g/*/*.jsonl"}), (Strings{"g/1/a.jsonl", "g/1/b.jsonl", "g/2/a.jsonl"}));
  EXPECT_EQ(names({"g/*/*.jsonl"}), (Strings{"1/a.jsonl", "1/b.jsonl", "2/a.jsonl"}));
  EXPECT_EQ(names({"g/[12]/?.txt"}), Strings{"2/c.txt"});
  EXPECT_EQ(names({folder_.path("g/1/[!b].jsonl")}), Strings{"a.jsonl"});
}

TEST_F(Inputs, walks_the_folders_a_glob_matches) {
  folder_.write("g/x/deep/b.jsonl", "");
  folder_.write("g/y.jsonl", "");
  folder_.write("g/empty/notes.md", "");
  EXPECT_EQ(names({"g/*"}), (Strings{"x/deep/b.jsonl", "y.jsonl"}));
}

TEST_F(Inputs, prefers_a_file_with_that_very_name_to_a_glob) {
  folder_.write("[a].jsonl", "");
  folder_.write("a.jsonl", "");
  EXPECT_EQ(paths({"[a].jsonl"}), Strings{"[a].jsonl"});
}

TEST_F(Inputs, gives_every_input_an_output_name_of_its_own) {
  folder_.write("1/x.tar.jsonl", "");
  folder_.write("2/x.tar.jsonl", "");
  folder_.write("3/x.tar.jsonl", "");
  folder_.write("3/x", "");
  folder_.write("4/x", "");
  EXPECT_EQ(names({"1/x.tar.jsonl", "2/x.tar.jsonl", "3/x.tar.jsonl", "3/x", "4/x"}),
            (Strings{"x.tar.jsonl", "x-2.tar.jsonl", "x-3.tar.jsonl", "x", "x-2"}));
}

TEST_F(Inputs, keeps_reserved_names_free) {
  folder_.write("a/summary.json", "");
  folder_.write("a/deep/summary.json", "");
  EXPECT_EQ(names({"a"}, {"summary.json"}), (Strings{"deep/summary.json", "summary-2.json"}));
}

TEST_F(Inputs, never_gives_a_file_the_name_of_a_folder) {
  folder_.write("a/x.jsonl", "");
  folder_.write("b/x.jsonl/y.jsonl", "");
  EXPECT_EQ(names({"a", "b"}), (Strings{"x.jsonl", "x-2.jsonl/y.jsonl"}));
  EXPECT_EQ(names({"b", "a"}), (Strings{"x.jsonl/y.jsonl", "x-2.jsonl"}));
}

TEST_F(Inputs, never_lets_an_output_name_lead_out_of_its_folder) {
  folder_.write("x.jsonl", "");
  folder_.write("a1/y.jsonl", "");
  EXPECT_EQ(names({"a*/../x.jsonl"}), Strings{"a1/x.jsonl"});
  EXPECT_EQ(names({"./a1/../x.jsonl"}), Strings{"x.jsonl"});
}

TEST_F(Inputs, reads_a_file_named_twice_once_and_warns) {
  folder_.write("d/x.jsonl", "");
  fs::create_symlink("d/x.jsonl", "link.jsonl");
  InputList list = expand({"d/x.jsonl", "d/../d/x.jsonl", "d", "link.jsonl", "-", "-"});
  ASSERT_EQ(list.inputs.size(), 2u);
  EXPECT_EQ(list.warnings,
            (Strings{"d/../d/x.jsonl: named twice, read once", "d/x.jsonl: named twice, read once",
                     "link.jsonl: named twice, read once", "-: named twice, read once"}));
}

TEST_F(Inputs, knows_standard_input) {
  InputList list = expand({"-"});
  ASSERT_EQ(list.inputs.size(), 1u);
  EXPECT_EQ(list.inputs[0].path, "-");
  EXPECT_EQ(list.inputs[0].output_name, "stdin.jsonl");
  EXPECT_TRUE(list.inputs[0].read_once);
  EXPECT_EQ(list.inputs[0].size, 0u);
}

TEST_F(Inputs, reads_pipes_and_devices_once) {
  ASSERT_EQ(mkfifo("pipe", 0600), 0);
  InputList list = expand({"pipe", "/dev/null"});
  ASSERT_EQ(list.inputs.size(), 2u);
  EXPECT_TRUE(list.inputs[0].read_once);
  EXPECT_TRUE(list.inputs[1].read_once);
}

TEST_F(Inputs, refuses_a_socket) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "socket");
  ASSERT_EQ(bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  expect_error("socket", StatusCode::kIo, "socket: neither a file nor a pipe");
  close(descriptor);
}

TEST_F(Inputs, names_what_is_missing) {
  folder_.write("empty/notes.md", "");
  expect_error("missing.jsonl", StatusCode::kNotFound, "missing.jsonl: no such file");
  expect_error("no/such.jsonl", StatusCode::kNotFound, "no/such.jsonl: no such file");
  expect_error("", StatusCode::kInvalidArgument, "the name of an input is empty");
  expect_error("*.jsonl", StatusCode::kNotFound, "*.jsonl: no file matches");
  expect_error("emp*", StatusCode::kNotFound, "emp*: no file matches");
  expect_error("empty", StatusCode::kNotFound,
               "empty: no .jsonl, .ndjson, .json, .warc, .wet or .arc files (plain, .gz, .zst or "
               ".lz4) in this folder, and no .html or .txt files");
}

TEST_F(Inputs, names_links_that_lead_nowhere) {
  fs::create_symlink("loop.jsonl", "loop.jsonl");
  expect_error("loop.jsonl", StatusCode::kIo, "loop.jsonl: too many levels of symbolic links");
  fs::create_directory("d");
  fs::create_symlink("gone", "d/broken.jsonl");
  expect_error("d", StatusCode::kNotFound, "d/broken.jsonl: no such file");
}

TEST_F(Inputs, names_what_may_not_be_read) {
  folder_.write("closed/x.jsonl", "");
  folder_.write("x.jsonl", "");
  fs::permissions(folder_.path(), fs::perms::all);
  fs::permissions("closed", fs::perms::none);
  fs::permissions("x.jsonl", fs::perms::none);
  constexpr uid_t kNobody = 65534;
  uid_t user = geteuid();
  if (user == 0) {
    ASSERT_EQ(seteuid(kNobody), 0);  // root may read everything
  }
  expect_error("closed", StatusCode::kIo, "closed: permission denied");
  expect_error("x.jsonl", StatusCode::kIo, "x.jsonl: permission denied");
  expect_error("closed/x.jsonl", StatusCode::kIo, "closed/x.jsonl: permission denied");
  ASSERT_EQ(seteuid(user), 0);
  fs::permissions("closed", fs::perms::all);
}

TEST_F(Inputs, names_that_are_too_long_or_below_a_file_are_errors) {
  folder_.write("file", "");
  const std::string name(5000, 'x');
  expect_error(name, StatusCode::kIo, name + ": file name too long");
  expect_error("file/x.jsonl", StatusCode::kIo, "file/x.jsonl: not a directory");
  EXPECT_FALSE(read_file_list(name));
  fs::create_symlink("loop", "loop");
  EXPECT_EQ(read_file_list("loop/x").error().message(),
            "loop/x: too many levels of symbolic links");
}

TEST_F(Inputs, a_folder_called_partial_is_read_unless_a_run_left_it) {
  folder_.write("d/mine.partial/a.jsonl", "");
  folder_.write("d/left.partial/b.jsonl", "");
  folder_.write("d/left.partial/.doppel-run/spool-0", "");
  auto list = expand_inputs(Strings{"d"}, {});
  ASSERT_TRUE(list);
  ASSERT_EQ(list->inputs.size(), 1U);
  EXPECT_EQ(list->inputs[0].path, "d/mine.partial/a.jsonl");
  EXPECT_EQ(list->warnings,
            Strings{"d/left.partial: skipped, because the run that writes it has not finished"});
}

TEST_F(Inputs, many_files_of_one_name_get_numbers) {
  constexpr int kFiles = 3000;
  Strings patterns;
  for (int i = 0; i < kFiles; ++i) {
    patterns.push_back("in/" + std::to_string(i) + "/x.jsonl");
    folder_.write(patterns.back(), "");
  }
  auto list = expand_inputs(patterns, {});
  ASSERT_TRUE(list);
  EXPECT_EQ(list->inputs.front().output_name, "x.jsonl");
  EXPECT_EQ(list->inputs.back().output_name, "x-" + std::to_string(kFiles) + ".jsonl");
}

TEST_F(Inputs, reads_a_list_of_files) {
  std::string list = folder_.write("list", "a.jsonl\n\n  b c.jsonl\r\nd/*.jsonl");
  EXPECT_EQ(*read_file_list(list), (Strings{"a.jsonl", "  b c.jsonl", "d/*.jsonl"}));
  EXPECT_EQ(*read_file_list(folder_.write("none", "")), Strings{});
  std::string many;
  for (int i = 0; i < 2000; ++i) many += std::to_string(i) + ".jsonl\n";
  EXPECT_EQ(read_file_list(folder_.write("many", many))->size(), 2000u);
  EXPECT_EQ(read_file_list("gone").error().message(), "gone: no such file");
}

TEST_F(Inputs, of_a_folder_that_are_something_else_are_skipped_and_counted) {
  folder_.write("d/a.jsonl", "{}\n");
  folder_.write("d/list.json", "[{\"text\": \"a\"},\n");
  folder_.write("d/b.pdf", "");
  folder_.write("d/deep/notes.md", "");
  const InputList list = expand({"d"});
  ASSERT_EQ(list.inputs.size(), 1u);
  EXPECT_EQ(list.inputs[0].path, "d/a.jsonl");
  EXPECT_NE(list.inputs[0].content, nullptr);
  EXPECT_EQ(
      list.warnings,
      (Strings{"d/list.json: skipped: this is a JSON array, and doppel needs one record per line",
               "d: skipped 3 files: 1 .md, 1 JSON array, 1 PDF"}));
}

TEST_F(Inputs, that_are_something_else_are_an_error_when_they_are_named) {
  folder_.write("list.json", "[{\"text\": \"a\"},\n");
  expect_error("list.json", StatusCode::kInvalidArgument,
               "list.json: this is a JSON array, and doppel needs one record per line; convert it, "
               "for example with: jq -c '.[]'");
}

}  // namespace
}  // namespace doppel::ingest
