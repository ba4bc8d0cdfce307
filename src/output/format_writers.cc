#include <algorithm>
#include <iterator>

#include "output/format_writer.h"
#include "output/write_archives.h"
#include "output/write_kept.h"

namespace doppel::output {
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

}  // namespace doppel::output
