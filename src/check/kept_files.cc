#include "check/kept_files.h"

#include <optional>

#include "check/kept_bytes.h"
#include "codec/compression.h"
#include "ingest/archive_input.h"
#include "ingest/documents.h"
#include "ingest/record_lines.h"

namespace doppel::checks {

Status KeptFiles::check() const {
  const auto& inputs = claims.summary.values.inputs;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    ingest::Input input{.path = inputs[i].input};
    auto archive = ingest::open_archive(input);
    if (!archive) return archive.error();
    Status status = *archive ? archives.check(input, **archive, i) : check_lines(i);
    if (!status.ok()) return status;
  }
  return archives.check_sums();
}

Status KeptFiles::check_lines(uint32_t number) const {
  const InputBooks& input = claims.summary.values.inputs[number];
  const std::string output = files.path(input.output);
  auto compression = codec::compression_of(input.input);
  if (!compression) return compression.error();
  std::optional<KeptBytes> kept;
  if (files.has(input.output)) {
    auto opened = KeptBytes::open(output, *compression);
    if (!opened) return opened.error();
    kept = *std::move(opened);
  }
  bool any = false, same = true;
  Status failed;
  auto meet = [&](const ingest::RecordLine& line) {
    const Place place{number, line.record};
    if (pages.is_removed(place) || books.is_rejected(place)) return true;
    any = true;
    if (!kept) return false;
    auto next = kept->next_are(line.bytes);
    failed = next.status();
    same = next && *next;
    return same;
  };
  Status status = ingest::for_each_record_line({.path = input.input},
                                               claims.summary.options.max_record_bytes, meet);
  if (!status.ok()) return status;
  if (!failed.ok()) return failed;
  const bool may_be_absent = ingest::is_document(input.input) && !any;
  if (!kept) {
    if (!may_be_absent) faults.add(output + ": no such file");
    return {};
  }
  auto ends = kept->end_here();
  if (!ends) return ends.error();
  if (!same || !*ends || may_be_absent) {
    faults.add(output + ": does not hold the kept records of " + input.input);
  }
  return {};
}

}  // namespace doppel::checks
