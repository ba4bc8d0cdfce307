#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/backup_output.h"
#include "store_verbs/store_output.h"
#include "store_verbs/time_flags.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string store, folder;
  std::optional<std::string> keep, now;
  bool json = false;
};

void print_json(const BackupReport& report) {
  json::JsonWriter json;
  json.begin_object();
  write_backup(json, report.backup);
  json.key("copied_files").number(report.copied_files);
  json.key("copied_bytes").number(report.copied_bytes);
  json.key("dropped").begin_array();
  for (uint64_t number : report.dropped) json.number(number);
  json.end_array().end_object();
  std::cout << json.take_line();
}

void print_text(const BackupReport& report) {
  const BackupInfo& backup = report.backup;
  std::cout << "backup " << backup.number << ": round " << backup.round << ", "
            << count_text(backup.files, "file") << ", " << bytes_text(backup.bytes) << "\n"
            << "copied: " << count_text(report.copied_files, "file") << ", "
            << bytes_text(report.copied_bytes) << "\n";
  for (uint64_t number : report.dropped) std::cout << "dropped: backup " << number << "\n";
}

int run_backup(const Flags& flags) {
  BackupOptions options;
  if (flags.keep) {
    auto keep = parse_number("--keep", *flags.keep, 1, 1'000'000);
    if (!keep) return report(keep.error());
    options.keep = *keep;
  }
  auto now = now_of(flags.now);
  if (!now) return report(now.error());
  options.time_ms = *now;
  auto done = [&] {
    ProgressLine progress;
    return backup_store(flags.store, flags.folder, options, progress.fn());
  }();
  if (!done) return report(done.error());
  for (uint64_t number : done->damaged) warn_about_damaged(number, flags.folder);
  if (flags.json) {
    print_json(*done);
  } else {
    print_text(*done);
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> backup_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "backup", "STORE DIR [options]", "add a backup of a store to a folder of backups",
      "Copies what is new in STORE since the last backup in DIR, as it is after some round. "
      "Others\n"
      "may write to STORE meanwhile. doppel restore DIR --list shows the backups in DIR.",
      "doppel backup crawl.store /backups/crawl --keep 7");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  add_store_argument(app, flags->store);
  app.add_option("DIR", flags->folder, "folder of backups of this store; new, or made by backup")
      ->type_name("DIR")
      ->required()
      ->group("output");
  app.add_option("--keep", flags->keep, "keep only the N newest backups (default: all)")
      ->type_name("N")
      ->group("rules");
  app.add_option("--now", flags->now, "the time to note with the backup (default: this moment)")
      ->type_name("TIME")
      ->group("rules");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_backup(*flags); };
  return verb;
}

}  // namespace doppel::cli
