// The pipeline: one queue for each split.
//
//   split 0  [worker] -> queue 0 --\.
//   split 1  [worker] -> queue 1 ---> applied in split order by the calling thread
//   split 2  [worker] -> queue 2 --/
//
// Workers take splits in order, and none that is far ahead of the one being applied; they wait when
// their queue is full. So memory is bounded by threads times queue. A split is small enough to fit
// into its queue, as a rule: else one worker would wait while the other's split is applied. It
// cannot lock up: the split that is being applied was taken before all later ones, so a worker is
// at it.
//
// With one thread the calling one does everything, batch by batch: what a batch holds is still in
// its cache when it is applied.
#include <latch>
#include <memory>
#include <new>

#include "base/bounded_queue.h"
#include "base/run_ahead.h"
#include "base/spares.h"
#include "engine/corpus.h"
#include "engine/seen_keys.h"
#include "engine/seen_texts.h"
#include "engine/sign_batch.h"
#include "engine/source_texts.h"
#include "ingest/reader.h"

namespace doppel::engine {
namespace {

// A split of a packed file is some twenty batches. A run that is short of memory has workers wait
// rather than hold them.
constexpr size_t kBatchesAhead = 24, kFewBatchesAhead = 8;

using Queue = BoundedQueue<std::unique_ptr<SignedBatch>>;

// What all workers of a run share.
struct Work {
  const ReadOptions& options;
  const RunPlan& plan;
  SeenKeys seen_keys;
  SeenTexts seen;
  Spares<SignedBatch> spares = {};
  Spares<BatchSigner> signers = {};
};

// Gives the batches of a split to `take`, one after the other, until it wants no more.
template <typename Take>
void read_batches(const ingest::Input& input, const ingest::Split& split, Work& work, Take take) {
  auto signer = work.signers.take([&] {
    return std::make_unique<BatchSigner>(work.plan, work.options.view, work.seen, work.seen_keys);
  });
  auto reader = ingest::open_reader(input, split, work.options);
  bool more = true;
  while (more) {
    auto out = work.spares.take([] { return std::make_unique<SignedBatch>(); });
    out->clear();
    auto found =
        reader ? (*reader)->next(out->batch, work.plan.batch) : Result<bool>(reader.error());
    more = found && *found;
    out->status = found.status();
    signer->sign(*out);
    more = take(std::move(out)) && more;
  }
  work.signers.give(std::move(signer));
}

// The worker's task: whatever happens, the queue is closed and the reason is in it.
void read_split(const ingest::Input& input, const ingest::Split& split, Work& work, Queue& queue,
                Status& failure) {
  try {
    read_batches(input, split, work, [&](auto batch) { return queue.push(std::move(batch)); });
  } catch (const std::bad_alloc&) {
    failure = out_of_memory();
  }
  queue.close();
}

class Applier {
 public:
  Applier(uint32_t bands, Corpus& corpus) : bands_(bands), corpus_(corpus) {
    corpus_.records_of_input.assign(corpus_.inputs.size(), 0);
    corpus_.passed_of_input.assign(corpus_.inputs.size(), 0);
  }

  // Ordinals within a split become ordinals within its input.
  void begin_split(const ingest::Split& split) {
    input_ = split.input;
    first_record_ = corpus_.records_of_input[input_];
  }

  Status apply(const SignedBatch& batch) {
    constexpr size_t kAhead = 4;
    size_t next = 0, signed_pages = 0;
    for (const Record& record : batch.batch.records()) {
      Position at = record.at;
      at.input = input_;
      at.record += first_record_;
      ++corpus_.records_of_input[input_];
      if (record.reject != Reject::kNone) {
        corpus_.rejected.push_back({at, record.reject, corpus_.strings.copy(record.detail)});
        continue;
      }
      if (record.kind == Kind::kPassed) {
        ++corpus_.passed_of_input[input_];
        continue;
      }
      TextSketch sketch;
      if (batch.has_keys[next]) {
        const size_t begin = signed_pages == 0 ? 0 : batch.set_ends[signed_pages - 1];
        const size_t end = batch.set_ends[signed_pages];
        sketch.keys = std::span(batch.keys).subspan(signed_pages * bands_, bands_);
        sketch.probe = batch.probes[signed_pages];
        sketch.set = std::span(batch.sets).subspan(begin, end - begin);
        ++signed_pages;
      }
      sketch.shingles = batch.shingles[next];
      if (next + kAhead < batch.identities.size()) {
        corpus_.texts.prefetch(batch.identities[next + kAhead]);
      }
      auto place = corpus_.texts.add(batch.words[next].text, batch.identities[next], sketch,
                                     text_place(record, at));
      if (!place) return place.error();
      corpus_.pages.push_back({at,
                               {corpus_.strings.copy(record.url), record.score},
                               corpus_.strings.copy(record.id),
                               batch.record_hashes[next],
                               place->text,
                               place->form,
                               record.kind,
                               record.fetched_ms,
                               batch.bodies[next],
                               batch.words[next].page,
                               batch.words[next].full});
      if (is_of_archive(record)) {
        corpus_.heads.resize(corpus_.pages.size());
        corpus_.heads.back() = head_fields(record, corpus_.strings);
      }
      corpus_.thin += batch.words[next].thin;
      corpus_.has_payloads |= corpus_.pages.back().payload != Hash128{};
      corpus_.has_payloads |= corpus_.pages.back().full != 0;
      ++next;
    }
    corpus_.bytes += batch.batch.input_bytes();
    return batch.status;
  }

