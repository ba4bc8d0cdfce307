// The pipeline: workers read and sign splits, and take turns to apply them, in split order. To
// apply a batch is to add its pages and texts to the corpus.
//
//   split 0  [worker]  sign, apply, sign, apply, ...
//   split 1  [worker]  sign, sign, then its turn: apply, apply, sign, apply, ...
//   split 2  [worker]  sign, sign, ... all of it; applied by the worker of split 1
//
// The worker whose turn it is applies a batch as soon as it is signed: the batch is still in the
// cache of that core, and no threads besides the workers are needed. Workers take splits in order,
// and never one that is far ahead of the split being applied; they wait when too many batches of
// their split are queued (ordered_queue.h). The memory for decompressed and decoded records comes
// from one budget for all workers (base/byte_budget.h): when it is spent, workers that are ahead
// wait, and the worker whose turn it is continues. So memory is bounded by the budget plus one
// batch, which exceeds its limits by at most one record.
//
// The split points of a compressed archive are guesses. If the previous split has read past the
// beginning of a split, that split is void (ingest/split_walk.h): its worker stops when it notices,
// and its batches are dropped. It may have left marks in what workers have seen, which are only
// hints (seen_texts.h).
//
// With one thread, the calling thread does everything, batch by batch.
#include <atomic>
#include <memory>
#include <new>
#include <optional>

#include "base/byte_budget.h"
#include "base/object_pool.h"
#include "base/ordered_queue.h"
#include "corpus/corpus.h"
#include "corpus/seen_keys.h"
#include "corpus/seen_texts.h"
#include "corpus/sign_batch.h"
#include "corpus/source_texts.h"
#include "ingest/reader.h"
#include "ingest/split_walk.h"
#include "texts/text_views.h"

namespace doppel::corpus {
namespace {

// A split of a compressed file has about twenty batches. If memory is short, workers wait instead
// of holding that many.
constexpr size_t kBatchesAhead = 24, kFewBatchesAhead = 8;
// About a dozen batches for each worker.
constexpr uint64_t kLeastBudget = uint64_t{8} << 20;

// A signed batch whose memory is counted in the budget, and with the last batch of a split the
// position at which its reader stopped.
struct ReadBatch {
  explicit ReadBatch(ByteBudget& budget) : memory(budget) { pages.batch = RecordBatch(&memory); }

  LaneMemory memory;
  SignedBatch pages;
  std::optional<Position> ended;
};
using Batch = std::unique_ptr<ReadBatch>;

// Buffers that grew for a large record are not kept for the next batch: otherwise every worker
// would hold them for the whole run.
constexpr size_t kLargeBatch = size_t{8} << 20;

bool is_large(ReadBatch& batch) { return batch.pages.batch.arena().capacity() > kLargeBatch; }

// What all workers of a run share.
struct Work {
  const ReadOptions& options;
  const RunPlan& plan;
  SeenKeys seen_keys;
  SeenTexts seen;
  ByteBudget& budget;
  ObjectPool<ReadBatch> batch_pool = {};
  ObjectPool<BatchSigner> signers = {};

  std::unique_ptr<BatchSigner> new_signer() {
    return std::make_unique<BatchSigner>(plan, options.view, seen, seen_keys);
  }
  // Unused batches hold memory, too.
  void give_back(Batch batch) {
    if (is_large(*batch) || budget.is_short()) return;
    batch->pages.clear();
    batch_pool.give(std::move(batch));
  }
};

// Passes the batches of a split to `take`, one after the other, until it returns false. A batch
// that is no longer wanted is not signed: while a worker waits for memory for a large record, its
// split may turn out to begin in the middle of another record.
template <typename IsVoid, typename Take>
void read_batches(const ingest::Input& input, const ingest::Split& split, size_t lane, Work& work,
                  IsVoid is_void, Take take) {
  auto signer = work.signers.take([&] { return work.new_signer(); });
  LaneMemory buffers(work.budget, lane);
  auto reader = ingest::open_reader(input, split, work.options, &buffers);
  bool more = true;
  while (more) {
    Batch out = work.batch_pool.take([&] { return std::make_unique<ReadBatch>(work.budget); });
    out->pages.clear();
    out->memory.set_lane(lane);
    out->ended.reset();
    auto found =
        reader ? (*reader)->next(out->pages.batch, work.plan.batch) : Result<bool>(reader.error());
    more = found && *found;
    out->pages.status = found.status();
    if (found && !more) out->ended = (*reader)->position();
    if (is_void()) break;
    signer->sign(out->pages);
    if (is_large(*out)) signer = work.new_signer();
    more = take(std::move(out)) && more;
  }
  work.signers.give(std::move(signer));
}

class Applier {
 public:
  Applier(const RunPlan& plan, std::span<const ingest::Split> splits, Corpus& corpus)
      : plan_(plan), splits_(splits), walk_(splits), corpus_(corpus) {
    corpus_.records_of_input.assign(corpus_.inputs.size(), 0);
    corpus_.passed_of_input.assign(corpus_.inputs.size(), 0);
  }

