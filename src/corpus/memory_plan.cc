#include "corpus/memory_plan.h"

#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "ingest/format.h"

namespace doppel::corpus {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kUnpacked = 5;  // assumed compression ratio of text

// Measured on generated crawls; ARCHITECTURE.md says what these bytes consist of.
constexpr uint64_t kProgramBytes = 20 * kMiB;
constexpr uint64_t kWorkerBytes = 8 * kMiB;  // batches in progress
constexpr uint64_t kRecordBytes = 450;
// For the second view of each record: the bitmap of the full text (64 or more), size and addresses
// of its set (20), the subject (24), and the hashes of the words of both views (16).
constexpr uint64_t kSecondViewBytes = 150;
constexpr uint64_t kSeenTextBytes = 16;
constexpr uint64_t kLeastTables = 8 * kMiB;  // kept in memory of the tables on disk
constexpr uint64_t kKeyBytes = 8;            // for each band of each text, while buckets are made

uint64_t machine_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size)
                               : 1024 * kMiB;
}

// The bytes and records that were read to estimate the length of records.
struct Sample {
  uint64_t bytes = 0, records = 0;
  bool has_html = false;

  uint64_t records_in(uint64_t all_bytes) const {
    const uint64_t mean = bytes / std::max<uint64_t>(records, 1);
    return all_bytes / std::max<uint64_t>(mean, 1);
  }
};

// Adds the first records of an input to the sample.
Status take_sample(const ingest::Input& input, const ReadOptions& options, Sample& sample) {
  auto reader = ingest::open_reader(input, {}, options);
  if (!reader) return reader.error();
  RecordBatch batch;
  if (auto found = (*reader)->next(batch, {}); !found) return found.error();
  sample.bytes += batch.input_bytes();
  sample.records += batch.records().size();
  for (const Record& record : batch.records()) sample.has_html |= record.kind == Kind::kHtml;
  return {};
}

// Estimates the number of records from the first records of a few hundred inputs: of each input
// that is more than a small part of the whole, and of some of the others, evenly spread.
Status estimate_records(const std::vector<ingest::Input>& inputs,
                        const std::vector<uint64_t>& bytes, const ReadOptions& options,
                        CorpusSize& out) {
  constexpr uint64_t kLooks = 128;
  const uint64_t all = std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
  const auto is_large = [&](size_t i) { return bytes[i] > all / kLooks; };
  size_t small_inputs = 0;
  for (size_t i = 0; i < inputs.size(); ++i) small_inputs += !is_large(i);
  const size_t every = small_inputs / kLooks + 1;
  uint64_t small_bytes = 0;
  Sample of_small;
  bool has_html = false;
  for (size_t i = 0, small = 0; i < inputs.size(); ++i) {
    Sample of_this;
    Sample& sample = is_large(i) ? of_this : of_small;
    if (is_large(i) || small++ % every == 0) {
      if (Status s = take_sample(inputs[i], options, sample); !s.ok()) return s;
    }
    if (is_large(i)) {
      out.records += of_this.records_in(bytes[i]) + of_this.records;
      has_html |= of_this.has_html;
    } else {
      small_bytes += bytes[i];
    }
  }
  out.records += of_small.records_in(small_bytes) + of_small.records;
  out.two_views = options.view == View::kAny && (has_html || of_small.has_html);
  return {};
}

}  // namespace

Result<CorpusSize> estimate_corpus_size(const std::vector<ingest::Input>& inputs,
                                        const ReadOptions& options) {
  CorpusSize out;
  std::vector<uint64_t> bytes_of;
  for (const ingest::Input& input : inputs) {
    auto content = ingest::content_of(input);
    if (!content) return content.error();
    const bool plain = (*content)->compression() == codec::Compression::kNone;
    bytes_of.push_back(input.size * (plain ? 1 : kUnpacked));
    if (!(*content)->has_texts_in_place()) out.text_bytes += bytes_of.back();
  }
  if (Status s = estimate_records(inputs, bytes_of, options, out); !s.ok()) return s;
  return out;
}

MemoryPlan plan_memory(uint64_t limit, const CorpusSize& size, uint32_t bands, uint32_t threads) {
  MemoryPlan plan;
  plan.records = size.records;
  plan.limit = limit > 0 ? limit : machine_bytes() / 4 * 3;
  plan.least = kProgramBytes + threads * kWorkerBytes;
  const uint64_t keys = size.records * bands * kKeyBytes * (size.two_views ? 2 : 1);
  const uint64_t tables = size.records * (kRecordBytes + (size.two_views ? kSecondViewBytes : 0));
  plan.need = plan.least + size.text_bytes + keys + tables;
  plan.texts_on_disk = plan.need > plan.limit;
  plan.keys_on_disk = plan.least + keys + tables > plan.limit;
  plan.tables_on_disk = plan.least + tables > plan.limit;
  const uint64_t used = plan.least + (plan.tables_on_disk ? 0 : tables) +
                        (plan.keys_on_disk ? 0 : keys) + (plan.texts_on_disk ? 0 : size.text_bytes);
  uint64_t free = plan.limit > used ? plan.limit - used : 0;
  if (plan.tables_on_disk) {
    free /= 4;  // the rest is for the part of the tables that is in use
    plan.most_seen_texts = plan.limit / 16 / kSeenTextBytes;
  }
  plan.keep_set_bytes = free / 2;
  plan.most_text_bytes = size.text_bytes + free / 4;
  plan.sort_bytes = std::clamp(free / 2, kMiB, 256 * kMiB);
  const uint64_t beside_tables = used + plan.keep_set_bytes + plan.sort_bytes + plan.limit / 16;
  plan.resident_table_bytes =
      std::max(kLeastTables, plan.limit - std::min(plan.limit, beside_tables));
  return plan;
}

}  // namespace doppel::corpus
