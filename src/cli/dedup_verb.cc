#include <iomanip>
#include <iostream>
#include <sstream>

#include "check/printable.h"
#include "cli/field_flags.h"
#include "cli/help.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "ingest/inputs.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::vector<std::string> inputs;
  std::optional<std::string> files_from;
  std::string max_record = "64M", max_rejected = "1/2", view = "any";
  std::optional<std::string> out, memory, max_own_windows, keep;
  std::vector<std::string> fields;
  std::string strategy = "lsh", threads = "0";
  RuleFlags rules;
  DedupOptions options;
  bool json = false;
};

Result<Strategy> parse_strategy(const std::string& text) {
  for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
    if (text == name(strategy)) return strategy;
  }
  return invalid_argument("unknown strategy \"" + text + "\": use lsh, exact or scan");
}

Status fill_options(Flags& flags) {
  auto predicate = flags.rules.predicate();
  if (!predicate) return predicate.error();
  flags.options.predicate = *predicate;
  auto strategy = parse_strategy(flags.strategy);
  if (!strategy) return strategy.error();
  flags.options.strategy = *strategy;
  auto view = parse_view(flags.view);
  if (!view) return invalid_argument(view.error().message());
  flags.options.view = *view;
  if (flags.keep) {
    auto keep = parse_keep(*flags.keep);
    if (!keep) return keep.error();
    flags.options.keep = *keep;
  }
  auto threads = parse_number("--threads", flags.threads, 0, 1024);
  if (!threads) return threads.error();
  flags.options.threads = *threads;
  auto max_record = parse_size(flags.max_record);
  if (!max_record) return invalid_argument("--max-record " + max_record.error().message());
  flags.options.max_record_bytes = *max_record;
  if (flags.memory) {
    auto memory = parse_size(*flags.memory);
    if (!memory) return invalid_argument("--memory " + memory.error().message());
    flags.options.memory_bytes = *memory;
  }
  if (flags.max_own_windows) {
    auto most = parse_number("--max-own-windows", *flags.max_own_windows, 0, UINT32_MAX);
    if (!most) return most.error();
    flags.options.max_own_windows = *most;
  }
  for (const std::string& field : flags.fields) {
    if (Status status = rename_field(field, flags.options.fields); !status.ok()) return status;
  }
  if (flags.files_from) {
    auto listed = ingest::read_file_list(*flags.files_from);
    if (!listed) return listed.error();
    if (listed->empty()) return invalid_argument(*flags.files_from + ": the list names no inputs");
    flags.inputs.insert(flags.inputs.end(), listed->begin(), listed->end());
  }
  if (flags.inputs.empty())
    return invalid_argument("dedup needs an INPUT or --files-from (see doppel dedup --help)");
  return {};
}

std::string table_row(const std::string& name, const RecordCounts& counts) {
  std::ostringstream out;
  out << std::right << std::setw(10) << counts.read << std::setw(10) << counts.kept << std::setw(10)
      << counts.removed << std::setw(10) << counts.rejected << "  " << name << "\n";
  return out.str();
}

// "bytes 3, near 2"; empty when all are 0.
template <typename Enum, size_t N>
std::string counts_text(const std::array<uint64_t, N>& counts) {
  std::string out;
  for (size_t i = 0; i < N; ++i) {
    if (counts[i] == 0) continue;
    if (!out.empty()) out += ", ";
    out += std::string(name(static_cast<Enum>(i))) + " " + std::to_string(counts[i]);
  }
  return out;
}

// Prints nothing for strategies that find every pair, nor for a handful of pairs.
void print_recall(const char* of, const std::optional<Recall>& measured) {
  constexpr uint64_t kFewestPairs = 20;
  if (!measured || measured->drawn < kFewestPairs) return;
  const Recall& recall = *measured;
  auto share = [](double value) {
    std::ostringstream out;
    out << std::fixed << std::setprecision(4) << value;
    return out.str();
  };
  std::cout << "recall of pairs" << of << ": " << share(recall.estimate) << ", between "
            << share(recall.low) << " and " << share(recall.high) << " (" << recall.found << " of "
            << recall.drawn << " sampled pairs)\n";
}

