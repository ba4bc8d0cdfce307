#include "cli/help.h"

#include <algorithm>

namespace doppel::cli {
namespace {

constexpr size_t kNameColumn = 22;

std::string row(std::string left, const std::string& right) {
  left = "  " + left;
  left.resize(std::max(left.size() + 1, kNameColumn), ' ');
  return left + right + "\n";
}

// The option as it is typed: "--out DIR" or "INPUT...".
std::string typed(const CLI::Option* option) {
  if (option->get_positional()) return option->get_type_name();
  std::string out;
  for (const std::string& name : option->get_snames()) out += "-" + name + ", ";
  for (const std::string& name : option->get_lnames()) out += "--" + name;
  if (option->get_type_size_max() > 0 && !option->get_type_name().empty()) {
    out += " " + option->get_type_name();
  }
  return out;
}

// "more: --cdxj FILE, --check-digests (see doppel dedup --help-all)"
std::string names_of_more(const CLI::App* app) {
  std::string out;
  for (const CLI::Option* option : app->get_options()) {
    if (option->get_group() == kMore) out += (out.empty() ? "more: " : ", ") + typed(option);
  }
  return out.empty() ? out : out + " (see doppel " + app->get_name() + " --help-all)\n";
}

std::string options(const CLI::App* app, bool all) {
  std::string out;
  for (const std::string& group : app->get_groups()) {
    if (group.empty()) continue;
    if (group == kMore && !all) continue;
    out += group + "\n";
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_group() == group) out += row(typed(option), option->get_description());
    }
  }
  return all ? out : out + names_of_more(app);
}

}  // namespace

std::string ProgramHelp::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
  std::string out =
      "usage: doppel VERB ...\n" + app->get_name() + " " + app->get_description() + "\n\n";
  for (const CLI::App* verb : app->get_subcommands({})) {
    out += row(verb->get_name(), verb->get_description());
  }
  return out + "\nRun doppel VERB --help for the options of a verb.\n";
}

std::string VerbHelp::make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const {
  const bool all = mode == CLI::AppFormatMode::All;
  return "usage: doppel " + app->get_name() + " " + words_ + "\n" + what_ + "\n" +
         options(app, all) + "example: " + example_ + "\n" + "exit codes: " + exit_codes_ + "\n";
}

}  // namespace doppel::cli
