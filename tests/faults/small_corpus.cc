#include "small_corpus.h"

#include <cstdlib>
#include <filesystem>

#include "support/packed.h"

namespace doppel::faults {
namespace {

namespace fs = std::filesystem;

std::string line(int i, const std::string& text) {
  return "{\"url\": \"http://example.org/" + std::to_string(i) + "\", \"text\": \"" + text +
         "\"}\n";
}

// Copies, near copies, and a record that is rejected.
std::string lines(int first) {
  std::string out = "{broken\n";
  for (int i = first; i < first + 8; ++i) {
    std::string text;
    for (int word = 0; word < 40; ++word) text += "w" + std::to_string(i % 4 * 100 + word) + " ";
    out += line(i, i % 8 < 6 ? text : text + "and so on");
  }
  return out;
}

std::string archive_record(int i, const std::string& text) {
  const std::string http =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><p>" + text + "</p></body>";
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/w" +
         std::to_string(i) +
         "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:" + std::to_string(i) +
         ">\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

std::map<std::string, std::string> contents(const std::string& dir) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(dir)) {
    if (!entry.is_regular_file()) continue;
    std::string name = fs::relative(entry.path(), dir), bytes = support::read_whole(entry.path());
    if (size_t at = bytes.find("\"seconds\""); name == "summary.json" && at != bytes.npos) {
      bytes.erase(at, bytes.find(',', at) - at);
    }
    out[name] = bytes;
  }
  return out;
}

}  // namespace

SmallCorpus::SmallCorpus() {
  std::string archive;
  for (int i = 0; i < 4; ++i) {
    archive += support::gzip(archive_record(i, "the page number " + std::to_string(i % 2)));
  }
  inputs_ = {folder_.write("in/a.jsonl", lines(0)),
             folder_.write("in/b.jsonl.gz", support::gzip(lines(4))),
             folder_.write("in/c.jsonl.zst", support::zstd(lines(100))),
             folder_.write("in/d.warc.gz", archive),
             folder_.write("in/e.html", "<html><body><p>A page of its own.</p></body></html>")};
  if (auto summary = dedup(1, 0); !summary || summary->records.removed == 0) std::abort();
  truth_ = contents(out());
  clear();
}

Result<DedupSummary> SmallCorpus::dedup(uint32_t threads, uint64_t memory_bytes) const {
  DedupOptions options;
  options.threads = threads;
  options.memory_bytes = memory_bytes;
  return doppel::dedup(inputs_, out(), options);
}

std::string SmallCorpus::fault_after(const Status& status) const {
  if (!fs::exists(out())) return status.ok() ? "there is no folder" : "";
  if (contents(out()) == truth_) return "";
  return status.ok() ? "the folder is not what it should be" : "a part of the folder is there";
}

bool SmallCorpus::has_partial() const { return fs::exists(out() + ".partial"); }

void SmallCorpus::clear() const {
  fs::remove_all(out());
  fs::remove_all(out() + ".partial");
}

}  // namespace doppel::faults