// "archives: 48 full, 123 revisits, 3 noted, 0 dropped, 172 passed; 787 KB in, 770 KB out".
void print_written(const ArchiveCounts& written) {
  std::cout << "archives: " << written.full << " full, " << written.revisits << " revisits, "
            << written.noted << " noted, " << written.dropped << " dropped, " << written.non_pages
            << " passed\n";
  if (written.known > 0) {
    std::cout << "pages in earlier archives: " << written.known << ", written as revisits\n";
  }
  std::cout << "archive bytes: " << written.bytes_in << " in, " << written.bytes_out << " out\n";
}

// "windows that only the removed page has: none in 3, 1-9 in 2". Nothing if there are none at all.
void print_own_windows(const DedupSummary& summary) {
  const auto& counts = summary.removed_by_own_windows;
  if (counts[0] == summary.records.removed) return;
  std::string out;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    if (!out.empty()) out += ", ";
    out +=
        (i == 0 ? "none" : std::string(kOwnWindowsClasses[i])) + " in " + std::to_string(counts[i]);
  }
  std::cout << "windows of words lost with a removed page: " << out << "\n";
}

void print_table(const DedupSummary& summary, const std::string& out_dir) {
  constexpr size_t kMaxRows = 20;
  std::cout << "      read      kept   removed  rejected\n";
  size_t rows = std::min(summary.inputs.size(), kMaxRows);
  for (size_t i = 0; i < rows; ++i) {
    std::cout << table_row(checks::printable(summary.inputs[i].input), summary.inputs[i].records);
  }
  if (rows < summary.inputs.size()) {
    std::cout << std::string(42, ' ') << summary.inputs.size() - rows << " more inputs\n";
  }
  if (summary.inputs.size() > 1) std::cout << table_row("total", summary.records);
  std::string levels = counts_text<Level>(summary.removed_by_level);
  std::string reasons = counts_text<Reject>(summary.rejected_by_reason);
  if (!levels.empty()) std::cout << "removed: " << levels << "\n";
  print_own_windows(summary);
  if (!reasons.empty()) std::cout << "rejected: " << reasons << "\n";
  if (summary.written) print_written(*summary.written);
  std::cout << "distinct texts: " << summary.texts << ", groups: " << summary.groups << "\n";
  const Comparisons& comparisons = summary.comparisons;
  print_recall(comparisons.full_recall ? " by main content" : "", comparisons.recall);
  print_recall(" by full text", comparisons.full_recall);
  if (const MemoryUse& memory = summary.memory; memory.texts_on_disk || memory.keys_on_disk) {
    const char* on_disk = memory.tables_on_disk ? "texts, band keys and tables"
                          : memory.keys_on_disk ? "texts and band keys"
                                                : "texts";
    std::cout << "memory: " << bytes_text(memory.limit) << " of about " << bytes_text(memory.need)
              << " needed, " << on_disk << " on disk";
    if (memory.least > memory.limit) {
      std::cout << "; the rest needs about " << bytes_text(memory.least);
    }
    std::cout << "\n";
  }
  double seconds = std::max(summary.seconds, 1e-9);
  std::cout << "read " << bytes_text(summary.bytes) << " in " << seconds_text(summary.seconds)
            << ", "
            << bytes_text(static_cast<uint64_t>(static_cast<double>(summary.bytes) / seconds))
            << "/s\n";
  std::cout << "written: " << checks::printable(out_dir) << "\n";
  if (!summary.digest.empty()) std::cout << "digest: " << summary.digest << "\n";
}

void print_warnings(const DedupSummary& summary, const std::string& out_dir) {
  constexpr size_t kFirstWarnings = 5;
  for (size_t i = 0; i < std::min(summary.warnings.size(), kFirstWarnings); ++i) {
    warn(summary.warnings[i]);
  }
  if (size_t all = summary.warnings.size(); all > kFirstWarnings) {
    warn(std::to_string(all - kFirstWarnings) + " more warnings, see " + out_dir + "/summary.json");
  }
  for (const std::string& rejected : summary.first_rejected) warn(rejected);
  if (size_t shown = summary.first_rejected.size(); summary.records.rejected > shown) {
    const size_t more = summary.records.rejected - shown;
    warn(std::to_string(more) + " more rejected " + (more == 1 ? "record" : "records") + ", see " +
         out_dir + "/rejected.jsonl");
  }
}

