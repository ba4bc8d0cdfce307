// Writes a crawl as JSONL or WARC, and the truth about it as a table (docs/guide/gen.md).
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "codec/compression.h"
#include "doppel/status.h"
#include "doppel/types.h"
#include "generate/crawl.h"

namespace doppel::generate {

// Each WARC record is compressed separately, so that it can be read separately; the caller
// compresses JSONL.
struct Format {
  bool warc = false;
  codec::Compression compression = codec::Compression::kNone;  // of WARC records
  std::optional<uint32_t> only_round = {};                     // else all rounds
};

// Takes the next bytes of a file, half a megabyte at a time.
using Sink = std::function<Status(std::string_view)>;

// Writes the rounds in order, and in each the pages in order. If `truth` is empty, it is not
// written. Ends early with the error of a sink, or with kCancelled.
Status write_crawl(const Crawl& crawl, const Format& format, const Sink& pages, const Sink& truth,
                   const ProgressFn& progress = {});

}  // namespace doppel::generate
