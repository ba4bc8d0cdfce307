#include "ingest/inputs.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "ingest/format.h"
#include "ingest/mutants.h"
#include "io/byte_source.h"
#include "io/file.h"
#include "io/folder_entries.h"

namespace doppel::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStandardInput = "-";

// A file that a pattern matches: the path to read, and the name of the file of its kept records
// before it is made unique.
struct Found {
  std::string path;
  std::string output_name;
  bool in_folder = false;  // not named, but found below a folder
};

// How many files were skipped, by kind.
using Skipped = std::map<std::string, size_t>;

// The files that one pattern matches.
struct Listing {
  std::vector<Found> files;
  Skipped skipped;
  size_t named_skips = 0;  // skipped files whose names are those of inputs
  std::vector<std::string> warnings;
};

// -- names ---------------------------------------------------------------------------------------

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);  // npos + 1 is 0
}

std::string join(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && !path.ends_with('/')) path.push_back('/');
  return path.append(name);
}

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    size_t slash = std::min(path.find('/'), path.size());
    std::string_view part = path.substr(0, slash);
    // No name may lead out of the output folder.
    if (!part.empty() && part != "." && part != "..") out.push_back(part);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return out;
}

// "x.tar.gz" for 2 is "x-2.tar.gz".
std::string numbered(std::string_view name, int number) {
  if (number == 1) return std::string(name);
  size_t dot = std::min(name.find('.'), name.size());
  return std::string(name.substr(0, dot)) + "-" + std::to_string(number) +
         std::string(name.substr(dot));
}

// The names in one output folder: no file has the name of another file, or of another's folder.
class OutputNames {
 public:
  explicit OutputNames(std::span<const std::string> reserved)
      : files_(reserved.begin(), reserved.end()) {}

  std::string claim(std::string_view wanted) {
    std::vector<std::string_view> parts = components(wanted);
    std::string path;
    for (size_t i = 0; i < parts.size(); ++i) {
      bool is_file = i + 1 == parts.size();
      // Used names stay used, so the search continues where the last one for this name ended.
      // Thousands of files with the same name take only thousands of steps.
      int& number =
          (is_file ? next_file_ : next_folder_).try_emplace(join(path, parts[i]), 1).first->second;
      while (taken(join(path, numbered(parts[i], number)), is_file)) ++number;
      path = join(path, numbered(parts[i], number));
      (is_file ? files_ : folders_).insert(path);
    }
    return path;
  }

 private:
  bool taken(const std::string& path, bool is_file) const {
    return files_.contains(path) || (is_file && folders_.contains(path));
  }

  std::set<std::string> files_, folders_;
  std::map<std::string, int> next_file_, next_folder_;  // by the name that was wanted
};

// -- folders -------------------------------------------------------------------------------------

// Whether a format of files of records, or one of files that are one page each, has such names.
bool is_wanted(std::string_view name, bool one_page) {
  return std::ranges::any_of(formats(), [&](const Format* format) {
    return format->is_one_page() == one_page && format->has_name(name);
  });
}

bool is_unfinished_run(const std::string& folder) {
  std::error_code unknown;
  return fs::symlink_status(join(folder, kRunFolder), unknown).type() == fs::file_type::directory;
}

// The result of walking over a folder: the relative paths of files whose names are wanted.
struct Walk {
  std::string folder;
  bool one_page;  // which names are wanted
  std::vector<std::string> names = {}, warnings = {};
  Skipped skipped = {};
};

Status walk(Walk& found, const std::string& below) {
  const std::string& folder = found.folder;
  std::string here = below.empty() ? folder : join(folder, below);
  auto entries = io::folder_entries(here);
  if (!entries) return entries.error();
  for (const io::FolderEntry& entry : *entries) {
    std::string name = join(below, entry.name);
    const std::string path = join(folder, name);
    std::error_code unknown;
    if (entry.type == fs::file_type::directory) {
      if (is_unfinished_run(path)) {
        found.warnings.push_back(path +
                                 ": skipped, because the run that writes it has not finished");
      } else if (Status s = walk(found, name); !s.ok()) {
        return s;
      }
    } else if (!is_wanted(name, found.one_page)) {
      if (entry.type == fs::file_type::regular) ++found.skipped[kind_of_name(name)];
    } else {
      const fs::file_status status = fs::status(path, unknown);
      if (fs::is_other(status)) {
        found.warnings.push_back(path + ": skipped, because it is a pipe, a socket or a device");
      } else if (!fs::is_directory(status)) {
        found.names.push_back(std::move(name));
      }
    }
  }
  return {};
}

