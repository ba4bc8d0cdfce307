// The two kinds of help: the list of verbs, and the help of one verb. Both are made from the
// definitions of the flags.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace doppel::cli {

inline constexpr const char* kMore = "more";

class ProgramHelp : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

// Usage, what the verb does in two sentences, the options by group, one example and the exit codes,
// in at most 24 lines. Of the options in the group kMore only the names are shown; --help-all shows
// what they do.
class VerbHelp : public CLI::FormatterBase {
 public:
  VerbHelp(std::string words, std::string what, std::string example, std::string exit_codes)
      : words_(std::move(words)),
        what_(std::move(what)),
        example_(std::move(example)),
        exit_codes_(std::move(exit_codes)) {}
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;

 private:
  std::string words_, what_, example_, exit_codes_;
};

}  // namespace doppel::cli
