// Search results as JSON, and the filter record: any bytes give groups or an error, and every
// result that was read is in exactly one group. A filter that is read is written back as it was;
// bytes are tried as they are, and once more with a right checksum, to get behind it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "cli/results_json.h"
#include "doppel/refine.h"

namespace {

void try_filter(std::string_view record) {
  const auto filter = doppel::decode_filter(record);
  if (!filter) {
    if (filter.error().code() != doppel::StatusCode::kCorrupt) std::abort();
    return;
  }
  if (doppel::encode(*filter) != record) std::abort();
  const auto again = doppel::parse_filter(doppel::filter_text(*filter));
  if (!again || *again != *filter) std::abort();
  if (!doppel::compare_filters(*filter, *filter)) std::abort();
}

// The bytes as kind, hashes and bits of a record, whose checksum is found by writing it.
void try_filter_behind_checksum(std::string_view bytes) {
  if (bytes.size() < 10) return;
  doppel::PageFilter filter;
  filter.rules.kind = static_cast<doppel::FilterKind>(bytes[0]);
  filter.rules.hashes = static_cast<uint8_t>(bytes[1]);
  for (size_t at = 2; at + 8 <= bytes.size(); at += 8) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8; ++i) word = word << 8 | static_cast<uint8_t>(bytes[at + i]);
    filter.words.push_back(word);
  }
  try_filter(doppel::encode(filter));
}

void try_request(std::string_view json, const doppel::RefineRules& rules) {
  const auto read = doppel::cli::read_refine_request(std::string(json));
  if (!read) return;
  const auto refined = doppel::refine_results(read->request, rules);
  if (!refined) return;
  size_t seen = 0;
  for (const doppel::RefinedGroup& group : refined->groups) {
    seen += 1 + group.anchor.merged.size();
    for (const doppel::RefinedResult& member : group.members) seen += 1 + member.merged.size();
  }
  if (seen != read->request.results.size()) std::abort();
  const std::string out =
      doppel::cli::refined_json(read->request, *refined, refined->groups, rules.presentation);
  if (out.empty() || out.back() != '\n') std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An exact-size copy, so that a read past the end is seen.
  std::unique_ptr<char[]> exact(new char[size]);
  std::copy_n(data, size, exact.get());
  const std::string_view bytes(exact.get(), size);
  try_filter(bytes);
  try_filter_behind_checksum(bytes);
  try_request(bytes, {});
  try_request(bytes, {.degree = 50,
                      .raw = true,
                      .strict = true,
                      .fragments = true,
                      .link_weight = 50,
                      .presentation = doppel::Presentation::kMark});
  const std::string canonical = doppel::canonical_text(bytes);
  if (doppel::canonical_text(canonical) != canonical) std::abort();
  return 0;
}
