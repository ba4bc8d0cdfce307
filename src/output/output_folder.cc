// System calls use the path. The descriptor of the lock shows whether the path still refers to the
// folder that was locked, so that no other folder is emptied in its place.
//
// Tested by output_folder_test.cc, tests/faults, and left_over, killed and own_names in tests/cli.
#include "output/output_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ingest/inputs.h"
#include "io/file.h"
#include "output/file_names.h"
#include "output/folder.h"

namespace doppel::output {
namespace {

using ingest::kRunFolder;
using io::system_error;

std::string parent_of(const std::string& dir) {
  std::string parent = std::filesystem::path(dir).parent_path();
  return parent.empty() ? "." : parent;
}

Status make_folders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  return error ? system_error(path, error.value()) : Status();
}

}  // namespace

OutputFolder::OutputFolder(std::string dir, bool inside)
    : dir_(std::move(dir)),
      inside_(inside),
      holder_(inside ? dir_ : dir_ + ".partial"),
      mark_(holder_ + "/" + kRunFolder),
      files_(inside ? mark_ + "/files" : holder_) {}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : dir_(std::move(other.dir_)),
      inside_(other.inside_),
      holder_(std::move(other.holder_)),
      mark_(std::move(other.mark_)),
      files_(std::move(other.files_)),
      moved_(std::move(other.moved_)),
      ours_(other.ours_),
      lock_(std::exchange(other.lock_, -1)) {}

OutputFolder::~OutputFolder() {
  if (lock_ < 0) return;
  try {
    if (ours_) discard();
  } catch (...) {  // it cannot be reported any more; the next run replaces what remains
  }
  close(lock_);
}

Result<OutputFolder> OutputFolder::begin(const std::string& given) {
  std::string dir = given;
  while (dir.size() > 1 && dir.back() == '/') dir.pop_back();
  if (dir.empty()) return invalid_argument("the name of the output folder is empty");
  auto names = names_in(dir);
  const bool absent = !names && names.error().code() == StatusCode::kNotFound;
  if (!names && !absent) return names.error();
  const bool inside = !absent && is_mount_point(dir);
  if (inside) std::erase(*names, kRunFolder);
  if (!absent && !names->empty()) return already_exists(dir + ": the output folder is not empty");
  if (absent) {
    if (Status s = make_folders(parent_of(dir)); !s.ok()) return s;
  }
  OutputFolder out(std::move(dir), inside);
  auto lock = lock_folder(out.holder_);
  if (!lock) return lock.error();
  out.lock_ = lock->descriptor;
  out.ours_ = lock->made;
  if (Status s = out.claim(lock->made); !s.ok()) return s;
  return out;
}

// Makes sure that the folder is ours, and empty.
Status OutputFolder::claim(bool made) {
  auto names = names_in(holder_);
  if (!names) return names.error();
  const bool marked = std::erase(*names, kRunFolder) > 0;
  if (!names->empty() && (inside_ || !marked)) {
    return already_exists(holder_ + (inside_ ? ": the output folder is not empty"
                                             : ": was not made by doppel; move it away, "
                                               "or choose another output folder"));
  }
  // The owner of the folder could replace what is written, so it must be ours.
  if (!inside_ && !made && !is_owned_by_us(lock_)) {
    return already_exists(
        holder_ + ": belongs to another user; move it away, or choose another output folder");
  }
  auto scratch = marked ? names_in(mark_) : std::vector<std::string>();
  if (!scratch) return scratch.error();
  ours_ = true;
  if (!marked) {
    if (Status s = make_folder(mark_); !s.ok()) return s;
  }
  if (Status s = remove_entries(holder_, *names); !s.ok()) return s;
  if (Status s = remove_entries(mark_, *scratch); !s.ok()) return s;
  return inside_ ? make_folder(files_) : Status();
}

// The mark is removed last, so that a run that is killed meanwhile leaves a folder that is
// recognised as ours.
void OutputFolder::discard() {
  if (!same_folder(lock_, holder_)) return;
  auto names = inside_ ? std::move(moved_) : names_in(holder_);
  if (!names) return;
  std::erase(*names, kRunFolder);
  if (!remove_entries(holder_, *names).ok()) return;
  if (!remove_entries(holder_, {kRunFolder}).ok()) return;
  if (!inside_) rmdir(holder_.c_str());
}

Status OutputFolder::publish() {
  auto scratch = names_in(mark_);
  if (!scratch) return scratch.error();
  if (inside_) std::erase(*scratch, "files");
  if (Status s = remove_entries(mark_, *scratch); !s.ok()) return s;
  if (Status s = sync_folders(files_); !s.ok()) return s;
  return inside_ ? publish_by_moving() : publish_by_rename();
}

Status OutputFolder::publish_by_rename() {
  const std::string mark = dir_ + "/" + kRunFolder, parent = parent_of(dir_);
  if (rename(holder_.c_str(), dir_.c_str()) != 0) return system_error(dir_, errno);
  close(std::exchange(lock_, -1));
  if (rmdir(mark.c_str()) != 0) return system_error(mark, errno);
  if (Status s = sync_folder(dir_); !s.ok()) return s;
  return sync_folder(parent);
}

Status OutputFolder::publish_by_moving() {
  auto names = names_in(files_);
  if (!names) return names.error();
  std::erase(*names, kSummaryFile);
  names->push_back(kSummaryFile);  // shows that the folder is complete
  for (const std::string& name : *names) {
    moved_.push_back(name);
    if (Status s = rename_to_new(path(name), dir_ + "/" + name); !s.ok()) {
      moved_.pop_back();
      return s;
    }
  }
  moved_.clear();
  if (Status s = remove_entries(dir_, {kRunFolder}); !s.ok()) return s;
  close(std::exchange(lock_, -1));
  return sync_folder(dir_);
}

}  // namespace doppel::output