 private:
  uint32_t bands_;
  Corpus& corpus_;
  uint32_t input_ = 0;
  uint64_t first_record_ = 0;
};

// Applies the batches and counts them.
class BatchSink {
 public:
  BatchSink(Work& work, ProgressMeter& meter, Corpus& corpus)
      : work_(work), meter_(meter), applier_(work.plan.banding.bands, corpus) {}

  void begin_split(const ingest::Split& split) { applier_.begin_split(split); }
  Status take(std::unique_ptr<SignedBatch> batch) {
    if (Status status = applier_.apply(*batch); !status.ok()) return status;
    const RecordBatch& records = batch->batch;
    Status status = meter_.advance(records.input_bytes(), records.records().size());
    work_.spares.give(std::move(batch));
    return status;
  }

 private:
  Work& work_;
  ProgressMeter& meter_;
  Applier applier_;
};

Status apply_in_order(std::span<const ingest::Split> splits, std::deque<Queue>& queues,
                      const std::vector<Status>& failures, RunAhead& window, BatchSink& sink) {
  for (size_t i = 0; i < splits.size(); ++i) {
    sink.begin_split(splits[i]);
    while (auto batch = queues[i].pop()) {
      if (Status status = sink.take(*std::move(batch)); !status.ok()) return status;
    }
    if (!failures[i].ok()) return failures[i];  // written before its queue was closed
    window.use();
  }
  return {};
}

Status read_by_workers(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                       ThreadPool& pool, BatchSink& sink) {
  std::deque<Queue> queues;
  const size_t ahead = work.plan.memory.texts_on_disk ? kFewBatchesAhead : kBatchesAhead;
  for (size_t i = 0; i < splits.size(); ++i) queues.emplace_back(ahead);
  std::vector<Status> failures(splits.size());
  RunAhead window(2 * pool.size() + 1);
  std::latch workers(static_cast<std::ptrdiff_t>(splits.size()));
  for (size_t i = 0; i < splits.size(); ++i) {
    pool.submit([&, i] {
      if (window.begin(i)) {
        read_split(corpus.inputs[splits[i].input], splits[i], work, queues[i], failures[i]);
      }
      workers.count_down();
    });
  }
  Status status;
  try {
    status = apply_in_order(splits, queues, failures, window, sink);
  } catch (const std::bad_alloc&) {
    status = out_of_memory();
  }
  window.stop();
  for (Queue& queue : queues) queue.close();
  workers.wait();
  return status;
}

Status read_alone(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                  BatchSink& sink) {
  Status status;
  for (const ingest::Split& split : splits) {
    sink.begin_split(split);
    read_batches(corpus.inputs[split.input], split, work, [&](auto batch) {
      status = sink.take(std::move(batch));
      return status.ok();
    });
    if (!status.ok()) return status;
  }
  return status;
}

}  // namespace

Status read_corpus(const ReadOptions& options, const RunPlan& plan, ThreadPool& pool,
                   ProgressMeter& meter, Corpus& corpus) {
  // One thread gains nothing by splits, and the places to cut a packed archive cost some reading.
  constexpr ingest::SplitOptions kWhole{.target_bytes = UINT64_MAX};
  auto splits = ingest::plan_splits(corpus.inputs, pool.size() == 1 ? kWhole : plan.splits);
  if (!splits) return splits.error();
  // A run that is short of memory makes no sets early.
  Work work{options, plan, SeenKeys(plan.memory.texts_on_disk ? 0 : plan.memory.records),
            SeenTexts(plan.memory.most_seen_texts)};
  // Room that grows by doubling would be copied, and stand twice in memory, when it is largest.
  corpus.pages.reserve(std::min(plan.memory.records, plan.memory.limit / 4 / sizeof(Page)));
  BatchSink sink(work, meter, corpus);
  Status status = pool.size() == 1 ? read_alone(*splits, corpus, work, sink)
                                   : read_by_workers(*splits, corpus, work, pool, sink);
  if (!status.ok()) return status;
  return corpus.texts.complete(pool);
}

}  // namespace doppel::engine