// Most records without a text usually means that the text has another name.
void warn_about_field(const DedupSummary& summary, const std::string& field) {
  const uint64_t without = summary.rejected_by_reason[static_cast<size_t>(Reject::kNoText)];
  if (without < 2 || without * 2 <= summary.records.read) return;
  warn(std::to_string(without) + " of " + count_text(summary.records.read, "record") +
       " have no string in the field \"" + field +
       "\"; to read another field, use --field text=NAME");
}

int run_dedup(Flags& flags) {
  if (!flags.out) return report(invalid_argument("--out is required (see doppel dedup --help)"));
  if (Status status = fill_options(flags); !status.ok()) return report(status);
  auto limit = parse_rejected_share(flags.max_rejected);
  if (!limit) return report(limit.error());
  auto summary = [&] {
    ProgressLine progress;
    return dedup(flags.inputs, *flags.out, flags.options, progress.fn());
  }();
  if (!summary) return report(summary.error());
  print_warnings(*summary, *flags.out);
  warn_about_field(*summary, flags.options.fields.text);
  const RecordCounts& counts = summary->records;
  if (flags.json) {
    std::cout << summary->json;
    if (flags.options.digest) std::cout << "{\"digest\": \"" << summary->digest << "\"}\n";
  } else {
    print_table(*summary, *flags.out);
  }
  return code_for_rejected(counts.read, counts.rejected, *limit);
}

void add_input_options(CLI::App& app, Flags& flags) {
  app.add_option("INPUT", flags.inputs)->type_name("INPUT...")->group("");
  app.add_option("--files-from", flags.files_from,
                 "read the names of more inputs from FILE, one per line")
      ->type_name("FILE")
      ->group("input");
  add_field_flag(app, flags.fields);
  app.add_option("--max-record", flags.max_record,
                 "reject records above this size (default 64M, at most 512M)")
      ->type_name("SIZE")
      ->group(kMore);
  app.add_flag("--check-digests", flags.options.check_digests,
               "reject archive records whose payload does not match their digest")
      ->group(kMore);
  app.add_option("--cdxj", flags.options.earlier_indexes,
                 "write revisit records for pages listed in this earlier CDXJ index")
      ->type_name("FILE")
      ->group(kMore)
      ->take_all();
}

void add_rule_options(CLI::App& app, Flags& flags) {
  flags.rules.add(app);
  app.add_option("--view", flags.view,
                 "of HTML: the main content (main), all text (full), or either (any, default)")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--strategy", flags.strategy, "how to find pairs: lsh (default), exact or scan")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--keep", flags.keep, "prefer the page with the most words (longest)")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--max-own-windows", flags.max_own_windows,
                 "keep pages that have more than N windows of words that the kept page lacks")
      ->type_name("N")
      ->group("rules");
}

void add_output_options(CLI::App& app, Flags& flags) {
  app.add_option("-o,--out", flags.out, "folder to write; it must not exist, or be empty")
      ->type_name("DIR")
      ->group("output");
  app.add_flag("--drop-near", flags.options.drop_near,
               "leave near-duplicates out of archives instead of annotating them")
      ->group("output");
  app.add_option("--max-rejected", flags.max_rejected,
                 "exit with code 3 if a larger share is rejected (default 1/2)")
      ->type_name("R")
      ->group("output");
  app.add_option("--memory", flags.memory,
                 "use no more memory than this and keep the rest on disk: 64M, 8G")
      ->type_name("SIZE")
      ->group("output");
  app.add_option("--threads", flags.threads, "number of threads (default 0: one for each core)")
      ->type_name("N")
      ->group("output");
  app.add_flag("--digest", flags.options.digest,
               "print a digest of the result, to compare two runs by")
      ->group(kMore);
  app.add_flag("--json", flags.json)->group("");  // named in the usage
}

}  // namespace

std::unique_ptr<Verb> dedup_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "dedup", "INPUT... --out DIR [--json] [options]",
      "remove duplicate records from files",
      "Removes records that duplicate another. INPUT: files, folders, globs or - (JSONL, WARC, "
      "ARC).",
      "doppel dedup crawl/*.warc.gz --out clean",
      "0 success, 1 input or output failed, 2 bad command line, 3 too many records rejected");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_input_options(app, *flags);
  add_rule_options(app, *flags);
  add_output_options(app, *flags);
  verb->run = [flags] { return run_dedup(*flags); };
  return verb;
}

}  // namespace doppel::cli
