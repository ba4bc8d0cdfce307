// What is in these archives, one line a file:
//   file TAB word=count ... TAB payload bytes TAB rejected records as reason@offset
// The words are the record types of WARC; an ARC is read in them as well.
#include <cstdio>
#include <map>
#include <string>

#include "ingest/archive_format.h"
#include "ingest/archive_record.h"

namespace {

using namespace doppel;

bool print(const std::string& path, const ReadOptions& options) {
  ingest::Input input;
  input.path = path;
  auto file = ingest::open_archive(input);
  if (!file) return false;
  if (!*file) {
    std::printf("%s\t-\t-\t-\n", path.c_str());
    return true;
  }
  auto raw_records = ingest::open_raw_records(input, **file, {});
  if (!raw_records) return false;
  ingest::ArchiveRecordParser parser((*file)->shape.format, options);
  std::map<std::string, int> types;
  uint64_t payload = 0;
  std::string rejected;
  archive::RawRecord raw;
  while (true) {
    Arena arena;
    auto more = (*raw_records)->next(arena, raw);
    if (!more) return false;
    if (!*more) break;
    Record record;
    parser.parse(raw, arena, record);
    if (record.reject != Reject::kNone) {
      rejected += rejected.empty() ? "" : " ";
      rejected += std::string(name(record.reject)) + "@" + std::to_string(raw.offset);
      continue;
    }
    ++types[std::string(name(raw.head.type))];
    payload += record.payload.size() + record.text.size();
  }
  std::string counts;
  for (const auto& [type, count] : types) {
    counts += (counts.empty() ? "" : " ") + type + "=" + std::to_string(count);
  }
  std::printf("%s\t%s\t%llu\t%s\n", path.c_str(), counts.empty() ? "-" : counts.c_str(),
              static_cast<unsigned long long>(payload), rejected.empty() ? "-" : rejected.c_str());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  ReadOptions options;
  int first = 1;
  if (argc > 1 && std::string(argv[1]) == "--check-digests") {
    options.check_digests = true;
    first = 2;
  }
  for (int i = first; i < argc; ++i) {
    if (!print(argv[i], options)) return 1;
  }
  return 0;
}
