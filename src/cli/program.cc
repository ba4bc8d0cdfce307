#include "cli/program.h"

#include <algorithm>
#include <charconv>
#include <iostream>

#include "base/guard.h"
#include "check/printable.h"
#include "cli/help.h"

namespace doppel::cli {
namespace {

// Rewords the three messages of CLI11 that read badly: "The following argument was not expected:
// --ouput", "--out: 1 required DIR missing" and "--out: At Most 1 required but received 2".
// Everything else, such as "B is required", stays as it is.
std::string reworded(const std::string& message) {
  constexpr std::string_view kMissing = ": 1 required ", kEnd = " missing", kTwice = ": At Most 1 ",
                             kStray = "The following argument";
  const size_t missing = message.find(kMissing), twice = message.find(kTwice);
  if (message.starts_with(kStray)) {
    return "unexpected argument" + message.substr(std::min(message.find(':'), message.size()));
  }
  if (twice != message.npos) return message.substr(0, twice) + " is given more than once";
  if (missing == message.npos || !message.ends_with(kEnd)) return message;
  const size_t value = missing + kMissing.size();
  return message.substr(0, missing) + " needs a value, " +
         message.substr(value, message.size() - kEnd.size() - value);
}

// Reports when the output could not be written, for example to a full disk or a closed pipe.
int after_output(int code) {
  if (std::cout.flush()) return code;
  std::cerr << "doppel: cannot write to standard output\n";
  return code == kDone ? kFailed : code;
}

// `verb` is empty or ends in a space.
int usage_error(const std::string& message, const std::string& verb = {}) {
  std::cerr << "doppel: " << checks::printable(message) << " (see doppel " << verb << "--help)\n";
  return kUsage;
}

}  // namespace

int report(const Status& status) {
  std::cerr << "doppel: " << checks::printable(status.message()) << "\n";
  switch (status.code()) {
    case StatusCode::kOk: return kDone;
    case StatusCode::kInvalidArgument:
    case StatusCode::kNotFound:
    case StatusCode::kAlreadyExists:
    case StatusCode::kUnavailable: return kUsage;
    case StatusCode::kIo:
    case StatusCode::kCorrupt:
    case StatusCode::kCancelled: return kFailed;
  }
  return kFailed;
}

void warn(const std::string& message) {
  std::cerr << "doppel: warning: " << checks::printable(message) << "\n";
}

Verb::Verb(CLI::App& program, const std::string& name, const std::string& words,
           const std::string& summary, const std::string& what, const std::string& example,
           const std::string& exit_codes)
    : app_(program.add_subcommand(name, summary)) {
  app_->formatter(std::make_shared<VerbHelp>(words, what, example, exit_codes));
  app_->set_help_flag("-h,--help", "print this help")->group("");
  app_->set_help_all_flag("--help-all", "print this help with every option")->group("");
}

void RuleFlags::add(CLI::App& app) {
  app.add_option("--preset", preset_,
                 "web (k 5, 0.8; default), short (k 2, 0.7) or paper (web with padding)")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--threshold", threshold_,
                 "similarity from which two texts are duplicates: 0.8 or 4/5")
      ->type_name("T")
      ->group("rules");
  app.add_option("--k", k_, "words or characters in a shingle, 1 to 64")
      ->type_name("N")
      ->group("rules");
  app.add_option("--unit", unit_, "word (default), or char (k 8) for noisy or very short texts")
      ->type_name("UNIT")
      ->group("rules");
  app.add_flag("--mask-numbers", mask_numbers_, "treat all dates, times and numbers as equal")
      ->group("rules");
}

Result<uint32_t> parse_number(const std::string& flag, const std::string& text, uint32_t low,
                              uint32_t high) {
  uint32_t value = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && value >= low && value <= high) return value;
  return invalid_argument(flag + " must be between " + std::to_string(low) + " and " +
                          std::to_string(high) + " (got " + text + ")");
}

Result<Predicate> RuleFlags::predicate() const {
  constexpr uint32_t kDefaultChars = 8;
  Predicate out;
  if (preset_ == "web") {
    out = predicate_of(Preset::kWeb);
  } else if (preset_ == "short") {
    out = predicate_of(Preset::kShort);
  } else if (preset_ == "paper") {
    out = predicate_of(Preset::kPaper);
  } else {
    return invalid_argument("unknown preset \"" + preset_ + "\": use web, short or paper");
  }
  if (unit_ == "char") {
    out.rules.unit = Unit::kChar;
    out.rules.k = kDefaultChars;
  } else if (unit_ && unit_ != "word") {
    return invalid_argument("unknown unit \"" + *unit_ + "\": use word or char");
  }
  if (threshold_) {
    auto threshold = Ratio::parse_threshold(*threshold_);
    if (!threshold) return invalid_argument("--threshold " + threshold.error().message());
    out.threshold = *threshold;
  }
  if (k_) {
    auto k = parse_number("--k", *k_, 1, TextRules::kMaxWindow);
    if (!k) return k.error();
    out.rules.k = *k;
  }
  out.rules.mask_numbers = mask_numbers_;
  return out;
}

namespace {

// Turns exceptions, such as std::bad_alloc from functions without a Status, into an exit code.
int run_guarded(Verb& verb) try { return verb.run(); } catch (...) {
  return report(status_of_exception());
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App program("finds and removes redundant web pages, and proves every removal", "doppel");
  program.set_help_flag("-h,--help", "print this help")->group("");
  program.formatter(std::make_shared<ProgramHelp>());
  program.require_subcommand(0, 1);
  std::unique_ptr<Verb> verbs[] = {
      dedup_verb(program),   check_verb(program),   compare_verb(program),
      text_verb(program),    sketch_verb(program),  url_verb(program),
      refine_verb(program),  ingest_verb(program),  status_verb(program),
      similar_verb(program), groups_verb(program),  changes_verb(program),
      export_verb(program),  markets_verb(program), collections_verb(program),
      expire_verb(program),  audit_verb(program),   repair_verb(program),
      stats_verb(program),   backup_verb(program),  restore_verb(program),
      compact_verb(program), upgrade_verb(program), eval_verb(program),
      gen_verb(program),     version_verb(program)};
  std::vector<const char*> words(argv, argv + argc);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "--version") words[1] = "version";  // and so takes --json as the verb does
  const bool known = std::any_of(std::begin(verbs), std::end(verbs), [&](const auto& verb) {
    return argc > 1 && verb->app().get_name() == words[1];
  });
  if (!first.empty() && first[0] != '-' && !known) {
    return usage_error("unknown verb \"" + first + "\"");
  }
  try {
    program.parse(argc, words.data());
  } catch (const CLI::Success& printed) {  // --help
    program.exit(printed);
    return after_output(kDone);
  } catch (const CLI::ParseError& error) {
    return usage_error(reworded(error.what()), known ? std::string(words[1]) + " " : "");
  }
  if (program.get_subcommands().empty()) return usage_error("no verb was given");
  for (const auto& verb : verbs) {
    if (verb->app().parsed()) return after_output(run_guarded(*verb));
  }
  return kUsage;
}

}  // namespace doppel::cli
