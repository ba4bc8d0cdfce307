// A run over files: expand the inputs, read, decide, write, publish. Each step is one function; the
// output folder appears at the end.
#include "doppel/dedup.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "base/guard.h"
#include "codec/compression.h"
#include "corpus/corpus.h"
#include "corpus/page_words_reader.h"
#include "corpus/source_texts.h"
#include "engine/decide.h"
#include "engine/disk_tables.h"
#include "engine/run.h"
#include "ingest/format.h"
#include "io/file.h"
#include "io/spool.h"
#include "output/file_names.h"
#include "output/format_writer.h"
#include "output/lists.h"
#include "output/output_folder.h"
#include "output/output_paths.h"
#include "output/result_digest.h"
#include "output/summary.h"
#include "spill/overflow_texts.h"
#include "spill/spool_texts.h"

namespace doppel {
namespace engine {
namespace {

Result<ingest::InputList> find_inputs(const std::vector<std::string>& patterns,
                                      const std::string& output_dir) {
  const std::vector<std::string> ours = {output::kDuplicatesFile, output::kGroupsFile,
                                         output::kRejectedFile,   output::kSummaryFile,
                                         output::kIndexFile,      ingest::kRunFolder};
  auto list = ingest::expand_inputs(patterns, ours);
  // Nothing has been written yet, so an unreadable input is reported like a wrong name.
  if (!list && list.error().code() == StatusCode::kIo) return not_found(list.error().message());
  if (!list) return list;
  const output::OutputPaths output(output_dir);
  for (const ingest::Input& input : list->inputs) {
    if (valid_utf8(input.path) != input.path) {
      return invalid_argument("the name of an input is not valid UTF-8: " + valid_utf8(input.path));
    }
    auto holder = input.read_once ? std::nullopt : output.holder_of(input.path);
    if (holder)
      return invalid_argument(*holder + ": this output folder contains the input " + input.path);
  }
  return list;
}

std::string spool_name(size_t input) { return "spool-" + std::to_string(input); }

// Standard input has no name that shows its format, so its output gets one.
void name_by_content(std::vector<ingest::Input>& inputs, size_t i) {
  if (inputs[i].path != "-") return;
  const ingest::Content& content = *inputs[i].content;
  std::string name = inputs[i].output_name;
  name.resize(std::min(name.size(), name.rfind('.')));
  name.append(content.suffix()).append(codec::suffix_of(content.compression()));
  bool taken = std::any_of(inputs.begin(), inputs.end(), [&](const ingest::Input& other) {
    return other.output_name == name || other.output_name.starts_with(name + "/");
  });
  if (!taken) inputs[i].output_name = name;
}

// Copies inputs that can be read only once, so that they can be read again to write what is kept.
Status spool_inputs(std::vector<ingest::Input>& inputs, const output::OutputFolder& folder,
                    ProgressMeter& meter) {
  meter.begin("spool", "bytes", 0);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].read_once) continue;
    const std::string file = folder.scratch(spool_name(i));
    auto bytes = io::spool(inputs[i].path, file, [&](uint64_t n) { return meter.advance(n); });
    if (!bytes) return bytes.error();
    inputs[i].set_spool(file, *bytes);
    if (Status s = ingest::set_content(inputs[i]); !s.ok()) return s;
    name_by_content(inputs, i);
  }
  return {};
}

// Uncompressed bytes to read; 0 when the size of some input is unknown.
uint64_t bytes_to_read(const std::vector<ingest::Input>& inputs) {
  uint64_t sum = 0;
  for (const ingest::Input& input : inputs) {
    if (input.content->compression() != codec::Compression::kNone) return 0;
    sum += input.size;
  }
  return sum;
}

// The plan of the run, once the sizes of its inputs are known.
Result<corpus::RunPlan> settle_memory(const corpus::RunPlan& plan,
                                      const std::vector<ingest::Input>& inputs,
                                      const DedupOptions& options, const ReadOptions& read_options,
                                      const ThreadPool& pool) {
  auto size = corpus::estimate_corpus_size(inputs, read_options);
  if (!size) return size.error();
  corpus::RunPlan out = plan;
  out.two_views = options.view == View::kAny;
  out.most_own_windows = options.max_own_windows;
  out.keep = options.keep;
  out.memory = corpus::plan_memory(options.memory_bytes, *size, plan.banding.bands,
                                   static_cast<uint32_t>(pool.size()));
  out.keep_set_bytes = std::min(plan.keep_set_bytes, out.memory.keep_set_bytes);
  return out;
}

