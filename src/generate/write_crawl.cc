#include "generate/write_crawl.h"

#include <string>
#include <utility>

#include "archive/date.h"
#include "archive/warc_writer.h"
#include "base/hash.h"
#include "base/progress.h"
#include "codec/pack.h"
#include "generate/layout.h"

namespace doppel::generate {
namespace {

constexpr size_t kPieceBytes = size_t{512} << 10;

constexpr std::string_view kTruthColumns =
    "# id\tof\tkind\tsubstituted\tinserted\tdeleted\tcommon\tleft_only\tright_only\n";

// Nothing in it needs escaping: ids and addresses are ASCII without quotes, words are letters.
void append_json(std::string& out, const Crawl& crawl, const Page& page) {
  out += "{\"id\": \"" + page.id() + "\", \"url\": \"" + crawl.url(page.number) + "\", ";
  if (crawl.options().rounds > 1) {
    out += "\"version\": " + std::to_string(page.version) +
           ", \"round\": " + std::to_string(page.round) + ", ";
  }
  out += "\"text\": \"";
  append_text(out, page.words, crawl.vocabulary(), page.layout, "\\n");
  out += "\"}\n";
}

// A response: the page as HTML, fetched a day after the round before. Its record id is made of the
// page's id.
void append_warc(std::string& out, const Crawl& crawl, const Page& page, codec::Packer& packer) {
  constexpr int64_t kFirstRoundMs = 1'767'225'600'000;  // 2026-01-01
  constexpr int64_t kRoundMs = 86'400'000;
  const std::string id = page.id(), url = crawl.url(page.number);
  // No title: its words would be words of the page.
  std::string html = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head>\n<body><p>";
  append_text(html, page.words, crawl.vocabulary(), page.layout, "</p>\n<p>");
  html += "</p></body></html>\n";
  const std::string block = archive::http_response(200, "OK", "text/html; charset=utf-8", html);
  const std::string record_id = archive::record_id_of(hash128(id));
  const std::string date = archive::warc_date(kFirstRoundMs + kRoundMs * page.round);
  std::string record;
  archive::append_warc_record(
      {"response", record_id, date, url, "application/http; msgtype=response", {}}, block, record);
  packer.pack(record, out);
}

void append_truth(std::string& out, const Page& page) {
  out += page.id() + "\t" + page.source_id() + "\t";
  out += name(page.kind);
  const Change& c = page.change;
  for (uint64_t n : {c.substituted, c.inserted, c.deleted, c.common, c.left_only, c.right_only}) {
    out += "\t" + std::to_string(n);
  }
  out += "\n";
}

// What is collected for a sink.
class Pieces {
 public:
  explicit Pieces(const Sink& sink) : sink_(sink) {}

  std::string& buffer() { return buffer_; }
  Status flush() {
    Status status = sink_(buffer_);
    buffer_.clear();
    return status;
  }

 private:
  const Sink& sink_;
  std::string buffer_;
};

}  // namespace

Status write_crawl(const Crawl& crawl, const Format& format, const Sink& pages, const Sink& truth,
                   const ProgressFn& progress) {
  codec::Packer packer(format.compression);
  Pieces page_pieces(pages), truth_pieces(truth);
  if (truth) truth_pieces.buffer() += kTruthColumns;
  const uint64_t in_round = crawl.options().pages, total = in_round * crawl.options().rounds;
  ProgressMeter meter(progress);
  meter.begin("generate", "pages", total);
  uint64_t reported = 0, records = 0;
  Page page;
  for (uint64_t i = 0; i < total; ++i) {
    const auto round = static_cast<uint32_t>(i / in_round);
    if (!crawl.fetched(i % in_round, round)) continue;
    crawl.make(i % in_round, round, page);
    if (format.warc) {
      append_warc(page_pieces.buffer(), crawl, page, packer);
    } else {
      append_json(page_pieces.buffer(), crawl, page);
    }
    ++records;
    if (truth && page.kind != Kind::kOriginal) append_truth(truth_pieces.buffer(), page);
    if (page_pieces.buffer().size() < kPieceBytes) continue;
    if (Status s = page_pieces.flush(); !s.ok()) return s;
    if (Status s = truth ? truth_pieces.flush() : Status(); !s.ok()) return s;
    if (Status s = meter.advance(i + 1 - std::exchange(reported, i + 1), std::exchange(records, 0));
        !s.ok()) {
      return s;
    }
  }
  if (Status s = page_pieces.flush(); !s.ok()) return s;
  return truth ? truth_pieces.flush() : Status();
}

}  // namespace doppel::generate
