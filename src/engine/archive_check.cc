#include "engine/archive_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/report.h"
#include "engine/write_archives.h"
#include "ingest/mapped_file.h"

namespace doppel::engine {

ArchiveCheck::ArchiveCheck(std::string dir, const Claims& claims, std::vector<EditPage> pages,
                           std::span<const Place> places)
    : dir_(std::move(dir)),
      claims_(claims),
      places_(places),
      edits_(std::move(pages), claims.predicate.to_string(), claims.drop_near) {}

Status ArchiveCheck::check(const ingest::Input& input, const ingest::ArchiveFile& archive,
                           uint32_t number) {
  const std::string& name = claims_.inputs[number].output;
  std::string path = dir_ + "/" + name;
  auto output = ingest::MappedFile::open(path);
  if (!output && output.error().code() == StatusCode::kNotFound) {
    fault(output.error().message());
    return {};
  }
  if (!output) return output.error();
  std::string_view rest = output->bytes();
  bool same = true;
  auto compare = [&](std::string_view bytes) {
    same = same && rest.starts_with(bytes);
    rest.remove_prefix(std::min(bytes.size(), rest.size()));
    return Status();
  };
  auto first = std::lower_bound(places_.begin(), places_.end(), Place{number, 0});
  auto last = std::lower_bound(first, places_.end(), Place{number + 1, 0});
  ArchiveCopy copy{edits_,
                   static_cast<size_t>(first - places_.begin()),
                   static_cast<size_t>(last - places_.begin()),
                   digests_,
                   compare,
                   claims_.read_options.max_record_bytes};
  auto copied = copy_archive(input, archive, name, copy);
  if (!copied) return copied.error();
  if (!same || !rest.empty()) {
    fault(path + ": does not hold what the certificates make of " + input.path);
  }
  books_.push_back(copied->written);
  std::move(copied->index.begin(), copied->index.end(), std::back_inserter(index_));
  return {};
}

void ArchiveCheck::check_sums() {
  if (books_.empty() && !claims_.written) return;
  if (!claims_.written || *claims_.written != sum_of(books_)) {
    fault("written in the summary is not what the run gives");
  }
  auto index = ingest::MappedFile::open(dir_ + "/" + kIndexFile);
  if (!index || index->bytes() != sorted_index(std::move(index_))) {
    fault(dir_ + "/" + kIndexFile + ": is not the index of the archives");
  }
}

}  // namespace doppel::engine
