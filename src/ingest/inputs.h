// From what the user typed to the list of files that will be read, and what each of them is.
//
// An input is "-" (standard input), a file, a glob (* ? [..], expanded here when no file has that
// very name), or a folder: every file below it whose name ends in .jsonl, .ndjson, .json, .warc,
// .wet or .arc, packed or not, in byte order of the path. Symbolic links to files are followed,
// links to folders below an input folder are not, so no loop can catch us; a folder that holds a
// kRunFolder is what a run has not finished, and is passed over with a warning. A glob may match
// folders; they are walked the same way. A folder without any of these is a folder of documents
// (documents.h): each .html or .txt file is a record.
//
// A file that is recognisably something else (other_files.h) is an error when it was named, and is
// left out when it was found in a folder. A warning counts what was left out of a folder, by kind:
// "crawl: skipped 3 files: 2 PDF, 1 .md".
//
// Standard input, pipes and character devices can be read once only; io/spool.h makes files of
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "doppel/status.h"

namespace doppel::ingest {

// The folder that marks a folder as one that a run is writing, or was writing when it was killed.
inline constexpr const char* kRunFolder = ".doppel-run";

class Content;  // what the input is (format.h)

struct Input {
  std::string path;         // as given or expanded; "-" is standard input
  std::string output_name;  // relative path of its kept records, unique among the inputs
  uint64_t size = 0;        // bytes on disk; 0 for what is not a regular file
  bool read_once = false;   // standard input, a pipe, a character device: no splits, no second pass
  // What it is; nothing for what can be read only once, until it is spooled.
  std::shared_ptr<const Content> content = nullptr;
  std::string spool;  // where the bytes really are, when they are not at `path` (see io/spool.h)

  // The file to open: the spool where there is one.
  const std::string& data_path() const { return spool.empty() ? path : spool; }
  // Its bytes were copied to this file; the path stays what the user typed.
  void set_spool(std::string file, uint64_t bytes) {
    spool = std::move(file);
    size = bytes;
    read_once = false;
  }
};

struct InputList {
  std::vector<Input> inputs;
  std::vector<std::string> warnings;  // "a.jsonl: named twice, read once"
};

// kNotFound for a missing file, a pattern or a folder without a match; kInvalidArgument for a file
// that is recognisably no input; kIo for what may not be read. Output names: a file's base name;
// below a folder or a glob, the path relative to the folder, or to the glob's longest folder
// without a wildcard. A name already taken, or in `reserved`, gets "-2", "-3" ... before its first
// dot; so does a folder of it where a file has that name. "-" is "stdin.jsonl".
Result<InputList> expand_inputs(std::span<const std::string> patterns,
                                std::span<const std::string> reserved);

// The patterns in a list file, one a line, blank lines skipped; "-" reads standard input.
Result<std::vector<std::string>> read_file_list(const std::string& path);

}  // namespace doppel::ingest
