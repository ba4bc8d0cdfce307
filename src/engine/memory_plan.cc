#include "engine/memory_plan.h"

#include <unistd.h>

#include <algorithm>

#include "engine/source_texts.h"
#include "ingest/compression.h"

namespace doppel::engine {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kUnpacked = 5;  // times its packed size, a guess for text

// Measured on generated crawls; ARCHITECTURE.md has what they are made of.
constexpr uint64_t kProgramBytes = 20 * kMiB;
constexpr uint64_t kWorkerBytes = 8 * kMiB;  // batches under way
constexpr uint64_t kRecordBytes = 450;
constexpr uint64_t kSeenTextBytes = 16;
constexpr uint64_t kKeyBytes = 8;  // a band and text, while buckets are made

uint64_t machine_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size)
                               : 1024 * kMiB;
}

}  // namespace

Result<CorpusSize> look_at(const std::vector<ingest::Input>& inputs, const ReadOptions& options) {
  CorpusSize out;
  uint64_t all_bytes = 0;
  for (const ingest::Input& input : inputs) {
    auto compression = ingest::compression_of(input.data_path());
    if (!compression) return compression.error();
    auto again = can_be_read_again(input, options);
    if (!again) return again.error();
    const uint64_t bytes =
        input.size * (*compression == ingest::Compression::kNone ? 1 : kUnpacked);
    all_bytes += bytes;
    if (!*again) out.text_bytes += bytes;
  }
  if (inputs.empty()) return out;
  auto reader = ingest::open_reader(inputs.front(), {}, options);
  if (!reader) return reader.error();
  RecordBatch batch;
  if (auto found = (*reader)->next(batch, {}); !found) return found.error();
  const uint64_t mean = batch.input_bytes() / std::max<size_t>(batch.records().size(), 1);
  out.records = all_bytes / std::max<uint64_t>(mean, 1) + batch.records().size();
  return out;
}

MemoryPlan plan_memory(uint64_t limit, const CorpusSize& size, uint32_t bands, uint32_t threads) {
  MemoryPlan plan;
  plan.records = size.records;
  plan.limit = limit > 0 ? limit : machine_bytes() / 4 * 3;
  plan.least = kProgramBytes + threads * kWorkerBytes;
  const uint64_t keys = size.records * bands * kKeyBytes, tables = size.records * kRecordBytes;
  plan.need = plan.least + size.text_bytes + keys + tables;
  plan.texts_on_disk = plan.need > plan.limit;
  plan.keys_on_disk = plan.least + keys + tables > plan.limit;
  plan.tables_on_disk = plan.least + tables > plan.limit;
  const uint64_t used = plan.least + (plan.tables_on_disk ? 0 : tables) +
                        (plan.keys_on_disk ? 0 : keys) + (plan.texts_on_disk ? 0 : size.text_bytes);
  uint64_t free = plan.limit > used ? plan.limit - used : 0;
  if (plan.tables_on_disk) {
    free /= 4;  // the rest for the part of the tables that is in use
    plan.most_seen_texts = plan.limit / 16 / kSeenTextBytes;
  }
  plan.keep_set_bytes = free / 2;
  plan.most_text_bytes = size.text_bytes + free / 4;
  plan.sort_bytes = std::clamp(free / 2, kMiB, 256 * kMiB);
  return plan;
}

}  // namespace doppel::engine
