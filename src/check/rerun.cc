#include "check/rerun.h"

#include <cerrno>
#include <cstdlib>
#include <map>

#include "check/kept_bytes.h"
#include "engine/run.h"
#include "ingest/format.h"
#include "io/file.h"
#include "io/file_window.h"
#include "io/folder_entries.h"
#include "json/json_value.h"

namespace doppel::checks {
namespace {

namespace fs = std::filesystem;

// A folder for temporary files that removes itself.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> create() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "doppel-check-XXXXXX").native();
    if (error) return io::system_error("TMPDIR", error.value());
    if (mkdtemp(pattern.data()) == nullptr) return io::system_error(pattern, errno);
    return TemporaryFolder(pattern);
  }
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    if (!path_.empty()) io::remove_tree(path_);  // what cannot be removed stays
  }
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

Status run_again(const SummaryContents& summary, const std::string& dir,
                 const ProgressFn& progress) {
  ingest::InputList list;
  for (const InputCounts& input : summary.values.inputs) {
    std::error_code error;
    const uint64_t size = fs::file_size(input.input, error);
    if (error) return io::system_error(input.input, error.value());
    list.inputs.push_back({.path = input.input, .output_name = input.output, .size = size});
  }
  auto plan = corpus::plan_run(summary.options.predicate, summary.options.strategy);
  if (!plan) return plan.error();
  return engine::run_over(std::move(list), dir, summary.options, *plan, progress).status();
}

class Comparer {
 public:
  Comparer(const FolderFiles& files, const FolderContents& contents, std::string rerun,
           Faults& faults)
      : files_(files), contents_(contents), rerun_(std::move(rerun)), faults_(faults) {}

  Status compare() {
    Faults none;
    auto fresh = read_lists(rerun_, contents_.summary, none);
    if (!fresh) return fresh.error();
    compare_certificates(fresh->certificates);
    if (Status s = compare_summaries(); !s.ok()) return s;
    for (const char* list : {output::kGroupsFile, output::kRejectedFile, output::kIndexFile}) {
      if (Status s = compare_file(list, true); !s.ok()) return s;
    }
    for (const InputCounts& input : contents_.summary.values.inputs) {
      auto content = ingest::content_of({.path = input.input});
      if (!content) return content.error();
      if (Status s = compare_file(input.output, !(*content)->is_packed_anew()); !s.ok()) return s;
    }
    return {};
  }

 private:
  static auto by_ref(const std::vector<ListedCertificate>& certificates) {
    std::map<RecordRef, const ListedCertificate*> out;
    for (const ListedCertificate& listed : certificates) out.emplace(listed.removed.ref, &listed);
    return out;
  }

  void compare_certificates(const std::vector<ListedCertificate>& certificates) {
    const auto here = by_ref(contents_.lists.certificates), fresh = by_ref(certificates);
    for (const auto& [ref, listed] : fresh) {
      if (here.contains(ref)) continue;
      faults_.add(describe(contents_.summary, ref) + ": a new run removes it for " +
                  describe(contents_.summary, listed->kept.ref) + "; the folder keeps it");
    }
    for (const auto& [ref, listed] : here) {
      auto found = fresh.find(ref);
      if (found == fresh.end()) {
        faults_.add(describe(contents_.summary, ref) +
                    ": the folder removes it; a new run keeps it");
      } else if (found->second->kept.ref != listed->kept.ref) {
        faults_.add(describe(contents_.summary, ref) + ": a new run removes it for " +
                    describe(contents_.summary, found->second->kept.ref) + "; the folder for " +
                    describe(contents_.summary, listed->kept.ref));
      } else if (*found->second != *listed) {
        faults_.add(describe(contents_.summary, ref) + ": a new run gives another certificate");
      }
    }
  }

  Status compare_summaries() {
    auto here = json::read_json_file(files_.path(output::kSummaryFile));
    if (!here) return here.error();
    auto fresh = json::read_json_file(rerun_ + "/" + output::kSummaryFile);
    if (!fresh) return fresh.error();
    auto values = fresh->root().values();
    if (!values) return values.error();
    for (const json::JsonValue& value : *values) {
      if (value.key() == "seconds" || value.key() == "warnings") continue;
      auto stated = here->root().get(value.key());
      if (stated && stated->raw() == value.raw()) continue;
      faults_.add("summary.json: a new run gives another value of \"" + std::string(value.key()) +
                  "\"");
    }
    return {};
  }

  // Compares a file that both folders have, or that neither has.
  Status compare_file(const std::string& name, bool same_bytes) {
    const std::string fresh_path = rerun_ + "/" + name;
    std::error_code error;
    const bool has_fresh = fs::is_regular_file(fresh_path, error);
    if (files_.has(name) != has_fresh) {
      faults_.add(files_.path(name) + (has_fresh ? ": a new run writes this file"
                                                 : ": a new run does not write this file"));
    }
    if (!files_.has(name) || !has_fresh || !same_bytes) return {};
    auto same = same_content(files_.path(name), fresh_path);
    if (!same) return same.error();
    if (!*same) faults_.add(files_.path(name) + ": differs from what a new run writes");
    return {};
  }

  static Result<bool> same_content(const std::string& here_path, const std::string& fresh_path) {
    auto here = KeptBytes::open(here_path, codec::Compression::kNone);
    if (!here) return here.error();
    auto fresh = io::FileWindow::open(fresh_path);
    if (!fresh) return fresh.error();
    for (uint64_t at = 0; at < (*fresh)->size();) {
      const std::string_view bytes = (*fresh)->at(at, 1);
      if (bytes.empty()) return (*fresh)->status();
      auto same = here->next_are(bytes);
      if (!same || !*same) return same;
      at += bytes.size();
    }
    return here->end_here();
  }

  const FolderFiles& files_;
  const FolderContents& contents_;
  const std::string rerun_;
  Faults& faults_;
};

}  // namespace

Status compare_with_rerun(const FolderFiles& files, const FolderContents& contents,
                          const ProgressFn& progress, Faults& faults) {
  auto folder = TemporaryFolder::create();
  if (!folder) return folder.error();
  const std::string rerun = folder->path() + "/out";
  if (Status status = run_again(contents.summary, rerun, progress); !status.ok()) return status;
  return Comparer(files, contents, rerun, faults).compare();
}

}  // namespace doppel::checks
