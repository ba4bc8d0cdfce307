// Is everything in this folder true? Everything is computed again from the inputs that summary.json
// names, without the shortcuts of a run: texts are tokenised again and compared directly.
//
//   the folder               which files there are; the summary and the lists, read back
//   pass 1 over the inputs   counts, rejected records, the texts of pages that certificates keep
//   pass 2 over the inputs   each removed page against the page kept instead
//   kept files               byte by byte against the inputs
//   groups                   each page in one, in winner order, removed and kept page together
//   a run, when asked for    the same folder again?
//
// What is wrong is a fault, in words for people; only what cannot be read is an error. Time and
// memory are linear in the inputs and the folder, up to the logarithm of a search, because a folder
// may have been made to waste them.
#include "doppel/check.h"

#include <filesystem>
#include <set>

#include "base/guard.h"
#include "base/progress.h"
#include "check/archives.h"
#include "check/counts.h"
#include "check/folder_files.h"
#include "check/groups.h"
#include "check/kept_files.h"
#include "check/proofs.h"
#include "check/rerun.h"
#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "ingest/format.h"
#include "ingest/reader.h"
#include "io/file.h"

namespace doppel {
namespace checks {
namespace {

// A file that can be read again under its name.
Status require_regular(const std::string& path, const std::string& dir) {
  namespace fs = std::filesystem;
  const bool standard = path == "-";
  std::error_code error;
  const fs::file_type type = standard ? fs::file_type::fifo : fs::status(path, error).type();
  if (type == fs::file_type::not_found) return not_found(path + ": no such file");
  if (type == fs::file_type::none) return io::system_error(path, error.value());
  if (type == fs::file_type::regular) return {};
  return invalid_argument((standard ? "standard input" : path) + " cannot be read again, so " +
                          dir + " cannot be checked");
}

// Checks what the summary says about the run itself: the program, the inputs and the rules.
Status check_run(const SummaryContents& summary, const std::string& dir, Faults& faults) {
  const output::Maker here = output::this_program();
  if (summary.maker.text_rules != here.text_rules || summary.maker.unicode != here.unicode) {
    faults.add("the folder was made under text rules " + std::to_string(summary.maker.text_rules) +
               " and Unicode " + summary.maker.unicode + "; it is checked under text rules " +
               std::to_string(here.text_rules) + " and Unicode " + here.unicode);
  }
  const SuffixListVersion &made_with = summary.maker.suffix_list, &at_hand = here.suffix_list;
  if (made_with != at_hand) {
    faults.add("the folder was made with the public suffix list of " + made_with.date + ", " +
               made_with.hash + "; it is checked with that of " + at_hand.date + ", " +
               at_hand.hash + ", which may see other domains in the same URLs");
  }
  auto plan = corpus::plan_run(summary.options.predicate, summary.options.strategy);
  if (!plan) return corrupt(dir + "/" + output::kSummaryFile + ": " + plan.error().message());
  std::set<std::string> seen;
  for (const InputCounts& input : summary.values.inputs) {
    if (Status status = require_regular(input.input, dir); !status.ok()) return status;
    std::error_code error;
    if (!seen.insert(std::filesystem::canonical(input.input, error).native()).second && !error) {
      faults.add(input.input + ": this input is named twice");
    }
  }
  for (const std::string& index : summary.options.earlier_indexes) {
    if (Status status = require_regular(index, dir); !status.ok()) return status;
  }
  return {};
}

Result<FolderContents> read_contents(const FolderFiles& files, const std::string& dir,
                                     Faults& faults) {
  using output::kDuplicatesFile, output::kGroupsFile, output::kRejectedFile;
  if (!files.has(output::kSummaryFile)) {
    return not_found(files.describe_missing(output::kSummaryFile));
  }
  auto summary = read_summary(dir, faults);
  if (!summary) return summary.error();
  if (Status status = check_run(*summary, dir, faults); !status.ok()) return status;
  for (const char* list : {kDuplicatesFile, kGroupsFile, kRejectedFile}) {
    if (!files.has(list)) return corrupt(files.describe_missing(list));
  }
  auto lists = read_lists(dir, *summary, faults);
  if (!lists) return lists.error();
  return FolderContents{*std::move(summary), *std::move(lists)};
}

class FolderCheck {
 public:
  FolderCheck(const FolderFiles& files, const FolderContents& contents, const CheckOptions& options,
              const ProgressFn& progress, Faults& faults)
      : files_(files),
        contents_(contents),
        faults_(faults),
        meter_(progress),
        pages_(contents, faults),
        counts_(contents, pages_, faults),
        proofs_(contents, pages_, options.deep, faults),
        archives_(contents, files, pages_, faults) {}