// The files of a folder, in byte order; `prefix` goes before their output names.
Status list_folder(const std::string& folder, std::string_view prefix, Listing& out) {
  Walk found{folder, false};
  if (Status s = walk(found, ""); !s.ok()) return s;
  // A text file beside files of records describes them; in a folder without records it is a page.
  if (found.names.empty()) {
    found = Walk{folder, true};
    if (Status s = walk(found, ""); !s.ok()) return s;
  }
  std::sort(found.warnings.begin(), found.warnings.end());
  out.warnings.insert(out.warnings.end(), found.warnings.begin(), found.warnings.end());
  std::sort(found.names.begin(), found.names.end());
  if (mutant(Mutant::kFoldersUnsorted)) std::reverse(found.names.begin(), found.names.end());
  for (const std::string& name : found.names) {
    out.files.push_back({join(folder, name), join(prefix, name), true});
  }
  for (const auto& [kind, files] : found.skipped) out.skipped[kind] += files;
  return {};
}

// -- globs ---------------------------------------------------------------------------------------

bool has_wildcard(std::string_view pattern) {
  return pattern.find_first_of("*?[") != std::string_view::npos;
}

// The pattern's longest folder without a wildcard, with its slash.
std::string_view fixed_folder(std::string_view pattern) {
  std::string_view fixed = pattern.substr(0, pattern.find_first_of("*?["));
  return fixed.substr(0, fixed.find_last_of('/') + 1);
}

Status list_glob(const std::string& pattern, Listing& out) {
  glob_t matched{};
  int answer = glob(pattern.c_str(), GLOB_NOSORT, nullptr, &matched);
  std::unique_ptr<glob_t, decltype(&globfree)> free_matched(&matched, &globfree);
  std::vector<std::string> paths(matched.gl_pathv, matched.gl_pathv + matched.gl_pathc);
  if (answer == GLOB_NOSPACE) return io::system_error(pattern, ENOMEM);
  std::sort(paths.begin(), paths.end());
  size_t fixed = fixed_folder(pattern).size();
  for (std::string& path : paths) {
    std::string name = path.substr(fixed);
    std::error_code unknown;
    if (fs::is_directory(path, unknown)) {
      if (Status s = list_folder(path, name, out); !s.ok()) return s;
    } else {
      out.files.push_back({std::move(path), std::move(name)});
    }
  }
  if (out.files.empty()) return not_found(pattern + ": no file matches");
  return {};
}

// -- one pattern ---------------------------------------------------------------------------------

Status list_pattern(const std::string& pattern, Listing& out) {
  if (pattern == kStandardInput) {
    out.files.push_back({pattern, "stdin.jsonl"});
    return {};
  }
  struct stat info;
  if (stat(pattern.c_str(), &info) != 0) {
    if (errno == ENOENT && has_wildcard(pattern)) return list_glob(pattern, out);
    return io::system_error(pattern, errno);
  }
  if (!S_ISDIR(info.st_mode)) {
    out.files.push_back({pattern, std::string(base_name(pattern))});
    return {};
  }
  if (Status s = list_folder(pattern, "", out); !s.ok()) return s;
  if (out.files.empty()) {
    return not_found(pattern +
                     ": no .jsonl, .ndjson, .json, .warc, .wet or .arc files (plain, .gz, .zst or "
                     ".lz4) in this folder, and no .html or .txt files");
  }
  return {};
}

// Equal for two paths of the same file: the canonical path, or for pipes and devices, which may not
// have one, the device and inode numbers.
std::string identity(const std::string& path, const struct stat& info) {
  if (S_ISREG(info.st_mode)) {
    std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
    if (real) return real.get();
  }
  return std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino);
}

// Sets size and read_once, and returns the identity of the file.
Result<std::string> examine(Input& input) {
  bool standard_input = input.path == kStandardInput;
  std::string path = standard_input ? "/dev/stdin" : input.path;
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    if (!standard_input) return io::system_error(path, errno);
    input.read_once = true;
    return path;
  }
  input.read_once = standard_input || !S_ISREG(info.st_mode);
  if (!input.read_once) input.size = static_cast<uint64_t>(info.st_size);
  if (!standard_input) {
    if (input.read_once && !S_ISFIFO(info.st_mode) && !S_ISCHR(info.st_mode)) {
      return io_error(path + ": neither a file nor a pipe");
    }
    if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0)
      return io::system_error(path, errno);
  }
  return identity(path, info);
}

