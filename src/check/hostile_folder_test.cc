// Malicious folders: the result is an error or a fault, never a crash or a hang.
#include <sys/stat.h>

#include "check/forged_folder.h"
#include "support/packed.h"

namespace doppel::checks {
namespace {

namespace fs = std::filesystem;

using support::TempFolder;

class HostileFolder : public testing::Test {
 protected:
  void SetUp() override {
    input_ = temp_.write("in.jsonl", text_of({json_page("http://a/", words(0, 50)),
                                              json_page("http://bb/", words(0, 50)), "broken"}));
    ASSERT_TRUE(dedup({input_}, temp_.path("out")));
  }
  ForgedFolder forged() const { return {temp_, "forged", temp_.path("out")}; }
  std::string error(const std::string& what) const { return "error: " + forged_ + what; }

  TempFolder temp_;
  std::string input_, forged_ = temp_.path("forged");
};

TEST_F(HostileFolder, numbers_that_fit_nowhere_are_errors_with_the_line) {
  const struct {
    const char *file, *from, *to, *what;
  } rows[] = {
      {"duplicates.jsonl", "\"common\": ", "\"common\": 99999999999999999999",
       "/duplicates.jsonl:1: \"common\" must be a whole number"},
      {"duplicates.jsonl", "\"common\": ", "\"common\": -",
       "/duplicates.jsonl:1: \"common\" must be a whole number"},
      {"duplicates.jsonl", "\"group\": 1", "\"group\": 1e1",
       "/duplicates.jsonl:1: \"group\" must be a whole number"},
      {"summary.json", ", \"version\"", "e300, \"version\"", "/summary.json: seconds: \""},
      {"summary.json", "\"texts\": 1", "\"texts\": 18446744073709551616",
       "/summary.json: \"texts\" must be a whole number"},
      {"summary.json", "jaccard(word,5)", "jaccard(word,4294967301)", "/summary.json: "},
      {"summary.json", "jaccard(word,5)", "cosine(word,5)", "/summary.json: "},
      {"summary.json", ">= 4/5", ">= 1/1000", "/summary.json: "},
      {"summary.json", "\"lsh\"", "\"magic\"", "/summary.json: unknown strategy \"magic\""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.to);
    ForgedFolder folder = forged();
    folder.replace(row.file, row.from, row.to, false);
    auto found = folder.faults();
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(found[0].starts_with(error(row.what))) << found[0];
  }
}

TEST_F(HostileFolder, lines_that_are_no_objects_are_errors) {
  const std::string deep(100'000, '['), many(1'000'000, ' ');
  for (const std::string& line : {std::string("[]"), std::string("7"), deep, many + "x",
                                  std::string("{\"removed\": ") + deep, std::string("\xff\xfe")}) {
    for (const char* list : {"duplicates.jsonl", "groups.jsonl", "rejected.jsonl"}) {
      ForgedFolder folder = forged();
      folder.write(list, line + "\n");
      auto found = folder.faults();
      ASSERT_FALSE(found.empty());
      EXPECT_TRUE(found[0].starts_with(error("/" + std::string(list) + ":1: "))) << found[0];
    }
    ForgedFolder folder = forged();
    folder.write("summary.json", line);
    ASSERT_FALSE(folder.faults().empty());
    EXPECT_TRUE(folder.faults()[0].starts_with(error("/summary.json: ")));
  }
}

// As an input, such a compressed file would be read.
TEST_F(HostileFolder, a_packed_list_is_not_unpacked) {
  ForgedFolder folder = forged();
  folder.write("duplicates.jsonl", support::gzip(folder.read("duplicates.jsonl")));
  EXPECT_TRUE(folder.faults()[0].starts_with(error("/duplicates.jsonl:1: ")));
}

TEST_F(HostileFolder, what_is_no_file_is_never_opened) {
  for (const char* name : {"duplicates.jsonl", "groups.jsonl", "rejected.jsonl"}) {
    ForgedFolder folder = forged();
    fs::remove(folder.dir + "/" + name);
    EXPECT_EQ(folder.faults()[0], error("/" + std::string(name) + ": no such file"));
    ASSERT_EQ(mkfifo((folder.dir + "/" + name).c_str(), 0600), 0);
    EXPECT_EQ(folder.faults()[0],
              error("/" + std::string(name) + ": is a pipe, a socket or a device, not a file"));
    fs::remove(folder.dir + "/" + name);
    fs::create_symlink("/dev/zero", folder.dir + "/" + name);
    EXPECT_EQ(folder.faults()[0],
              error("/" + std::string(name) + ": is a symbolic link, not a file"));
  }
  ForgedFolder folder = forged();
  fs::remove(folder.dir + "/in.jsonl");
  ASSERT_EQ(mkfifo((folder.dir + "/in.jsonl").c_str(), 0600), 0);
  expect_fault(folder.faults(), "in.jsonl: is a pipe, a socket or a device, not a file");
  fs::remove(folder.dir + "/summary.json");
  fs::create_symlink("/dev/zero", folder.dir + "/summary.json");
  EXPECT_EQ(folder.faults()[0], error("/summary.json: is a symbolic link, not a file"));
}

TEST_F(HostileFolder, inputs_that_are_no_files_are_not_read) {
  const std::string pipe = temp_.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& input : {pipe, std::string("/dev/zero"), temp_.path()}) {
    ForgedFolder folder = forged();
    folder.replace("summary.json", "\"input\": \"" + input_, "\"input\": \"" + input);
    EXPECT_EQ(folder.faults()[0],
              "error: " + input + " cannot be read again, so " + forged_ + " cannot be checked");
  }
  ForgedFolder folder = forged();
  folder.replace("summary.json", "\"fields\"", "\"cdxj\": [\"/dev/zero\"], \"fields\"");
  EXPECT_EQ(folder.faults()[0],
            "error: /dev/zero cannot be read again, so " + forged_ + " cannot be checked");
}

// Otherwise the kept file would prove itself.
TEST_F(HostileFolder, an_input_inside_the_folder_is_a_fault) {
  ForgedFolder folder = forged();
  const std::string inside = folder.dir + "/in.jsonl";
  for (const char* file : {"summary.json", "duplicates.jsonl", "groups.jsonl", "rejected.jsonl"}) {
    folder.replace(file, input_, inside);
  }
  expect_fault(folder.faults(), "this output folder contains the input " + inside);
}

TEST_F(HostileFolder, one_file_under_two_names_is_a_fault) {
  ForgedFolder folder = forged();
  const std::string other = temp_.path("./in.jsonl"), entry = "{\"input\": \"" + input_ + "\"";
  folder.replace("summary.json", entry,
                 "{\"input\": \"" + other +
                     "\", \"output\": \"other.jsonl\", \"read\": 0, \"kept\": 0, \"removed\": 0, "
                     "\"rejected\": 0}, " +
                     entry);
  expect_fault(folder.faults(), input_ + ": this input is named twice");
}

TEST_F(HostileFolder, an_input_that_nobody_named_is_an_error) {
  ForgedFolder folder = forged();
  folder.replace("rejected.jsonl", input_, "evil\\u001b[2J");
  EXPECT_EQ(folder.faults()[0], error("/rejected.jsonl:1: no input is named \"evil\\x1b[2J\""));
}

}  // namespace
}  // namespace doppel::checks
