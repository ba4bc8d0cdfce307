// Runs fuzz targets without a fuzzer: each file once, in byte order of the paths.
//
//   fuzz_corpus TARGET PATH...     a path is a file, or a folder whose files are taken
//
// It needs no libFuzzer, so the corpus in the repository is a test of every build, and the coverage
// of a corpus can be measured. Each path is printed before it is run: the last one printed is the
// one that failed. Exit code 2: the command line cannot be carried out, or there is no file to run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#define DOPPEL_FUZZ_TARGET(name) extern "C" int fuzz_##name(const uint8_t* data, size_t size);
#include "targets.inc"
#undef DOPPEL_FUZZ_TARGET

namespace {

namespace fs = std::filesystem;

struct Target {
  std::string_view name;
  int (*run)(const uint8_t*, size_t);
};
#define DOPPEL_FUZZ_TARGET(name) {#name, fuzz_##name},
constexpr Target kTargets[] = {
#include "targets.inc"
};
#undef DOPPEL_FUZZ_TARGET

void list_files(const fs::path& path, std::vector<std::string>& out) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    out.push_back(path.string());
    return;
  }
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file(error)) out.push_back(it->path().string());
  }
}

// In memory of exactly its size, as libFuzzer hands it over, so that a sanitizer sees a byte more.
bool run_file(const Target& target, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "fuzz_corpus: cannot read %s\n", path.c_str());
    return false;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto exact = std::make_unique<uint8_t[]>(bytes.size());
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  target.run(exact.get(), bytes.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto* target = std::find_if(std::begin(kTargets), std::end(kTargets),
                                    [&](const Target& known) { return known.name == name; });
  if (target == std::end(kTargets)) {
    std::fprintf(stderr, "usage: fuzz_corpus TARGET PATH...\ntargets:");
    for (const Target& known : kTargets) std::fprintf(stderr, " %s", known.name.data());
    std::fprintf(stderr, "\n");
    return 2;
  }
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) list_files(argv[i], files);
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::fprintf(stderr, "fuzz_corpus: there is no file to run through %s\n", argv[1]);
    return 2;
  }
  for (const std::string& file : files) {
    if (!run_file(*target, file)) return 2;
  }
  return 0;
}
