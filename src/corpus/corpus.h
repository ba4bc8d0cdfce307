// Everything a run knows about its inputs after reading them once: pages, rejected records and
// distinct texts.
//
// Memory: 88 bytes plus URL and id for each page, 56 more for a page that is HTML or comes from an
// archive, and for each distinct text what distinct_texts.h keeps. Filled by read_corpus().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/ids.h"
#include "base/progress.h"
#include "base/table.h"
#include "base/thread_pool.h"
#include "corpus/archive_page.h"
#include "corpus/distinct_texts.h"
#include "doppel/dedup.h"
#include "group/canonical_names.h"
#include "ingest/inputs.h"

namespace doppel::corpus {

struct Page {
  Position at;
  std::string_view url;      // in Corpus::strings
  double score = -1;         // negative: missing
  std::string_view id;       // a JSON value, in Corpus::strings
  uint64_t record_hash = 0;  // keyed hash of its bytes, to detect that the input has changed
  TextId text;
  FormId form;
};

// More about a page that is not just the text of a JSON record.
struct PageContent {
  Kind kind = Kind::kText;
  int64_t fetched_ms = -1;
  // Keyed hashes.
  Hash128 body = {};     // of the HTTP body (archive_page.h)
  Hash128 payload = {};  // of HTML and plain text (page_words_reader.h)
  uint64_t full = 0;
};

struct RejectedRecord {
  Position at;
  Reject reason = Reject::kNone;
  std::string_view detail;  // in Corpus::strings
};

struct Corpus {
  Corpus(const RunPlan& plan, std::unique_ptr<texts::TextStore> store)
      : tables(plan.tables),
        pages(plan.tables),
        contents(plan.tables),
        heads(plan.tables),
        rejected(plan.tables),
        names(plan.tables),
        texts(plan, std::move(store)),
        strings(kStringBytes, plan.tables) {}

  TableMemory* tables;  // where the tables are allocated
  std::vector<ingest::Input> inputs;
  PageContent content(size_t page) const {
    return page < contents.size() ? contents[page] : PageContent();
  }

  Table<Page> pages;               // in input order
  Table<PageContent> contents;     // by page; may end before the pages
  Table<HeaderFields> heads;       // of pages of archives, by page; may end before the pages
  Table<RejectedRecord> rejected;  // in input order
  std::vector<uint64_t> records_of_input;
  std::vector<uint64_t> passed_of_input;  // how many of them are non-pages of archives
  uint64_t bytes = 0;                     // uncompressed, as read
  uint64_t thin = 0;                      // pages with too little text for their size
  bool has_payloads = false;              // some page has a PageContent
  group::CanonicalNames names;            // the canonical addresses that pages name, settled
  DistinctTexts texts;
  Arena strings;

  static constexpr size_t kStringBytes = size_t{1} << 20;
};

// Reads all inputs. Workers process batches from decoding to signature and take turns to add the
// results to the corpus, in input order, so nothing depends on the number of threads. Fills
// everything except corpus.inputs, which must be set.
Status read_corpus(const ReadOptions& options, const RunPlan& plan, ThreadPool& pool,
                   ProgressMeter& meter, Corpus& corpus);

}  // namespace doppel::corpus
