// Reads a whole file for the verbs that look at one text. The file may be compressed, and "-" is
// standard input. It is HTML if its name or its first bytes say so, otherwise plain text.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "doppel/extract.h"
#include "doppel/status.h"

namespace doppel::cli {

struct FileText {
  std::string text;  // UTF-8: plain text with U+FFFD for invalid bytes, or the view of HTML
  std::optional<PageText> page;  // only for HTML
};

// The flag --view, the same for every verb that has it.
class ViewFlag {
 public:
  void add(CLI::App& app);
  // The default is main. kInvalidArgument for any: a text is one view of a page.
  Result<View> view() const;

 private:
  std::string text_ = "main";
};

// kIo for a broken stream or a file above 1 GiB. With `blocks`, the blocks of HTML are filled too.
Result<FileText> read_text(const std::string& path, View view, bool blocks = false);

// Reads the bytes of the file, decompressed.
Result<std::string> read_bytes(const std::string& path);

// Reads the file as plain text, whatever it looks like.
Result<std::string> read_plain_text(const std::string& path);

}  // namespace doppel::cli
