// The program: a thin shell over the library. Every verb has one file, which defines its flags
// once; help, parsing and errors are made from that definition.
//
// Exit codes: 0 success; 1 input or output failed during the run, or `check` found a fault; 2 the
// command line cannot be carried out; 3 too many records were rejected (the output is complete).
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "doppel/doppel.h"

namespace doppel::cli {

enum ExitCode : int { kDone = 0, kFailed = 1, kUsage = 2, kTooManyRejected = 3 };

// Both print on standard error, with control characters escaped: messages quote file names, URLs
// and fields that come from strangers. report() prints "doppel: <message>" and returns the exit
// code for the status; warn() prints "doppel: warning: <message>".
int report(const Status& status);
void warn(const std::string& message);

// One verb of the program. The verb sets `run`, which is called after parsing.
class Verb {
 public:
  // `words` follow the verb's name in the usage line, `what` is two sentences, and `example` is one
  // command line.
  Verb(CLI::App& program, const std::string& name, const std::string& words,
       const std::string& summary, const std::string& what, const std::string& example,
       const std::string& exit_codes = "0 success, 1 input or output failed, 2 bad command line");

  CLI::App& app() { return *app_; }
  std::function<int()> run;

 private:
  CLI::App* app_;
};

// The flags that define a predicate, the same for every verb that has them.
class RuleFlags {
 public:
  void add(CLI::App& app);
  // A flag overrides its preset.
  Result<Predicate> predicate() const;

 private:
  std::string preset_ = "web";
  std::optional<std::string> threshold_, unit_, k_;
  bool mask_numbers_ = false;
};

// Parses the value of a flag, a whole number between `low` and `high`.
Result<uint32_t> parse_number(const std::string& flag, const std::string& text, uint32_t low,
                              uint32_t high);

// One function per verb; each adds its verb to the program and returns it.
std::unique_ptr<Verb> dedup_verb(CLI::App& program);
std::unique_ptr<Verb> check_verb(CLI::App& program);
std::unique_ptr<Verb> compare_verb(CLI::App& program);
std::unique_ptr<Verb> text_verb(CLI::App& program);
std::unique_ptr<Verb> sketch_verb(CLI::App& program);
std::unique_ptr<Verb> url_verb(CLI::App& program);
std::unique_ptr<Verb> refine_verb(CLI::App& program);
std::unique_ptr<Verb> ingest_verb(CLI::App& program);
std::unique_ptr<Verb> status_verb(CLI::App& program);
std::unique_ptr<Verb> similar_verb(CLI::App& program);
std::unique_ptr<Verb> groups_verb(CLI::App& program);
std::unique_ptr<Verb> changes_verb(CLI::App& program);
std::unique_ptr<Verb> export_verb(CLI::App& program);
std::unique_ptr<Verb> markets_verb(CLI::App& program);
std::unique_ptr<Verb> collections_verb(CLI::App& program);
std::unique_ptr<Verb> expire_verb(CLI::App& program);
std::unique_ptr<Verb> audit_verb(CLI::App& program);
std::unique_ptr<Verb> repair_verb(CLI::App& program);
std::unique_ptr<Verb> stats_verb(CLI::App& program);
std::unique_ptr<Verb> backup_verb(CLI::App& program);
std::unique_ptr<Verb> restore_verb(CLI::App& program);
std::unique_ptr<Verb> compact_verb(CLI::App& program);
std::unique_ptr<Verb> upgrade_verb(CLI::App& program);
std::unique_ptr<Verb> eval_verb(CLI::App& program);
std::unique_ptr<Verb> gen_verb(CLI::App& program);
std::unique_ptr<Verb> version_verb(CLI::App& program);

// What `doppel version` prints, without the line end.
std::string version_words();

// Parses the command line and runs the verb; returns the exit code.
int run_program(int argc, char** argv);

}  // namespace doppel::cli
