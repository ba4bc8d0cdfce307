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

// A round a day.
std::string date_of(uint32_t round) {
  constexpr int64_t kFirstRoundMs = 1'767'225'600'000;  // 2026-01-01
  constexpr int64_t kRoundMs = 86'400'000;
  return archive::warc_date(kFirstRoundMs + kRoundMs * round);
}

// Nothing in it needs escaping: ids and addresses are ASCII without quotes, words are letters.
void append_json(std::string& out, const Crawl& crawl, const Page& page) {
  out += "{\"id\": \"" + page.id() + "\", \"url\": \"" + crawl.url(page.number) + "\", ";
  if (crawl.options().rounds > 1) {
    out += "\"version\": " + std::to_string(page.version) +
           ", \"round\": " + std::to_string(page.round) + ", ";
    if (crawl.options().recrawl.has_more_than_texts()) {
      out += "\"time\": \"" + date_of(page.round) + "\", ";
    }
  }
  if (page.has_text()) {
    out += "\"text\": \"";
    append_text(out, page.words, crawl.vocabulary(), page.layout, "\\n");
    out += "\"}\n";
    return;
  }
  if (page.kind == Kind::kRedirected) out += "\"redirect\": \"" + crawl.url(page.source) + "\", ";
  out += "\"status\": " + std::to_string(page.status) + "}\n";
}

std::string_view reason_of(uint16_t status) {
  switch (status) {
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 404: return "Not Found";
    case 410: return "Gone";
    default: return "OK";
  }
}

// The answer of a server: the page as HTML, its new address, or nothing.
std::string http_answer(const Crawl& crawl, const Page& page) {
  if (page.kind == Kind::kRedirected) {
    return archive::http_redirect(page.status, reason_of(page.status), crawl.url(page.source));
  }
  std::string html;
  if (page.has_text()) {
    // No title: its words would be words of the page.
    html = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head>\n<body><p>";
    append_text(html, page.words, crawl.vocabulary(), page.layout, "</p>\n<p>");
    html += "</p></body></html>\n";
  }
  return archive::http_response(page.status, reason_of(page.status), "text/html; charset=utf-8",
                                html);
}

// A response record. Its id is made of the page's id.
void append_warc(std::string& out, const Crawl& crawl, const Page& page, codec::Packer& packer) {
  const std::string url = crawl.url(page.number), date = date_of(page.round);
  const std::string record_id = archive::record_id_of(hash128(page.id()));
  std::string record;
  archive::append_warc_record(
      {"response", record_id, date, url, "application/http; msgtype=response", {}},
      http_answer(crawl, page), record);
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

// An original of the first round has no line.
bool has_truth(const Page& page) { return page.kind != Kind::kOriginal || page.round > 0; }

// Writes one page after the other, and hands on what has been written in large pieces.
class CrawlWriter {
 public:
  CrawlWriter(const Crawl& crawl, const Format& format, const Sink& pages, const Sink& truth,
              const ProgressFn& progress)
      : crawl_(crawl),
        warc_(format.warc),
        pages_(pages),
        truth_(truth),
        packer_(format.compression),
        meter_(progress) {
    if (truth_) truth_text_ += kTruthColumns;
  }

  void begin(uint64_t total) { meter_.begin("generate", "pages", total); }
  // Every page that could be in the round, in order.
  Status write(uint64_t number, uint32_t round) {
    ++passed_;
    if (!crawl_.recrawl().fetched(number, round)) return {};
    crawl_.make(number, round, page_);
    if (warc_) {
      append_warc(page_text_, crawl_, page_, packer_);
    } else {
      append_json(page_text_, crawl_, page_);
    }
    ++records_;
    if (truth_ && has_truth(page_)) append_truth(truth_text_, page_);
    if (page_text_.size() < kPieceBytes) return {};
    if (Status s = flush(); !s.ok()) return s;
    return meter_.advance(std::exchange(passed_, 0), std::exchange(records_, 0));
  }
  Status flush() {
    Status status = pages_(page_text_);
    page_text_.clear();
    if (status.ok() && truth_) status = truth_(truth_text_);
    truth_text_.clear();
    return status;
  }

 private:
  const Crawl& crawl_;
  bool warc_;
  const Sink& pages_;
  const Sink& truth_;
  codec::Packer packer_;
  ProgressMeter meter_;
  Page page_;
  std::string page_text_, truth_text_;
  uint64_t passed_ = 0, records_ = 0;  // since the last flush
};

}  // namespace

Status write_crawl(const Crawl& crawl, const Format& format, const Sink& pages, const Sink& truth,
                   const ProgressFn& progress) {
  const uint32_t first = format.only_round.value_or(0);
  const uint32_t end = format.only_round ? first + 1 : crawl.options().rounds;
  uint64_t total = 0;
  for (uint32_t round = first; round < end; ++round) total += crawl.recrawl().known(round);
  CrawlWriter writer(crawl, format, pages, truth, progress);
  writer.begin(total);
  for (uint32_t round = first; round < end; ++round) {
    for (uint64_t number = 0; number < crawl.recrawl().known(round); ++number) {
      if (Status s = writer.write(number, round); !s.ok()) return s;
    }
  }
  return writer.flush();
}

}  // namespace doppel::generate
