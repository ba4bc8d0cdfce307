#include "check/counts.h"

#include <array>

namespace doppel::checks {
namespace {

void add(RecordCounts& sum, const RecordCounts& counts) {
  sum.read += counts.read;
  sum.kept += counts.kept;
  sum.removed += counts.removed;
  sum.rejected += counts.rejected;
}

}  // namespace

CountsCheck::CountsCheck(const FolderContents& contents, const PageIndex& pages, Faults& faults)
    : contents_(contents),
      pages_(pages),
      faults_(faults),
      counts_(contents.summary.values.inputs.size()) {}

void CountsCheck::add_rejected(const Record& record, RecordRef ref) {
  ++counts_[ref.first].read;
  ++counts_[ref.first].rejected;
  sources_.add_rejected(contents_.summary.values.inputs[ref.first].input);
  rejected_.emplace(ref, RejectedRecord{record.at.offset, std::string(name(record.reject)),
                                        std::string(record.detail)});
}

void CountsCheck::add_page(const Record& record, RecordRef ref, const corpus::PageWords& words,
                           const TextIdentity& identity) {
  const bool removed = pages_.is_removed(ref);
  ++counts_[ref.first].read;
  ++(removed ? counts_[ref.first].removed : counts_[ref.first].kept);
  sources_.add_page(record.url, contents_.summary.values.inputs[ref.first].input, removed);
  thin_ += words.thin;
  TextPages& pages = texts_[identity.words];
  if (removed) return;
  if (pages.has_kept) {
    faults_.add(describe(contents_.summary, ref) + ": kept, although it has the words of " +
                describe(contents_.summary, pages.kept) + ", which is kept as well");
  }
  if (!std::exchange(pages.has_kept, true)) pages.kept = ref;
}

void CountsCheck::check() {
  check_rejected();
  check_record_counts();
  check_other_counts();
}

void CountsCheck::check_rejected() {
  const bool same_program = contents_.summary.maker == output::this_program();
  const ListedRejected* before = nullptr;
  for (const ListedRejected& listed : contents_.lists.rejected) {
    const std::string who = describe(contents_.summary, listed.ref);
    auto found = rejected_.find(listed.ref);
    const bool is_rejected = found != rejected_.end() && found->second.reason == listed.reason &&
                             !std::exchange(found->second.listed, true);
    if (!is_rejected) {
      faults_.add(who + ": listed as rejected for " + listed.reason +
                  ", but it is not rejected for that");
    } else if (found->second.offset != listed.offset) {
      faults_.add(who + ": wrong offset");
    } else if (same_program && found->second.detail != listed.detail) {
      faults_.add(who + ": the detail should be \"" + found->second.detail + "\"");
    }
    if (before != nullptr && before->ref > listed.ref) {
      faults_.add(who + ": rejected.jsonl is not in input order");
    }
    before = &listed;
  }
  for (const auto& [ref, record] : rejected_) {
    if (record.listed) continue;
    faults_.add(describe(contents_.summary, ref) + ": rejected, " + record.reason +
                ", but not listed");
  }
}

void CountsCheck::check_record_counts() {
  const DedupSummary& stated = contents_.summary.values;
  RecordCounts sum;
  for (size_t i = 0; i < counts_.size(); ++i) {
    compare(stated.inputs[i].input, stated.inputs[i].records, counts_[i]);
    add(sum, counts_[i]);
  }
  compare("records", stated.records, sum);
  const std::vector<SourceCounts> sources = sources_.take();
  for (size_t i = 0; i < std::max(sources.size(), stated.sources.size()); ++i) {
    if (i >= sources.size() || i >= stated.sources.size() ||
        sources[i].source != stated.sources[i].source) {
      faults_.add("sources: entry " + std::to_string(i + 1) + " should be " +
                  (i < sources.size() ? "\"" + sources[i].source + "\"" : "absent"));
      return;
    }
    compare("source " + sources[i].source, stated.sources[i].records, sources[i].records);
  }
}

void CountsCheck::check_other_counts() {
  const DedupSummary& stated = contents_.summary.values;
  std::map<std::string, uint64_t> levels, reasons, stated_levels, stated_reasons;
  std::array<uint64_t, kOwnWindowsClasses.size()> own_windows = {};
  for (const ListedCertificate& listed : contents_.lists.certificates) {
    ++levels[listed.level];
    ++own_windows[own_windows_class(listed.left_only)];
  }
  for (const auto& [ref, record] : rejected_) ++reasons[record.reason];
  for (size_t i = 0; i < stated.removed_by_level.size(); ++i) {
    const std::string level(name(static_cast<Level>(i)));
    levels[level];
    stated_levels[level] = stated.removed_by_level[i];
  }
  for (size_t i = 0; i < stated.rejected_by_reason.size(); ++i) {
    const std::string reason(name(static_cast<Reject>(i)));
    reasons[reason];
    stated_reasons[reason] = stated.rejected_by_reason[i];
  }
  auto expect = [&](bool equal, const char* key) {
    if (!equal) faults_.add("summary.json: wrong value of \"" + std::string(key) + "\"");
  };
  expect(stated.texts == texts_.size(), "texts");
  expect(stated.groups == contents_.lists.groups.size(), "groups");
  expect(stated.bytes == bytes_, "bytes");
  expect(stated.thin == thin_, "thin");
  expect(levels == stated_levels, "removed_by_level");
  expect(own_windows == stated.removed_by_own_windows, "removed_by_own_windows");
  expect(reasons == stated_reasons, "rejected_by_reason");
}

void CountsCheck::compare(const std::string& who, const RecordCounts& stated,
                          const RecordCounts& actual) {
  if (!stated.balance()) faults_.add(who + ": read is not kept + removed + rejected");
  if (stated == actual) return;
  faults_.add(who + ": read " + std::to_string(actual.read) + ", kept " +
              std::to_string(actual.kept) + ", removed " + std::to_string(actual.removed) +
              ", rejected " + std::to_string(actual.rejected) + " is not what the summary says");
}

}  // namespace doppel::checks
