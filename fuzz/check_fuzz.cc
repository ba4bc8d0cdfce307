// A folder that dedup() wrote of any input files holds no fault; the same folder after any edits is
// checked to the end, with faults, with an error or without: no crash, no exception, no hang.
//
// The input is that of input_files.h. Each line of its part "edits" changes one file of the folder:
// a byte that chooses the file, one that chooses the change, two that choose the place, and text.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "doppel/check.h"
#include "doppel/dedup.h"
#include "folder_contents.h"
#include "input_files.h"
#include "require.h"

namespace {

using namespace doppel;
namespace fs = std::filesystem;

// Where `wanted` stands in the bytes next after `place`, which wraps round.
size_t place_of(std::string_view bytes, size_t place, char wanted) {
  if (bytes.empty()) return 0;
  const size_t found = bytes.find(wanted, place % bytes.size());
  return found == bytes.npos ? place % bytes.size() : found;
}

std::string edited(std::string bytes, unsigned how, size_t place, std::string_view text) {
  if (bytes.empty()) return std::string(text);
  place %= bytes.size();
  switch (how) {
    case 0: return bytes.replace(place, std::min(text.size(), bytes.size() - place), text);
    case 1: return bytes.insert(place, text);
    case 2: return bytes.erase(place, text.size() + 1);
    case 3: bytes.resize(place); return bytes;
    case 4: return bytes.append(text).append("\n");
    case 5: return bytes.append(bytes.substr(0, bytes.find('\n') + 1));  // the first line once more
    case 6: {                                                            // the value after a colon
      const size_t colon = place_of(bytes, place, ':');
      const size_t end = std::min(bytes.find_first_of(",}", colon), bytes.size());
      return bytes.replace(colon + 1, end - std::min(end, colon + 1), text);
    }
    default: return std::string(text);
  }
}

void edit(const std::string& folder, std::string_view line) {
  constexpr size_t kHeadBytes = 4;
  if (line.size() < kHeadBytes) return;
  fuzz::Choices choices(line.substr(0, kHeadBytes));
  const auto files = fuzz::folder_contents(folder);
  if (files.empty()) return;
  const std::string name = std::next(files.begin(), choices.next(files.size()))->first;
  const unsigned how = choices.next(9);
  const size_t place = choices.next(256) * 16 + choices.next(256);
  const fs::path path = fs::path(folder) / name;
  if (how == 8) {
    fs::remove(path);
    return;
  }
  const std::string bytes = edited(support::read_whole(path), how, place, line.substr(kHeadBytes));
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::FuzzInput input = fuzz::read_input({reinterpret_cast<const char*>(data), size});
  if (input.files.empty()) return 0;
  support::TempFolder folder;
  const std::vector<std::string> paths = fuzz::write_files(input, folder);
  fuzz::Choices choices(input.choices);
  DedupOptions options;
  options.threads = 1;
  options.predicate.rules.k = 1 + choices.next(5);
  options.strategy = choices.next(2) == 0 ? Strategy::kExact : Strategy::kLsh;
  options.view = choices.next(2) == 0 ? View::kMain : View::kFull;
  options.drop_near = choices.next(2) == 1;
  const std::string out = folder.path("out");
  if (!dedup(paths, out, options)) return 0;
  auto report = check(out);
  fuzz::require(report.has_value(), report ? "" : report.error().message());
  fuzz::require(report->faults.empty(), report->faults.empty() ? "" : report->faults[0]);
  if (input.edits.empty()) return 0;
  for (const std::string& line : input.edits) edit(out, line);
  (void)check(out);
  return 0;
}
