// The pipeline: workers read splits and take turns to apply them, in split order.
//
//   split 0  [worker]  sign, apply, sign, apply, ...
//   split 1  [worker]  sign, sign, then its turn: apply, apply, sign, apply, ...
//   split 2  [worker]  sign, sign, ... all of it; applied by the worker of split 1
//
// Who has the turn applies a batch as soon as it is signed: what the batch holds is still in the
// cache of that core, and no thread more than the workers has to run. Workers take splits in order,
// and none that is far ahead of the one being applied; they wait when many batches of their split
// do (turns.h). So memory is bounded by threads times batches.
//
// With one thread the calling one does everything, batch by batch.
#include <atomic>
#include <memory>
#include <new>

#include "base/spares.h"
#include "base/turns.h"
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

class Applier {
 public:
  Applier(uint32_t bands, Corpus& corpus) : bands_(bands), corpus_(corpus) {
    corpus_.records_of_input.assign(corpus_.inputs.size(), 0);
    corpus_.passed_of_input.assign(corpus_.inputs.size(), 0);
  }

  // REQUIRES: splits in order, and the batches of each.
  Status apply(const ingest::Split& split, const SignedBatch& batch) {
    if (&split != split_) begin(split);
    constexpr size_t kAhead = 4;
    size_t next = 0, signed_pages = 0;
    for (const Record& record : batch.batch.records()) {
      Position at = record.at;
      at.input = split.input;
      at.record += first_record_;
      ++corpus_.records_of_input[split.input];
      if (record.reject != Reject::kNone) {
        corpus_.rejected.push_back({at, record.reject, corpus_.strings.copy(record.detail)});
        continue;
      }
      if (record.kind == Kind::kPassed) {
        ++corpus_.passed_of_input[split.input];
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
      if (next + kAhead < batch.words_hashes.size()) {
        corpus_.texts.prefetch(batch.words_hashes[next + kAhead]);
      }
      auto place = corpus_.texts.add(batch.words[next].text, batch.words_hashes[next], sketch,
                                     text_place(record, at));
      if (!place) return place.error();
      corpus_.pages.push_back({at,
                               {corpus_.strings.copy(record.url), record.score},
                               corpus_.strings.copy(record.id),
                               batch.record_hashes[next],
                               place->text,
                               place->form});
      const PageWords& words = batch.words[next];
      if (is_of_archive(record) || record.kind != Kind::kText) {
        corpus_.contents.resize(corpus_.pages.size());
        corpus_.contents.back() = {record.kind, record.fetched_ms, batch.bodies[next], words.page,
                                   words.full};
        corpus_.has_payloads |= words.page != Hash128{} || words.full != 0;
      }
      if (is_of_archive(record)) {
        corpus_.heads.resize(corpus_.pages.size());
        corpus_.heads.back() = head_fields(record, corpus_.strings);
      }
      corpus_.thin += words.thin;
      ++next;
    }
    corpus_.bytes += batch.batch.input_bytes();
    return batch.status;
  }

 private:
  // Ordinals within a split become ordinals within its input.
  void begin(const ingest::Split& split) {
    split_ = &split;
    first_record_ = corpus_.records_of_input[split.input];
  }

  uint32_t bands_;
  Corpus& corpus_;
  const ingest::Split* split_ = nullptr;  // the one being applied
  uint64_t first_record_ = 0;
};

using Batch = std::unique_ptr<SignedBatch>;

Status read_by_workers(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                       ThreadPool& pool, ProgressMeter& meter, Applier& applier) {
  const size_t ahead = work.plan.memory.texts_on_disk ? kFewBatchesAhead : kBatchesAhead;
  std::atomic<uint64_t> bytes = 0, records = 0;  // applied, not told yet
  Status applied;
  Turns<Batch> turns(splits.size(), 2 * pool.size() + 1, ahead, [&](size_t i, Batch batch) {
    applied = applier.apply(splits[i], *batch);
    bytes += batch->batch.input_bytes();
    records += batch->batch.records().size();
    work.spares.give(std::move(batch));
    return applied.ok();
  });
  auto read_split = [&](size_t i) {
    if (!turns.begin(i)) return;
    try {
      read_batches(corpus.inputs[splits[i].input], splits[i], work,
                   [&](Batch batch) { return turns.put(i, std::move(batch)); });
      turns.end(i);
    } catch (...) {
      turns.stop();
      throw;
    }
  };
  Status told;
  auto tell = [&] {
    if (told.ok()) told = meter.advance(bytes.exchange(0), records.exchange(0));
    if (!told.ok()) turns.stop();
  };
  pool.for_each_index(splits.size(), read_split, tell);
  if (!applied.ok()) return applied;
  tell();
  return told;
}

Status read_alone(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                  ProgressMeter& meter, Applier& applier) {
  Status status;
  for (const ingest::Split& split : splits) {
    read_batches(corpus.inputs[split.input], split, work, [&](Batch batch) {
      status = applier.apply(split, *batch);
      const RecordBatch& records = batch->batch;
      if (status.ok()) status = meter.advance(records.input_bytes(), records.records().size());
      work.spares.give(std::move(batch));
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
  Applier applier(plan.banding.bands, corpus);
  Status status = pool.size() == 1 ? read_alone(*splits, corpus, work, meter, applier)
                                   : read_by_workers(*splits, corpus, work, pool, meter, applier);
  if (!status.ok()) return status;
  return corpus.texts.complete(pool);
}

}  // namespace doppel::engine