// If texts are on disk, they are in a spool. Otherwise texts of plain files are read again from
// these files, and only texts of other inputs are in memory.
Result<std::unique_ptr<texts::TextStore>> text_store(const corpus::RunPlan& plan,
                                                     const std::vector<ingest::Input>& inputs,
                                                     const ReadOptions& options,
                                                     const output::OutputFolder& folder) {
  if (!plan.memory.texts_on_disk) {
    auto source =
        corpus::SourceTexts::create(inputs, options,
                                    std::make_unique<spill::OverflowTexts>(
                                        plan.memory.most_text_bytes, folder.scratch("texts")));
    if (!source) return source.error();
    return std::unique_ptr<texts::TextStore>(*std::move(source));
  }
  auto spool = spill::SpoolTexts::create(folder.scratch("texts"), plan.tables);
  if (!spool) return spool.error();
  return std::unique_ptr<texts::TextStore>(*std::move(spool));
}

MemoryUse memory_use(const corpus::MemoryPlan& plan) {
  return {plan.limit,         plan.need,         plan.least,
          plan.texts_on_disk, plan.keys_on_disk, plan.tables_on_disk};
}

group::WinnerFacts winner_facts(const corpus::Corpus& corpus, size_t page) {
  const corpus::Page& found = corpus.pages[page];
  return {.url = found.url,
          .first_seen_ms = group::first_seen_of(corpus.content(page).fetched_ms),
          .score_bucket = group::score_bucket(found.score),
          .named = corpus.names.contains(found.url),
          .words = corpus.texts.words(found.text)};
}

Result<Decision> decide_pages(corpus::Corpus& corpus, const corpus::RunPlan& plan, ThreadPool& pool,
                              ProgressMeter& meter) {
  constexpr size_t kPagesPerTask = 256;  // each page may look up a canonical name
  const size_t pages = corpus.pages.size();
  Table<group::WinnerFacts> facts(pages, plan.tables);
  Table<TextId> texts(pages, plan.tables);
  Table<FormId> forms(pages, plan.tables);
  pool.for_each_index((pages + kPagesPerTask - 1) / kPagesPerTask, [&](size_t task) {
    const size_t first = task * kPagesPerTask, last = std::min(pages, first + kPagesPerTask);
    plan.tables->trim_resident();
    for (size_t i = first; i < last; ++i) {
      facts[i] = winner_facts(corpus, i);
      texts[i] = corpus.pages[i].text;
      forms[i] = corpus.pages[i].form;
    }
  });
  return decide({facts, texts, forms}, corpus.texts, plan, pool, meter);
}

// Two texts that differ may have the same words in the view that proves the pair.
Status name_level_of_pair(corpus::Corpus& corpus, size_t page, group::Removal& removal) {
  const TextId removed = corpus.pages[page].text, kept = corpus.pages[removal.kept.index()].text;
  if (!corpus.texts.has_two_views(removed, kept)) return {};
  if (removal.similarity.left_only > 0 || removal.similarity.right_only > 0) return {};
  auto same = corpus.texts.same_words(removed, kept, View::kFull);
  if (same && *same) removal.level = Level::kWords;
  if (!same || *same || removal.view == View::kFull) return same.status();
  same = corpus.texts.same_words(removed, kept, View::kMain);
  if (same && *same) removal.level = Level::kMainWords;
  return same.status();
}

// Pages with the same text are distinguished by what else they contain, if anything
// (page_words_reader.h).
Status name_levels(corpus::Corpus& corpus, group::Cover& cover) {
  constexpr size_t kTrimEvery = 64;
  if (!corpus.has_payloads) return {};
  for (size_t i = 0; i < corpus.pages.size(); ++i) {
    if (i % kTrimEvery == 0) corpus.tables->trim_resident();
    auto& removal = cover.removals[i];
    if (!removal) continue;
    if (removal->level == Level::kNear) {
      if (Status s = name_level_of_pair(corpus, i, *removal); !s.ok()) return s;
      continue;
    }
    const size_t instead = removal->kept.index();
    const corpus::PageContent removed = corpus.content(i), kept = corpus.content(instead);
    const bool same_form = corpus.pages[i].form == corpus.pages[instead].form;
    removal->level = corpus::level_of_equals({.page = removed.payload, .full = removed.full},
                                             {.page = kept.payload, .full = kept.full}, same_form);
  }
  return {};
}

