#include "doppel/read.h"

#include <array>

#include "base/guard.h"
#include "ingest/inputs.h"
#include "ingest/reader.h"

namespace doppel {
namespace {

constexpr std::array<std::string_view, 8> kKindNames = {"text",     "html", "plain",   "payload",
                                                        "redirect", "dead", "revisit", "passed"};

// False if on_record has asked to stop.
Result<bool> read_input(const ingest::Input& input, uint32_t index, const ReadOptions& options,
                        const std::function<bool(const Record&)>& on_record) {
  auto reader = ingest::open_reader(input, ingest::Split{index}, options);
  if (!reader) return reader.error();
  RecordBatch batch;
  while (true) {
    Result<bool> more = (*reader)->next(batch, {});
    if (!more) return more.error();
    if (!*more) return true;
    for (const Record& record : batch.records()) {
      if (!on_record(record)) return false;
    }
  }
}

}  // namespace

std::string_view name(Kind kind) {
  const auto index = static_cast<size_t>(kind);
  return index < kKindNames.size() ? kKindNames[index] : "unknown";
}

Status read(const std::vector<std::string>& inputs, const ReadOptions& options,
            const std::function<bool(const Record&)>& on_record) try {
  Result<ingest::InputList> list = ingest::expand_inputs(inputs, {});
  if (!list) return list.error();
  for (size_t i = 0; i < list->inputs.size(); ++i) {
    auto more = read_input(list->inputs[i], static_cast<uint32_t>(i), options, on_record);
    if (!more) return more.error();
    if (!*more) break;
  }
  return {};
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
