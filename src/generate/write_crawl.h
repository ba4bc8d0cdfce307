// Writes a crawl as JSONL or WARC, and the truth about it as a table (docs/guide/gen.md).
#pragma once

#include <functional>
#include <string_view>

#include "codec/compression.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "generate/crawl.h"

namespace doppel::generate {

// A WARC record is packed by itself, so that it can be read alone; JSONL is packed by whoever takes
// it.
struct Format {
  bool warc = false;
  codec::Compression compression = codec::Compression::kNone;  // of WARC records
};

// Takes the next bytes of a file, half a megabyte at a time.
using Sink = std::function<Status(std::string_view)>;

// All rounds in order, in each the pages in order. `truth` may be empty: then it is not made. Ends
// early with what a sink answers when that is not ok, or with kCancelled.
Status write_crawl(const Crawl& crawl, const Format& format, const Sink& pages, const Sink& truth,
                   const ProgressFn& progress = {});

}  // namespace doppel::generate
