#include "check/archives.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/keyed_hash.h"
#include "check/kept_bytes.h"
#include "output/write_archives.h"

namespace doppel::checks {

void Archives::remember(const Record& record, RecordRef ref, const corpus::PageWords& words) {
  refs_.push_back(ref);
  output::EditPage page;
  page.stored = {record.at,
                 corpus::stored_hash(record),
                 strings_.copy(record.url),
                 strings_.copy(record.id),
                 record.fetched_ms,
                 record.kind,
                 corpus::header_fields(record, strings_)};
  page.form = keyed_hash128(words.text);
  page.body = corpus::body_hash(record, words.page);
  edit_pages_.push_back(page);
}

Status Archives::decide(const std::vector<Proof>& proofs) {
  for (size_t i = 0; i < edit_pages_.size(); ++i) {
    const auto certificate = pages_.certificate_of(refs_[i]);
    if (!certificate) continue;
    const RecordRef ref = contents_.lists.certificates[*certificate].kept.ref;
    auto kept = std::lower_bound(refs_.begin(), refs_.end(), ref);
    if (kept == refs_.end() || *kept != ref) continue;  // not a page: already reported
    edit_pages_[i].removed = true;
    edit_pages_[i].kept = static_cast<size_t>(kept - refs_.begin());
    edit_pages_[i].level = proofs[*certificate].level;
    edit_pages_[i].similarity = proofs[*certificate].similarity;
  }
  const DedupOptions& options = contents_.summary.options;
  edits_.emplace(std::move(edit_pages_), options.predicate.to_string(), options.drop_near);
  return edits_->look_up(options.earlier_indexes);
}

Status Archives::check(const ingest::Input& input, const ingest::ArchiveFile& archive,
                       uint32_t number) {
  const std::string& name = contents_.summary.values.inputs[number].output;
  const std::string path = files_.path(name);
  if (!files_.has(name)) {
    faults_.add(files_.describe_missing(name));
    return {};
  }
  auto output = KeptBytes::open(path, codec::Compression::kNone);
  if (!output) return output.error();
  auto compare = [&](std::string_view bytes) { return output->next_are(bytes).status(); };
  auto first = std::lower_bound(refs_.begin(), refs_.end(), RecordRef{number, 0});
  auto last = std::lower_bound(first, refs_.end(), RecordRef{number + 1, 0});
  output::ArchiveCopy copy{*edits_,
                           static_cast<size_t>(first - refs_.begin()),
                           static_cast<size_t>(last - refs_.begin()),
                           digests_,
                           compare,
                           contents_.summary.options.max_record_bytes};
  auto copied = output::copy_archive(input, archive, name, copy);
  if (!copied) return copied.error();
  auto same = output->end_here();
  if (!same) return same.error();
  if (!*same) {
    faults_.add(path + ": does not match the certificates and the input " + input.path);
  }
  counts_.push_back(copied->written);
  std::move(copied->index.begin(), copied->index.end(), std::back_inserter(index_));
  return {};
}

Status Archives::check_sums() {
  const auto& written = contents_.summary.values.written;
  if (counts_.empty() && !written) return {};
  if (!written || *written != output::sum_of(counts_)) {
    faults_.add("summary.json: wrong value of \"written\"");
  }
  const std::string path = files_.path(output::kIndexFile);
  if (!files_.has(output::kIndexFile)) {
    faults_.add(files_.describe_missing(output::kIndexFile));
    return {};
  }
  auto index = KeptBytes::open(path, codec::Compression::kNone);
  if (!index) return index.error();
  auto same = index->next_are(output::sorted_index(std::move(index_)));
  if (same) same = index->end_here();
  if (!same) return same.error();
  if (!*same) faults_.add(path + ": does not match the archives");
  return {};
}

}  // namespace doppel::checks
