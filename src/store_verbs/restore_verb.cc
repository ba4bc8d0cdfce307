#include <iostream>

#include "cli/program.h"
#include "cli/terminal.h"
#include "json/json_writer.h"
#include "store_verbs/backup_output.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string folder;
  std::optional<std::string> store, backup;
  bool list = false, verify = false, json = false;
};

void print(const BackupInfo& backup, bool as_json) {
  if (as_json) {
    json::JsonWriter json;
    json.begin_object();
    write_backup(json, backup);
    json.end_object();
    std::cout << json.take_line();
    return;
  }
  std::cout << "backup " << backup.number << "  " << time_text(backup.time_ms) << "  round "
            << backup.round << ", " << count_text(backup.files, "file") << ", "
            << bytes_text(backup.bytes) << "\n";
}

int run_list(const Flags& flags) {
  auto listing = list_backups(flags.folder);
  if (!listing) return report(listing.error());
  for (const BackupInfo& backup : listing->backups) print(backup, flags.json);
  for (uint64_t number : listing->damaged) warn_about_damaged(number, flags.folder);
  return listing->damaged.empty() ? kDone : kFailed;
}

int run_verify(const Flags& flags) {
  auto faults = [&] {
    ProgressLine progress;
    return verify_backups(flags.folder, progress.fn());
  }();
  if (!faults) return report(faults.error());
  if (flags.json) {
    json::JsonWriter json;
    json.begin_object().key("faults").begin_array();
    for (const std::string& fault : *faults) json.string(fault);
    json.end_array().end_object();
    std::cout << json.take_line();
  } else {
    for (const std::string& fault : *faults) std::cout << fault << "\n";
    std::cout << count_text(faults->size(), "fault") << "\n";
  }
  return faults->empty() ? kDone : kFailed;
}

int run_restore(const Flags& flags) {
  if (flags.list || flags.verify) {
    if (flags.store || flags.backup) {
      return report(
          invalid_argument("--list and --verify look at all backups in DIR and restore "
                           "nothing: leave out STORE and --backup"));
    }
    const int listed = flags.list ? run_list(flags) : kDone;
    return flags.verify && listed == kDone ? run_verify(flags) : listed;
  }
  if (!flags.store) {
    return report(invalid_argument("STORE is required (see doppel restore --help)"));
  }
  uint64_t number = 0;
  if (flags.backup) {
    auto parsed = parse_number("--backup", *flags.backup, 1, UINT32_MAX);
    if (!parsed) return report(parsed.error());
    number = *parsed;
  }
  auto done = [&] {
    ProgressLine progress;
    return restore_store(flags.folder, *flags.store, number, progress.fn());
  }();
  if (!done) return report(done.error());
  print(*done, flags.json);
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> restore_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "restore", "DIR STORE [options]", "make a store of a backup",
      "Makes the newest backup in DIR, or another one, the store STORE, which must not exist yet.\n"
      "Every file is checked. --list shows the backups in DIR, --verify reads all their files.",
      "doppel restore /backups/crawl restored.store",
      "0 success, 1 input or output failed or a backup is damaged, 2 bad command line");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("DIR", flags->folder, "folder of backups that backup has made")
      ->type_name("DIR")
      ->required()
      ->group("input");
  app.add_option("STORE", flags->store, "folder of the new store")
      ->type_name("STORE")
      ->group("output");
  app.add_option("--backup", flags->backup, "number of the backup (default: the newest)")
      ->type_name("N")
      ->group("input");
  app.add_flag("--list", flags->list, "print the backups in DIR, and restore nothing")
      ->group("output");
  app.add_flag("--verify", flags->verify, "check every file in DIR, and restore nothing")
      ->group("output");
  app.add_flag("--json", flags->json, "print JSON")->group("output");
  verb->run = [flags] { return run_restore(*flags); };
  return verb;
}

}  // namespace doppel::cli
