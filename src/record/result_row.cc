// Tested by tests/cli/digest.test, and by store_queries/store_digest_test.cc against a run.
#include "record/result_row.h"

namespace doppel {
namespace {

// Stored: never change.
constexpr uint8_t kUrl = 1, kId = 2;
constexpr uint8_t kKept = 0, kRemoved = 1;

void append_page(const ResultPage& page, ByteWriter& out) {
  out.u8(page.url.empty() ? kId : kUrl);
  out.string(page.url.empty() ? page.id : page.url);
  out.u64(page.words.high);
  out.u64(page.words.low);
}

}  // namespace

void append_result_row(const ResultPage& page, const std::optional<ResultRemoval>& removal,
                       ByteWriter& out) {
  append_page(page, out);
  out.u8(removal ? kRemoved : kKept);
  if (!removal) return;
  append_page(removal->kept, out);
  out.string(name(removal->level));
  out.varint(removal->similarity.common);
  out.varint(removal->similarity.left_only);
  out.varint(removal->similarity.right_only);
}

}  // namespace doppel