  // Are the batches of this split no longer wanted? Thread-safe.
  bool is_void(size_t split) const { return walk_.is_void(split); }

  // REQUIRES: splits come in order, and so do the batches of each split; no split is void.
  Status apply(size_t index, const ReadBatch& read) {
    const ingest::Split& split = splits_[index];
    const SignedBatch& batch = read.pages;
    if (&split != split_) begin(split);
    constexpr size_t kAhead = 4;
    const uint32_t bands = plan_.banding.bands;
    size_t next = 0, signed_views = 0;
    for (const Record& record : batch.batch.records()) {
      Position at = record.at;
      at.input = split.input;
      at.record += first_record_;
      ++corpus_.records_of_input[split.input];
      if (record.reject != Reject::kNone) {
        corpus_.rejected.push_back({at, record.reject, corpus_.strings.copy(record.detail)});
        continue;
      }
      if (record.kind == Kind::kNonPage) {
        ++corpus_.passed_of_input[split.input];
        continue;
      }
      if (corpus_.pages.size() >= plan_.most_pages) return too_many_pages(plan_.most_pages);
      TextSketch sketch;
      for (size_t view = 0; view < batch.signed_views[next]; ++view, ++signed_views) {
        const size_t begin = signed_views == 0 ? 0 : batch.set_ends[signed_views - 1];
        const size_t end = batch.set_ends[signed_views];
        ViewSketch& of = view == 0 ? sketch.main : sketch.full;
        of.keys = std::span(batch.keys).subspan(signed_views * bands, bands);
        of.sample_key = batch.sample_keys[signed_views];
        of.set = std::span(batch.sets).subspan(begin, end - begin);
      }
      sketch.shingles = batch.shingles[next];
      sketch.words = batch.word_counts[next];
      sketch.subject = batch.subjects[next];
      sketch.view_words = batch.view_words[next];
      if (next + kAhead < batch.words_hashes.size()) {
        corpus_.texts.prefetch(batch.words_hashes[next + kAhead]);
      }
      auto added = corpus_.texts.add(batch.words[next].text, batch.words_hashes[next], sketch,
                                     text_location(record, at));
      if (!added) return added.error();
      corpus_.pages.push_back({at, corpus_.strings.copy(record.url), record.score,
                               corpus_.strings.copy(record.id), batch.record_hashes[next],
                               added->text, added->form});
      const PageWords& words = batch.words[next];
      if (is_of_archive(record) || record.kind != Kind::kText || record.fetched_ms >= 0) {
        corpus_.contents.resize(corpus_.pages.size());
        corpus_.contents.back() = {record.kind, record.fetched_ms, batch.bodies[next], words.page,
                                   words.full};
      }
      corpus_.has_payloads |=
          words.page != Hash128{} || words.full != 0 || texts::has_two_views(words.text);
      if (is_of_archive(record)) {
        corpus_.heads.resize(corpus_.pages.size());
        corpus_.heads.back() = header_fields(record, corpus_.strings);
      }
      corpus_.names.add(words.canonical);
      corpus_.thin += words.thin;
      ++next;
    }
    corpus_.bytes += batch.batch.input_bytes();
    if (read.ended) walk_.ended(index, *read.ended);
    return batch.status;
  }

 private:
  // Converts ordinals within a split to ordinals within its input.
  void begin(const ingest::Split& split) {
    split_ = &split;
    first_record_ = corpus_.records_of_input[split.input];
  }