// "3 files: 2 PDF, 1 .md".
std::string describe(const Skipped& skipped) {
  size_t files = 0;
  std::string kinds;
  for (const auto& [kind, count] : skipped) {
    files += count;
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  return std::to_string(files) + (files == 1 ? " file: " : " files: ") + kinds;
}

// Recognises the input. False if the file is something else and was only found in a folder.
Result<bool> recognise_file(Input& input, bool in_folder, Listing& listing) {
  if (input.read_once) return true;
  auto recognised = recognise(input);
  if (!recognised) return recognised.error();
  input.content = std::move(recognised->content);
  if (!recognised->other) return true;
  if (!in_folder) return refusal(input.path, *recognised->other);
  ++listing.skipped[std::string(recognised->other->kind)];
  // Its name looks like that of an input, so the warning names it. There may be many, so only the
  // first few are named.
  constexpr size_t kMostNamed = 5;
  if (listing.named_skips++ < kMostNamed) {
    listing.warnings.push_back(input.path + ": skipped: " + recognised->other->what);
  }
  return false;
}

// All inputs of a run, so far.
class Collector {
 public:
  explicit Collector(std::span<const std::string> reserved) : names_(reserved) {}

  Status add(const std::string& pattern) {
    Listing listing;
    if (Status s = list_pattern(pattern, listing); !s.ok()) return s;
    bool any = false;
    for (Found& file : listing.files) {
      Result<bool> added = add_file(file, listing);
      if (!added) return added.error();
      any = any || *added;
    }
    std::move(listing.warnings.begin(), listing.warnings.end(), std::back_inserter(list_.warnings));
    if (!any) return invalid_argument(pattern + ": no input; skipped " + describe(listing.skipped));
    if (!listing.skipped.empty()) {
      list_.warnings.push_back(pattern + ": skipped " + describe(listing.skipped));
    }
    return {};
  }

  InputList take() { return std::move(list_); }

 private:
  // False: it is skipped.
  Result<bool> add_file(Found& file, Listing& listing) {
    Input input;
    input.path = std::move(file.path);
    Result<std::string> who = examine(input);
    if (!who) return who.error();
    if (seen_.contains(*who) && !mutant(Mutant::kFileReadTwice)) {
      listing.warnings.push_back(input.path + ": named twice, read once");
      return true;
    }
    Result<bool> is_input = recognise_file(input, file.in_folder, listing);
    if (!is_input || !*is_input) return is_input;
    seen_.insert(*std::move(who));
    input.output_name = names_.claim(file.output_name);
    list_.inputs.push_back(std::move(input));
    return true;
  }

  InputList list_;
  OutputNames names_;
  std::set<std::string> seen_;  // identities of the inputs
};

}  // namespace

Result<InputList> expand_inputs(std::span<const std::string> patterns,
                                std::span<const std::string> reserved) {
  Collector collector(reserved);
  for (const std::string& pattern : patterns) {
    if (pattern.empty()) return invalid_argument("the name of an input is empty");
    if (Status s = collector.add(pattern); !s.ok()) return s;
  }
  return collector.take();
}

Result<std::vector<std::string>> read_file_list(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return not_found(path + ": this is a folder, not a file");
  Result<std::unique_ptr<io::ByteSource>> source = io::open_source(path);
  if (!source) return source.error();
  std::string text;
  std::array<char, 4096> chunk;
  for (size_t n = chunk.size(); n == chunk.size(); text.append(chunk.data(), n)) {
    Result<size_t> got = (*source)->read(chunk);
    if (!got) return got.error();
    n = *got;
  }
  std::vector<std::string> patterns;
  for (std::string_view rest = text; !rest.empty();) {
    size_t newline = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, newline);
    if (line.ends_with('\r') && !mutant(Mutant::kListKeepsCarriageReturns)) line.remove_suffix(1);
    if (!line.empty()) patterns.emplace_back(line);
    rest.remove_prefix(std::min(newline + 1, rest.size()));
  }
  return patterns;
}

}  // namespace doppel::ingest
