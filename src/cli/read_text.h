// A whole file for a verb that looks at one text: plain or compressed, "-" for standard input;
// plain text, or HTML by its name or its first bytes.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "doppel/extract.h"
#include "doppel/status.h"

namespace doppel::cli {

struct FileText {
  std::string text;  // UTF-8: of plain text with U+FFFD for what is not, of HTML the view
  std::optional<PageText> page;  // of HTML
};

// The flag --view, the same for every verb that has it.
class ViewFlag {
 public:
  void add(CLI::App& app);
  // main if nothing else was asked for.
  Result<View> view() const { return parse_view(text_); }

 private:
  std::string text_ = "main";
};

// kIo for a broken stream, or for more than 1 GiB. `blocks`: with the blocks of HTML.
Result<FileText> read_text(const std::string& path, View view, bool blocks = false);

// The file as plain text, whatever it looks like.
Result<std::string> read_plain_text(const std::string& path);

}  // namespace doppel::cli
