// The pipeline: one queue for each split.
//
//   split 0  [worker] -> queue 0 --\.
//   split 1  [worker] -> queue 1 ---> applied in split order by the calling thread
//   split 2  [worker] -> queue 2 --/
//
// Workers take splits in order and wait when their queue is full, so memory is bounded by threads
// times queue. It cannot lock up: the split that is being applied was taken before all later ones,
// so a worker is at it.
#include <latch>
#include <memory>
#include <new>

#include "base/bounded_queue.h"
#include "base/hash.h"
#include "compare/signer.h"
#include "engine/corpus.h"
#include "ingest/reader.h"

namespace doppel::engine {
namespace {

constexpr size_t kBatchesAhead = 4;

// A batch on its way from a worker to the corpus; signatures are those of the records that are
// pages.
struct SignedBatch {
  RecordBatch batch;
  std::vector<compare::ExactSignature> signatures;
  std::vector<uint64_t> record_hashes;
  Status status;  // an I/O failure ends the split
};
using Queue = BoundedQueue<std::unique_ptr<SignedBatch>>;

void sign(SignedBatch& out, compare::Signer& signer) {
  for (const Record& record : out.batch.records()) {
    if (record.reject != Reject::kNone) continue;
    out.signatures.push_back(signer.sign(record.text));
    out.record_hashes.push_back(hash64(record.bytes));
  }
}

void read_batches(const ingest::Input& input, const ingest::Split& split,
                  const ReadOptions& options, const TextRules& rules, Queue& queue) {
  compare::Signer signer(rules);
  auto reader = ingest::open_reader(input, split, options);
  bool more = true;
  while (more) {
    auto out = std::make_unique<SignedBatch>();
    auto found = reader ? (*reader)->next(out->batch, {}) : Result<bool>(reader.error());
    more = found && *found;
    out->status = found.status();
    sign(*out, signer);
    if (!queue.push(std::move(out))) return;  // nobody wants more
  }
  queue.close();
}

// The worker's task: whatever happens, the queue is closed and the reason is in it.
void read_split(const ingest::Input& input, const ingest::Split& split, const ReadOptions& options,
                const TextRules& rules, Queue& queue, Status& failure) {
  try {
    read_batches(input, split, options, rules, queue);
  } catch (const std::bad_alloc&) {
    failure = out_of_memory();
    queue.close();
  }
}

class Applier {
 public:
  explicit Applier(Corpus& corpus) : corpus_(corpus) {
    corpus_.records_of_input.assign(corpus_.inputs.size(), 0);
  }

  // Ordinals within a split become ordinals within its input.
  void begin_split(const ingest::Split& split) {
    input_ = split.input;
    first_record_ = corpus_.records_of_input[input_];
  }

  void apply(SignedBatch& batch) {
    size_t next = 0;
    for (const Record& record : batch.batch.records()) {
      Position at = record.at;
      at.input = input_;
      at.record += first_record_;
      ++corpus_.records_of_input[input_];
      if (record.reject != Reject::kNone) {
        corpus_.rejected.push_back({at, record.reject, corpus_.strings.copy(record.detail)});
        continue;
      }
      auto place = corpus_.texts.add(record.text, std::move(batch.signatures[next]));
      corpus_.pages.push_back({at,
                               {corpus_.strings.copy(record.url), record.score},
                               corpus_.strings.copy(record.id),
                               batch.record_hashes[next],
                               place.text,
                               place.form});
      ++next;
    }
    corpus_.bytes += batch.batch.input_bytes();
  }

 private:
  Corpus& corpus_;
  uint32_t input_ = 0;
  uint64_t first_record_ = 0;
};

Status apply_in_order(std::span<const ingest::Split> splits, std::deque<Queue>& queues,
                      const std::vector<Status>& failures, ProgressMeter& meter, Corpus& corpus) {
  Applier applier(corpus);
  for (size_t i = 0; i < splits.size(); ++i) {
    applier.begin_split(splits[i]);
    while (auto batch = queues[i].pop()) {
      applier.apply(**batch);
      if (!(*batch)->status.ok()) return (*batch)->status;
      Status status =
          meter.advance((*batch)->batch.input_bytes(), (*batch)->batch.records().size());
      if (!status.ok()) return status;
    }
    if (!failures[i].ok()) return failures[i];  // written before its queue was closed
  }
  return {};
}

}  // namespace

Status read_corpus(const DedupOptions& options, ThreadPool& pool, ProgressMeter& meter,
                   Corpus& corpus) {
  auto splits = ingest::plan_splits(corpus.inputs, {});
  if (!splits) return splits.error();
  ReadOptions read_options{options.fields, options.max_record_bytes};
  std::deque<Queue> queues;
  for (size_t i = 0; i < splits->size(); ++i) queues.emplace_back(kBatchesAhead);
  std::vector<Status> failures(splits->size());
  std::latch workers(static_cast<std::ptrdiff_t>(splits->size()));
  for (size_t i = 0; i < splits->size(); ++i) {
    pool.submit([&, i] {
      const ingest::Split& split = (*splits)[i];
      read_split(corpus.inputs[split.input], split, read_options, options.predicate.rules,
                 queues[i], failures[i]);
      workers.count_down();
    });
  }
  Status status;
  try {
    status = apply_in_order(*splits, queues, failures, meter, corpus);
  } catch (const std::bad_alloc&) {
    status = out_of_memory();
  }
  for (Queue& queue : queues) queue.close();
  workers.wait();
  return status;
}

}  // namespace doppel::engine
