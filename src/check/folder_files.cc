#include "check/folder_files.h"

#include "ingest/inputs.h"
#include "io/folder_entries.h"
#include "output/output_paths.h"

namespace doppel::checks {

namespace fs = std::filesystem;

Result<FolderFiles> FolderFiles::list(const std::string& dir) {
  std::error_code error;
  if (!fs::is_directory(dir, error)) return not_found(dir + ": no such folder");
  FolderFiles out(dir);
  std::vector<std::string> below = {""};  // folders to be read, each "" or with a slash at its end
  while (!below.empty()) {
    const std::string folder = std::move(below.back());
    below.pop_back();
    auto entries = io::folder_entries(out.path(folder));
    if (!entries) return entries.error();
    for (const io::FolderEntry& entry : *entries) {
      const std::string name = folder + entry.name;
      out.entries_.emplace(name, entry.type);
      if (entry.type == fs::file_type::directory) below.push_back(name + "/");
    }
  }
  return out;
}

bool FolderFiles::has(const std::string& name) const {
  auto found = entries_.find(name);
  return found != entries_.end() && found->second == fs::file_type::regular;
}

std::string FolderFiles::describe_missing(const std::string& name) const {
  auto found = entries_.find(name);
  const fs::file_type type = found == entries_.end() ? fs::file_type::not_found : found->second;
  switch (type) {
    case fs::file_type::not_found: return path(name) + ": no such file";
    case fs::file_type::symlink: return path(name) + ": is a symbolic link, not a file";
    case fs::file_type::directory: return path(name) + ": is a folder, not a file";
    default: return path(name) + ": is a pipe, a socket or a device, not a file";
  }
}

void FolderFiles::check(const SummaryContents& summary, Faults& faults) const {
  std::set<std::string> ours = {output::kDuplicatesFile, output::kGroupsFile, output::kRejectedFile,
                                output::kSummaryFile, output::kIndexFile};
  const output::OutputPaths output(dir_);
  for (const InputCounts& input : summary.values.inputs) {
    if (!ours.insert(input.output).second) {
      faults.add(path(input.output) + ": two files of the run have this name");
    }
    if (auto holder = output.holder_of(input.input)) {
      faults.add(*holder + ": this output folder contains the input " + input.input);
    }
  }
  if (!summary.values.written) ours.erase(output::kIndexFile);
  std::set<std::string> folders;  // that contain a file of the run
  for (const std::string& name : ours) {
    if (!has(name)) continue;
    for (fs::path above = fs::path(name).parent_path(); !above.empty();
         above = above.parent_path()) {
      if (!folders.insert(above.native()).second) break;
    }
  }
  for (const auto& [name, type] : entries_) {
    if (type == fs::file_type::directory) {
      // A run that is killed at the very end may leave its mark, an empty folder.
      if (!folders.contains(name) && name != ingest::kRunFolder) {
        faults.add(path(name) + ": a folder that dedup did not write");
      }
    } else if (!ours.contains(name)) {
      faults.add(path(name) + ": a file that dedup did not write");
    } else if (type != fs::file_type::regular) {
      faults.add(describe_missing(name));
    }
  }
}

}  // namespace doppel::checks
