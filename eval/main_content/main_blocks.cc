// main_blocks PAGES BLOCKS: every block of every page with what the model knows of it, for
// eval/main_content. main_blocks --names: the names of features, hints and tags, in the order of
// their numbers.
//
// PAGES is a sequence of (length, UTF-8); BLOCKS a sequence of pages: number of blocks, rule and
// thin; and of each block: length, text, words, kept, score, features, hints own, near and all,
// tags. Numbers are little-endian.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "extract/block_reader.h"
#include "main_content/main_content.h"
#include "main_content/model.h"

namespace {

using namespace doppel::main_content;

class Output {
 public:
  explicit Output(const char* path) : file_(path, std::ios::binary) {}
  template <typename Number>
  void number(Number value) {
    file_.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void bytes(std::string_view text) {
    file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  bool good() { return file_.flush().good(); }

 private:
  std::ofstream file_;
};

void print_names() {
  for (size_t i = 0; i < kFeatures; ++i) {
    std::printf("feature %s\n", std::string(name(static_cast<Feature>(i))).c_str());
  }
  for (unsigned i = 0; i < kHints; ++i) {
    std::printf("hint %s\n", std::string(name(static_cast<Hint>(i))).c_str());
  }
  for (unsigned i = 0; i < static_cast<unsigned>(Tag::kBlockTags); ++i) {
    std::printf("tag %s\n", std::string(name(static_cast<Tag>(i))).c_str());
  }
}

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_page(const doppel::html::PageBlocks& page, const MainChoice& choice,
                const MainContent& main, Output& out) {
  const size_t count = main.features().size();  // none of a page of too many blocks
  out.number(static_cast<uint32_t>(count));
  out.number(static_cast<uint8_t>(choice.rule));
  out.number(static_cast<uint8_t>(choice.thin));
  for (size_t i = 0; i < count; ++i) {
    const BlockFeatures& features = main.features()[i];
    out.number(page.blocks[i].size);
    out.bytes(page.text_of(page.blocks[i]));
    out.number(main.counts()[i].words);
    out.number(choice.keep[i]);
    out.number(main.scores()[i]);
    for (uint8_t level : features.level) out.number(level);
    out.number(features.hints_own);
    out.number(features.hints_near);
    out.number(features.hints_all);
    out.number(features.tags);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--names") {
    print_names();
    return 0;
  }
  if (argc != 3) {
    std::fputs("usage: main_blocks PAGES BLOCKS | main_blocks --names\n", stderr);
    return 2;
  }
  const std::string pages = read_file(argv[1]);
  Output out(argv[2]);
  doppel::extract::BlockReader reader;
  MainContent main;
  for (size_t at = 0; at + 4 <= pages.size();) {
    uint32_t size = 0;
    std::memcpy(&size, pages.data() + at, sizeof size);
    at += sizeof size;
    const doppel::html::PageBlocks page =
        reader.read(std::string_view(pages).substr(at, size), {.blocks = true});
    write_page(page, main.choose(page), main, out);
    at += size;
  }
  return out.good() ? 0 : 1;
}