  const RunPlan& plan_;
  std::span<const ingest::Split> splits_;
  ingest::SplitWalk walk_;
  Corpus& corpus_;
  const ingest::Split* split_ = nullptr;  // the one being applied
  uint64_t first_record_ = 0;
};

Status read_by_workers(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                       ThreadPool& pool, ProgressMeter& meter, Applier& applier) {
  const size_t ahead = work.plan.memory.texts_on_disk ? kFewBatchesAhead : kBatchesAhead;
  std::atomic<uint64_t> bytes = 0, records = 0;  // applied, but not reported yet
  Status applied;
  auto use = [&](size_t i, Batch batch) {
    if (!applier.is_void(i)) {
      applied = applier.apply(i, *batch);
      bytes += batch->pages.batch.input_bytes();
      records += batch->pages.batch.records().size();
    }
    work.give_back(std::move(batch));
    if (!applied.ok()) work.budget.stop();
    return applied.ok();
  };
  OrderedQueue<Batch> queue(splits.size(), 2 * pool.size() + 1, ahead, use,
                            [&](size_t lane) { work.budget.set_turn(lane); });
  auto stop = [&] {
    queue.stop();
    work.budget.stop();
  };
  auto read_split = [&](size_t i) {
    if (!queue.begin(i)) return;
    try {
      auto is_void = [&] { return applier.is_void(i); };
      read_batches(corpus.inputs[splits[i].input], splits[i], i, work, is_void,
                   [&](Batch batch) { return queue.put(i, std::move(batch)) && !is_void(); });
      queue.end(i);
    } catch (...) {
      stop();
      throw;
    }
  };
  Status told;
  auto tell = [&] {
    if (told.ok()) told = meter.advance(bytes.exchange(0), records.exchange(0));
    if (!told.ok()) stop();
  };
  pool.for_each_index(splits.size(), read_split, tell);
  if (!applied.ok()) return applied;
  tell();
  return told;
}

Status read_alone(std::span<const ingest::Split> splits, const Corpus& corpus, Work& work,
                  ProgressMeter& meter, Applier& applier) {
  Status status;
  for (size_t i = 0; i < splits.size(); ++i) {
    if (applier.is_void(i)) continue;
    auto is_void = [] { return false; };
    read_batches(corpus.inputs[splits[i].input], splits[i], i, work, is_void, [&](Batch batch) {
      status = applier.apply(i, *batch);
      const RecordBatch& records = batch->pages.batch;
      if (status.ok()) status = meter.advance(records.input_bytes(), records.records().size());
      work.give_back(std::move(batch));
      return status.ok();
    });
    if (!status.ok()) return status;
  }
  return status;
}

}  // namespace

Status read_corpus(const ReadOptions& options, const RunPlan& plan, ThreadPool& pool,
                   ProgressMeter& meter, Corpus& corpus) {
  // One thread gains nothing from splits, and finding the split points of a compressed archive
  // costs some reading.
  constexpr ingest::SplitOptions kWhole{.target_bytes = UINT64_MAX};
  auto splits = ingest::plan_splits(corpus.inputs, pool.size() == 1 ? kWhole : plan.splits);
  if (!splits) return splits.error();
  ByteBudget usual(std::max(pool.size() * kLeastBudget, plan.memory.limit / 4));
  ByteBudget& budget = plan.batch_budget != nullptr ? *plan.batch_budget : usual;
  // With one thread, it is always this split's turn.
  if (pool.size() == 1) budget.set_turn(splits->size());
  // If memory is short, no sets are made early.
  Work work{options, plan, SeenKeys(plan.memory.texts_on_disk ? 0 : plan.memory.records),
            SeenTexts(plan.memory.most_seen_texts), budget};
  // A table that grows by doubling would be copied when it is largest, and be in memory twice.
  corpus.pages.reserve(std::min(plan.memory.records, plan.memory.limit / 4 / sizeof(Page)));
  Applier applier(plan, *splits, corpus);
  Status status = pool.size() == 1 ? read_alone(*splits, corpus, work, meter, applier)
                                   : read_by_workers(*splits, corpus, work, pool, meter, applier);
  if (!status.ok()) return status;
  corpus.names.settle();
  return corpus.texts.complete(pool, [&](uint64_t) { return meter.advance(0); });
}

}  // namespace doppel::corpus