// The first page of each input, and then the end of the pages of the last input.
std::vector<size_t> first_pages(const corpus::Corpus& corpus) {
  std::vector<size_t> out(corpus.inputs.size() + 1, corpus.pages.size());
  for (size_t i = corpus.pages.size(); i-- > 0;) out[corpus.pages[i].at.input] = i;
  for (size_t i = corpus.inputs.size(); i-- > 0;) {
    // An input without pages begins where the next one does.
    out[i] = std::min(out[i], out[i + 1]);
  }
  return out;
}

// Adds each input to the writer of its format.
Status add_inputs(const corpus::Corpus& corpus, output::FormatWriters& writers) {
  for (const auto& writer : writers.all()) {
    if (Status s = writer->prepare(); !s.ok()) return s;
  }
  const std::vector<size_t> first_page = first_pages(corpus);
  for (uint32_t i = 0; i < corpus.inputs.size(); ++i) {
    output::FormatWriter& writer = writers.of(corpus.inputs[i].content->format());
    if (Status s = writer.add(i, first_page[i], first_page[i + 1]); !s.ok()) return s;
  }
  return {};
}

// Writes the inputs without the removed records, and the lists; at the same time it counts the
// summary and frees the sets. All of these are parallel tasks, the longest first.
Status write_folder(corpus::Corpus& corpus, const group::Cover& cover, const DedupOptions& options,
                    const output::OutputFolder& folder, ThreadPool& pool, DedupSummary& summary) {
  output::FormatWriters writers({corpus, cover, options, folder});
  if (Status s = add_inputs(corpus, writers); !s.ok()) return s;
  std::vector<std::function<Status()>> tasks;
  auto add_parts = [&](bool long_ones) {
    for (const auto& writer : writers.all()) {
      for (size_t part = 0; writer->has_long_parts() == long_ones && part < writer->parts();
           ++part) {
        tasks.push_back([&writer, part] { return writer->write(part); });
      }
    }
  };
  add_parts(true);
  for (output::List list :
       {output::List::kDuplicates, output::List::kGroups, output::List::kRejected}) {
    tasks.push_back(
        [&, list] { return output::write_list(list, corpus, cover, options.predicate, folder); });
  }
  tasks.push_back([&] {
    summary = output::summarize(corpus, cover);
    return Status();
  });
  tasks.push_back([&] {
    corpus.texts.drop_sets();
    return Status();
  });
  add_parts(false);
  std::vector<Status> results(tasks.size());
  pool.for_each_index(tasks.size(), [&](size_t i) { results[i] = tasks[i](); });
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  for (const auto& writer : writers.all()) {
    if (Status s = writer->finish(); !s.ok()) return s;
    if (auto written = writer->written()) summary.written = written;
  }
  return {};
}

// What every step of a run needs.
struct RunContext {
  int64_t began_ns;
  const DedupOptions& options;
  ReadOptions read_options;
  ingest::InputList list;
  output::OutputFolder folder;
  ThreadPool& pool;
  ProgressMeter& meter;
};

// Reads, decides, writes, publishes.
Result<DedupSummary> carry_out(const corpus::RunPlan& plan, RunContext& context) {
  auto& [began_ns, options, read_options, list, folder, pool, meter] = context;
  auto store = text_store(plan, list.inputs, read_options, folder);
  if (!store) return store.error();
  corpus::Corpus corpus(plan, *std::move(store));
  corpus.inputs = std::move(list.inputs);
  if (plan.memory.keys_on_disk && plan.banding.bands > 0) {
    if (Status s = corpus.texts.keep_keys_on_disk(folder.scratch("")); !s.ok()) return s;
  }
  meter.begin("read", "bytes", bytes_to_read(corpus.inputs));
  Status status = corpus::read_corpus(read_options, plan, pool, meter, corpus);
  if (!status.ok()) return status;
  if (status = meter.end(); !status.ok()) return status;

  auto decision = decide_pages(corpus, plan, pool, meter);
  if (!decision) return decision.error();
  if (status = name_levels(corpus, decision->cover); !status.ok()) return status;
  const group::Cover& cover = decision->cover;

  meter.begin("write", "records", corpus.pages.size());
  DedupSummary summary;
  status = write_folder(corpus, cover, options, folder, pool, summary);
  if (!status.ok()) return status;
  if (status = meter.advance(corpus.pages.size(), corpus.pages.size()); !status.ok()) return status;

  if (options.digest) summary.digest = hexadecimal(output::result_digest(corpus, cover));
  summary.comparisons = decision->comparisons;
  summary.memory = memory_use(plan.memory);
  summary.warnings = std::move(list.warnings);
  summary.seconds = static_cast<double>(steady_clock().now_ns() - began_ns) / 1e9;
  summary.json = output::summary_json(options, summary);
  if (status = output::write_summary(summary.json, folder); !status.ok()) return status;
  if (status = meter.end(); !status.ok()) return status;
  if (status = folder.publish(); !status.ok()) return status;
  return summary;
}

}  // namespace

