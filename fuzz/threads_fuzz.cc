// A run with one thread over whole files and a run with several over small pieces of them write the
// same bytes, whatever the files hold: JSONL, WARC and ARC, plain and packed, damaged or made so
// that a reader which begins in the middle is led astray (input_files.h). Only `seconds` differs.
//
// The first line chooses, a byte each: the strategy, the threshold, k; then, for the second run
// only, the threads, the size of a split, the records of a batch, whether tables are on disk; then
// for both again the view, whether digests are checked, whether near duplicates are dropped.
#include <cstdint>
#include <string>
#include <vector>

#include "engine/run.h"
#include "folder_contents.h"
#include "input_files.h"
#include "require.h"

namespace {

using namespace doppel;

constexpr Ratio kThresholds[] = {{4, 5}, {1, 2}, {3, 10}, {1, 1}};
constexpr Strategy kStrategies[] = {Strategy::kLsh, Strategy::kExact, Strategy::kScan};
constexpr uint64_t kMaxRecordBytes = 10'000;

struct Configuration {
  DedupOptions options;
  corpus::RunPlan plan;
};

// One thread, and the same in small pieces.
struct Both {
  Configuration one, many;
};

Both configurations(std::string_view line) {
  fuzz::Choices choices(line);
  Both out;
  DedupOptions& options = out.one.options;
  options.strategy = kStrategies[choices.next(3)];
  options.predicate.threshold = kThresholds[choices.next(4)];
  options.predicate.rules.k = 1 + choices.next(5);
  options.max_record_bytes = kMaxRecordBytes;
  options.threads = 1;
  out.many.options.threads = 2 + choices.next(3);
  const uint64_t split_bytes = 1 + 4 * choices.next(128);
  const uint32_t batch_records = 1 + choices.next(4);
  const bool on_disk = choices.next(8) == 7;
  options.view = choices.next(2) == 0 ? View::kMain : View::kFull;
  options.check_digests = choices.next(2) == 1;
  options.drop_near = choices.next(2) == 1;

  const uint32_t threads = out.many.options.threads;
  out.many.options = options;
  out.many.options.threads = threads;
  out.one.plan = *corpus::plan_run(options.predicate, options.strategy);
  out.many.plan = out.one.plan;
  out.many.plan.splits.target_bytes = split_bytes;
  out.many.plan.batch.records = batch_records;
  if (on_disk) {
    out.many.options.memory_bytes = 1;
    out.many.plan.disk_table_bytes = 1;
  }
  return out;
}

std::string run(const std::vector<std::string>& inputs, const std::string& folder,
                const Configuration& configuration) {
  auto summary =
      engine::run(inputs, folder, configuration.options, configuration.plan, ProgressFn());
  if (!summary) return summary.error().message();
  fuzz::require(summary->records.balance(), "read is not kept + removed + rejected");
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::FuzzInput input = fuzz::read_input({reinterpret_cast<const char*>(data), size});
  if (input.files.empty()) return 0;
  support::TempFolder folder;
  const std::vector<std::string> paths = fuzz::write_files(input, folder);
  const Both both = configurations(input.choices);
  const std::string one = folder.path("one"), many = folder.path("many");
  const std::string failure = run(paths, one, both.one);
  fuzz::require(run(paths, many, both.many) == failure, "one run fails, the other does not");
  if (failure.empty()) {
    fuzz::require(fuzz::folder_contents(one) == fuzz::folder_contents(many),
                  "the number of threads changes what is written");
  }
  return 0;
}
