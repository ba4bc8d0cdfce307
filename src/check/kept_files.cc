#include "check/kept_files.h"

#include <algorithm>
#include <optional>

#include "check/kept_bytes.h"
#include "ingest/archive_format.h"
#include "ingest/record_lines.h"

namespace doppel::checks {

const KeptFiles::Entry KeptFiles::kEntries[] = {
    {ingest::archive_format, &KeptFiles::check_archive},
    {ingest::document_format, &KeptFiles::check_lines},
    {ingest::jsonl_format, &KeptFiles::check_lines},
};

Status KeptFiles::check() const {
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const auto* entry = std::ranges::find_if(
        kEntries, [&](const Entry& e) { return &e.format() == &inputs[i].content->format(); });
    if (Status status = (this->*entry->check)(i); !status.ok()) return status;
  }
  return archives.check_sums();
}

Status KeptFiles::check_archive(uint32_t number) const {
  auto archive = ingest::open_archive(inputs[number]);
  if (!archive) return archive.error();
  if (!*archive) return io::changed_while_read(inputs[number].path);
  return archives.check(inputs[number], **archive, number);
}

Status KeptFiles::check_lines(uint32_t number) const {
  const InputCounts& input = contents.summary.values.inputs[number];
  const std::string output = files.path(input.output);
  const ingest::Content& content = *inputs[number].content;
  std::optional<KeptBytes> kept;
  if (files.has(input.output)) {
    auto opened = KeptBytes::open(output, content.compression());
    if (!opened) return opened.error();
    kept = *std::move(opened);
  }
  bool any = false, same = true;
  Status failed;
  auto meet = [&](const ingest::RecordLine& line) {
    const RecordRef ref{number, line.record};
    if (pages.is_removed(ref) || counts.is_rejected(ref)) return true;
    any = true;
    if (!kept) return false;
    auto next = kept->next_are(line.bytes);
    failed = next.status();
    same = next && *next;
    return same;
  };
  Status status =
      ingest::for_each_record_line(inputs[number], contents.summary.options.max_record_bytes, meet);
  if (!status.ok()) return status;
  if (!failed.ok()) return failed;
  const bool may_be_absent = content.is_one_page() && !any;
  if (!kept) {
    if (!may_be_absent) faults.add(files.describe_missing(input.output));
    return {};
  }
  auto ends = kept->end_here();
  if (!ends) return ends.error();
  if (!same || !*ends || may_be_absent) {
    faults.add(output + ": does not contain exactly the kept records of " + input.input);
  }
  return {};
}

}  // namespace doppel::checks
