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
#include "base/spares.h"
#include "compare/signer.h"
#include "engine/corpus.h"
#include "engine/page_text.h"
#include "engine/seen_texts.h"
#include "ingest/reader.h"

namespace doppel::engine {
namespace {

constexpr size_t kBatchesAhead = 4;

// A batch on its way from a worker to the corpus. The vectors are those of the records that are
// pages.
struct SignedBatch {
  RecordBatch batch;
  std::vector<PageWords> words;
  std::vector<compare::TextIdentity> identities;
  std::vector<uint64_t> record_hashes;
  std::vector<Hash128> bodies;
  std::vector<uint8_t> has_keys;
  std::vector<uint32_t> keys;    // those of the pages that have some, one after the other
  std::vector<uint32_t> probes;  // of the same pages
  Status status;                 // an I/O failure ends the split

  void clear() {
    batch.clear();
    words.clear();
    identities.clear();
    record_hashes.clear();
    bodies.clear();
    has_keys.clear();
    keys.clear();
    probes.clear();
    status = {};
  }
};
using Queue = BoundedQueue<std::unique_ptr<SignedBatch>>;

// What all workers of a run share.
struct Work {
  const ReadOptions& options;
  const RunPlan& plan;
  SeenTexts seen = {};
  Spares<SignedBatch> spares = {};
};

// Equal texts stop after their identity.
void sign_page(const PageWords& words, const Record& record, Work& work, compare::Signer& signer,
               SignedBatch& out) {
  out.words.push_back(words);
  out.identities.push_back(signer.identify(words.text));
  out.record_hashes.push_back(stored_hash(record));
  out.bodies.push_back(body_hash(record, words.page));
  const compare::Banding& banding = work.plan.banding;
  bool with_keys = banding.bands > 0 && signer.has_tokens() &&
                   work.seen.is_first(out.identities.back().words_hash);
  out.has_keys.push_back(with_keys);
  if (!with_keys) return;
  size_t begin = out.keys.size();
  out.keys.resize(begin + banding.bands);
  signer.windows();
  compare::make_band_keys(signer.sketch(), banding, std::span(out.keys).subspan(begin));
  out.probes.push_back(signer.probe());
}

void read_batches(const ingest::Input& input, const ingest::Split& split, Work& work,
                  Queue& queue) {
  compare::Signer signer(work.plan.predicate.rules);
  PageText page_text(work.options.view);
  auto reader = ingest::open_reader(input, split, work.options);
  bool more = true;
  while (more) {
    auto out = work.spares.take([] { return std::make_unique<SignedBatch>(); });
    out->clear();
    auto found =
        reader ? (*reader)->next(out->batch, work.plan.batch) : Result<bool>(reader.error());
    more = found && *found;
    out->status = found.status();
    for (const Record& record : out->batch.records()) {
      if (record.reject != Reject::kNone || record.kind == Kind::kPassed) continue;
      sign_page(page_text.of(record, out->batch.arena()), record, work, signer, *out);
    }
    if (!queue.push(std::move(out))) return;  // nobody wants more
  }
  queue.close();
}

// The worker's task: whatever happens, the queue is closed and the reason is in it.
void read_split(const ingest::Input& input, const ingest::Split& split, Work& work, Queue& queue,
                Status& failure) {
  try {
    read_batches(input, split, work, queue);
  } catch (const std::bad_alloc&) {
    failure = out_of_memory();
    queue.close();
  }
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
        sketch = {std::span(batch.keys).subspan(signed_pages * bands_, bands_),
                  batch.probes[signed_pages]};
        ++signed_pages;
      }
      auto place = corpus_.texts.add(batch.words[next].text, batch.identities[next], sketch, at);
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

Status apply_in_order(std::span<const ingest::Split> splits, std::deque<Queue>& queues,
                      const std::vector<Status>& failures, Work& work, ProgressMeter& meter,
                      Corpus& corpus) {
  Applier applier(work.plan.banding.bands, corpus);
  for (size_t i = 0; i < splits.size(); ++i) {
    applier.begin_split(splits[i]);
    while (auto batch = queues[i].pop()) {
      if (Status status = applier.apply(**batch); !status.ok()) return status;
      Status status =
          meter.advance((*batch)->batch.input_bytes(), (*batch)->batch.records().size());
      if (!status.ok()) return status;
      work.spares.give(*std::move(batch));
    }
    if (!failures[i].ok()) return failures[i];  // written before its queue was closed
  }
  return {};
}

}  // namespace

Status read_corpus(const ReadOptions& options, const RunPlan& plan, ThreadPool& pool,
                   ProgressMeter& meter, Corpus& corpus) {
  auto splits = ingest::plan_splits(corpus.inputs, plan.splits);
  if (!splits) return splits.error();
  Work work{options, plan};
  std::deque<Queue> queues;
  for (size_t i = 0; i < splits->size(); ++i) queues.emplace_back(kBatchesAhead);
  std::vector<Status> failures(splits->size());
  std::latch workers(static_cast<std::ptrdiff_t>(splits->size()));
  for (size_t i = 0; i < splits->size(); ++i) {
    pool.submit([&, i] {
      const ingest::Split& split = (*splits)[i];
      read_split(corpus.inputs[split.input], split, work, queues[i], failures[i]);
      workers.count_down();
    });
  }
  Status status;
  try {
    status = apply_in_order(*splits, queues, failures, work, meter, corpus);
  } catch (const std::bad_alloc&) {
    status = out_of_memory();
  }
  for (Queue& queue : queues) queue.close();
  workers.wait();
  if (!status.ok()) return status;
  return corpus.texts.complete(pool);
}

}  // namespace doppel::engine