  Status run() {
    for (auto step : {&FolderCheck::find_inputs, &FolderCheck::first_pass,
                      &FolderCheck::second_pass, &FolderCheck::check_kept_files}) {
      if (Status status = (this->*step)(); !status.ok()) return status;
    }
    files_.check(contents_.summary, faults_);
    counts_.check();
    check_groups(contents_, pages_, faults_);
    return {};
  }

  uint64_t counted_on_words() const { return proofs_.counted_on_words(); }

 private:
  Status find_inputs() {
    for (const InputCounts& named : contents_.summary.values.inputs) {
      ingest::Input& input = inputs_.emplace_back(ingest::Input{.path = named.input});
      if (Status status = ingest::set_content(input); !status.ok()) return status;
    }
    return {};
  }

  // Calls on_record(record, ref, words) for each record of the inputs that is rejected or a page,
  // and on_bytes with the number of bytes read since.
  template <typename OnRecord, typename OnBytes>
  Status for_each_record(OnRecord on_record, OnBytes on_bytes) {
    const SummaryContents& summary = contents_.summary;
    const ReadOptions options{summary.options.fields, summary.options.max_record_bytes,
                              summary.options.check_digests, summary.options.view};
    meter_.begin("check", "records", summary.values.records.read);
    corpus::PageWordsReader words_reader(options.view);
    for (uint32_t i = 0; i < inputs_.size(); ++i) {
      auto reader = ingest::open_reader(inputs_[i], {.input = i}, options);
      if (!reader) return reader.error();
      RecordBatch batch;
      for (bool is_last = false; !is_last;) {
        auto more = (*reader)->next(batch, {});
        if (!more) return more.error();
        is_last = !*more;
        on_bytes(batch.input_bytes());
        for (const Record& record : batch.records()) {
          if (record.kind == Kind::kNonPage && record.reject == Reject::kNone) continue;
          on_record(record, RecordRef{i, record.at.record},
                    record.reject == Reject::kNone ? words_reader.of(record, batch.arena())
                                                   : corpus::PageWords());
        }
        Status status = meter_.advance(batch.records().size(), batch.records().size());
        if (!status.ok()) return status;
      }
    }
    return meter_.end();
  }

  Status first_pass() {
    CheckedText text(contents_.summary.options.predicate.rules.mask_numbers);
    Status status = for_each_record(
        [&](const Record& record, RecordRef ref, const corpus::PageWords& words) {
          if (record.reject != Reject::kNone) return counts_.add_rejected(record, ref);
          const TextIdentity identity = text.read(words.text);
          counts_.add_page(record, ref, words, identity);
          proofs_.keep(ref, words, identity, text);
          pages_.meet(record, words.canonical, text.tokens(View::kFull).size(), ref);
          if (contents_.summary.values.written) archives_.remember(record, ref, words);
        },
        [&](uint64_t bytes) { counts_.add_bytes(bytes); });
    pages_.settle();
    return status;
  }

  Status second_pass() {
    Status status = for_each_record(
        [&](const Record& record, RecordRef ref, const corpus::PageWords& words) {
          if (record.reject == Reject::kNone) proofs_.check(ref, words);
        },
        [](uint64_t) {});
    proofs_.finish();
    return status;
  }

  Status check_kept_files() {
    if (Status status = archives_.decide(proofs_.proofs()); !status.ok()) return status;
    return KeptFiles{contents_, files_, pages_, counts_, archives_, inputs_, faults_}.check();
  }

  const FolderFiles& files_;
  const FolderContents& contents_;
  Faults& faults_;
  std::vector<ingest::Input> inputs_;  // with their formats
  ProgressMeter meter_;
  PageIndex pages_;
  CountsCheck counts_;
  Proofs proofs_;
  Archives archives_;
};

Result<CheckReport> check_folder(const std::string& dir, const CheckOptions& options,
                                 const ProgressFn& progress) {
  auto files = FolderFiles::list(dir);
  if (!files) return files.error();
  Faults faults;
  auto contents = read_contents(*files, dir, faults);
  if (!contents) return contents.error();
  FolderCheck folder(*files, *contents, options, progress, faults);
  if (Status status = folder.run(); !status.ok()) return status;
  if (options.rerun) {
    Status status = compare_with_rerun(*files, *contents, progress, faults);
    if (!status.ok()) return status;
  }
  return CheckReport{contents->lists.certificates.size(), folder.counted_on_words(), faults.take()};
}

}  // namespace
}  // namespace checks

Result<CheckReport> check(const std::string& output_dir, const CheckOptions& options,
                          const ProgressFn& progress) try {
  return checks::check_folder(output_dir, options, progress);
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
