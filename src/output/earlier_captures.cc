#include "output/earlier_captures.h"

#include <optional>
#include <tuple>
#include <unordered_set>

#include "archive/cdxj.h"
#include "archive/date.h"
#include "base/keyed_hash.h"
#include "ingest/record_lines.h"
#include "output/list_values.h"

namespace doppel::output {
namespace {

constexpr uint64_t kMaxLine = uint64_t{1} << 20;

uint64_t capture_key(const std::string& key, const std::string& timestamp) {
  return keyed_hash64(key + " " + timestamp);
}

// What has to be known about the pages of a run before an index is read.
struct Wanted {
  std::map<archive::Sha1, archive::Original> digests;
  std::unordered_set<uint64_t> captures;  // URL and second
};

Wanted wanted_by(std::span<const corpus::ArchivePage* const> pages) {
  Wanted out;
  for (const corpus::ArchivePage* page : pages) {
    auto digest = archive::parse_sha1(page->fields.digest);
    if (digest && page->kind != Kind::kRevisit) out.digests.emplace(*digest, archive::Original());
    if (page->fetched_ms < 0) continue;
    out.captures.insert(capture_key(archive::cdxj_key(std::string(page->url)),
                                    archive::digit_date(page->fetched_ms)));
  }
  return out;
}

void take(const archive::CdxjEntry& entry, Wanted& wanted) {
  constexpr size_t kSecond = 14;  // digits of a time to the second
  if (entry.mime == "warc/revisit" || entry.url.empty() || entry.timestamp.size() != kSecond) {
    return;
  }
  if (entry.url.size() > kLongestListedUrl) return;  // each revisit would repeat it
  auto digest = archive::parse_sha1(entry.digest);
  auto found = digest ? wanted.digests.find(*digest) : wanted.digests.end();
  auto time = archive::parse_digit_date(entry.timestamp);
  if (found == wanted.digests.end() || !time) return;
  if (wanted.captures.contains(capture_key(archive::cdxj_key(entry.url), entry.timestamp))) return;
  archive::Original capture{entry.url, archive::warc_date(*time), ""};
  archive::Original& held = found->second;
  if (held.uri.empty() || std::tie(capture.date, capture.uri) < std::tie(held.date, held.uri)) {
    held = std::move(capture);
  }
}

}  // namespace

Result<EarlierCaptures> EarlierCaptures::read(std::span<const std::string> indexes,
                                              std::span<const corpus::ArchivePage* const> pages) {
  Wanted wanted = wanted_by(pages);
  for (const std::string& path : indexes) {
    uint64_t lines = 0, captures = 0;
    Status status = ingest::for_each_line(path, {}, kMaxLine, [&](const auto& line) {
      if (line.bytes.starts_with('!'))
        return true;  // metadata about the file, written by some programs
      ++lines;
      auto entry = archive::parse_cdxj_line(line.bytes);
      if (!entry) return true;
      ++captures;
      take(*entry, wanted);
      return true;
    });
    if (!status.ok()) return status;
    if (lines > 0 && captures == 0) return corrupt(path + ": not a CDXJ index");
  }
  std::erase_if(wanted.digests, [](const auto& entry) { return entry.second.uri.empty(); });
  EarlierCaptures out;
  out.captures_ = std::move(wanted.digests);
  return out;
}

const archive::Original* EarlierCaptures::find(std::string_view digest) const {
  auto parsed = archive::parse_sha1(digest);
  auto found = parsed ? captures_.find(*parsed) : captures_.end();
  return found == captures_.end() ? nullptr : &found->second;
}

}  // namespace doppel::output
