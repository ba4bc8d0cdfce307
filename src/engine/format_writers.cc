#include <algorithm>
#include <iterator>

#include "engine/format_writer.h"
#include "engine/write_archives.h"
#include "engine/write_kept.h"

namespace doppel::engine {
namespace {

template <typename Writer>
std::unique_ptr<FormatWriter> make(const KeptRecords& kept) {
  return std::make_unique<Writer>(kept);
}

struct Entry {
  const ingest::Format& (*format)();
  std::unique_ptr<FormatWriter> (*make)(const KeptRecords&);
};

constexpr Entry kWriters[] = {
    {ingest::archive_format, make<ArchiveWriter>},
    {ingest::document_format, make<KeptWriter>},
    {ingest::jsonl_format, make<KeptWriter>},
};

}  // namespace

FormatWriters::FormatWriters(const KeptRecords& kept) {
  for (const Entry& entry : kWriters) writers_.push_back(entry.make(kept));
}

FormatWriter& FormatWriters::of(const ingest::Format& format) {
  const auto* entry =
      std::ranges::find_if(kWriters, [&](const Entry& e) { return &e.format() == &format; });
  return *writers_[static_cast<size_t>(entry - std::begin(kWriters))];
}

}  // namespace doppel::engine
