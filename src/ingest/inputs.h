// Expands the inputs that the user named to a list of files, and recognises each of them.
//
// An input is "-" (standard input), a file, a glob (* ? [..], expanded here when no file has that
// very name), or a folder: every file below it whose name ends in .jsonl, .ndjson, .json, .warc,
// .wet or .arc, compressed or not, in byte order of the path. Symbolic links to files are followed;
// links to folders below an input folder are not, so there are no endless loops. A folder that
// contains a kRunFolder is the unfinished output of a run, and is skipped with a warning. A glob
// may match folders, which are treated the same way. If a folder has none of these files, it is a
// folder of documents (documents.h): each .html or .txt file is a record.
//
// A file that is recognisably something else (other_files.h) is an error if the user named it, and
// is skipped if it was found in a folder. A warning counts the skipped files of a folder by kind:
// "crawl: skipped 3 files: 2 PDF, 1 .md".
//
// Standard input, pipes and character devices can be read only once; io/spool.h copies them to
// files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "doppel/status.h"

namespace doppel::ingest {

// A folder that contains this one is being written by a run, or was when the run was killed.
inline constexpr const char* kRunFolder = ".doppel-run";

class Content;  // what the input is (format.h)

struct Input {
  std::string path;         // as given or expanded; "-" is standard input
  std::string output_name;  // relative path of its kept records, unique among the inputs
  uint64_t size = 0;        // bytes on disk; 0 if it is not a regular file
  bool read_once = false;   // standard input, a pipe, a character device: no splits, no second pass
  // What it is; null for an input that can be read only once, until it is spooled.
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

// kNotFound for a missing file, or a pattern or folder without a match; kInvalidArgument for a file
// that is recognisably not an input; kIo for one that cannot be read. Output names: a file's base
// name;
// below a folder or a glob, the path relative to the folder, or to the glob's longest folder
// without a wildcard. A name already taken, or in `reserved`, gets "-2", "-3" ... before its first
// dot; so does a folder of it where a file has that name. "-" is "stdin.jsonl".
Result<InputList> expand_inputs(std::span<const std::string> patterns,
                                std::span<const std::string> reserved);

// The patterns in a list file, one a line, blank lines skipped; "-" reads standard input.
Result<std::vector<std::string>> read_file_list(const std::string& path);

}  // namespace doppel::ingest