Result<DedupSummary> run(const std::vector<std::string>& patterns, const std::string& output_dir,
                         const DedupOptions& options, const corpus::RunPlan& plan,
                         const ProgressFn& progress) {
  if (output_dir.empty()) return invalid_argument("the name of the output folder is empty");
  auto list = find_inputs(patterns, output_dir);
  if (!list) return list.error();
  return run_over(*std::move(list), output_dir, options, plan, progress);
}

Result<DedupSummary> run_over(ingest::InputList list, const std::string& output_dir,
                              const DedupOptions& options, const corpus::RunPlan& plan,
                              const ProgressFn& progress) {
  int64_t began_ns = steady_clock().now_ns();
  for (const std::string& index : options.earlier_indexes) {
    std::error_code error;
    if (std::filesystem::exists(index, error) && !std::filesystem::is_regular_file(index, error)) {
      return invalid_argument(index + ": not a regular file, so it cannot be read as an index");
    }
    if (auto file = io::File::open(index); !file) return not_found(file.error().message());
    if (auto holder = output::OutputPaths(output_dir).holder_of(index)) {
      return invalid_argument(*holder + ": this output folder contains the index " + index);
    }
  }
  auto folder = output::OutputFolder::begin(output_dir);
  if (!folder) return folder.error();

  ThreadPool pool(options.threads, options.executor);
  ProgressMeter meter(progress);
  if (Status status = spool_inputs(list.inputs, *folder, meter); !status.ok()) return status;
  for (ingest::Input& input : list.inputs) {
    if (Status status = ingest::set_content(input); !status.ok()) return status;
  }
  ReadOptions read_options{options.fields, options.max_record_bytes, options.check_digests,
                           options.view};
  auto settled = settle_memory(plan, list.inputs, options, read_options, pool);
  if (!settled) return settled.error();
  RunContext context{began_ns,           options, read_options, std::move(list),
                     *std::move(folder), pool,    meter};
  if (!settled->memory.tables_on_disk) return carry_out(*settled, context);
  return with_tables_on_disk(
      *settled, context.folder.scratch("tables"), settled->memory.resident_table_bytes,
      [&](const corpus::RunPlan& on_disk) { return carry_out(on_disk, context); });
}

}  // namespace engine

std::string_view name(Strategy strategy) {
  switch (strategy) {
    case Strategy::kLsh: return "lsh";
    case Strategy::kExact: return "exact";
    case Strategy::kScan: return "scan";
  }
  return "unknown";
}

std::string_view name(Keep keep) { return keep == Keep::kLongest ? "longest" : "default"; }

Result<Keep> parse_keep(std::string_view text) try {
  if (text == name(Keep::kLongest)) return Keep::kLongest;
  return invalid_argument("unknown choice for --keep \"" + std::string(text) + "\": use longest");
} catch (...) {
  return status_of_exception();
}

Predicate predicate_of(Preset preset) {
  switch (preset) {
    case Preset::kWeb: return {};
    case Preset::kShort: return {.rules = {.k = 2}, .threshold = {7, 10}};
    case Preset::kPaper: return {.rules = {.padding = Padding::kAlways}};
  }
  return {};
}

Result<DedupSummary> dedup(const std::vector<std::string>& inputs, const std::string& output_dir,
                           const DedupOptions& options, const ProgressFn& progress) try {
  auto plan = corpus::plan_run(options.predicate, options.strategy);
  if (!plan) return plan.error();
  if (Status s = ingest::check_record_bytes(options.max_record_bytes); !s.ok()) return s;
  return engine::run(inputs, output_dir, options, *plan, progress);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
