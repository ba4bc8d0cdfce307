#include "engine/write_kept.h"

#include <string>

#include "base/hash.h"
#include "ingest/compression.h"
#include "ingest/documents.h"
#include "ingest/output_file.h"

namespace doppel::engine {
namespace {

constexpr uint64_t kPartBytes = uint64_t{16} << 20;
constexpr size_t kBufferBytes = size_t{256} << 10;

Status changed(const ingest::Input& input) {
  return io_error(input.path + ": changed while it was read");
}

}  // namespace

KeptWriter::KeptWriter(const Corpus& corpus, const group::Cover& cover, uint64_t max_record_bytes,
                       const OutputFolder& folder)
    : corpus_(corpus),
      cover_(cover),
      max_record_bytes_(max_record_bytes),
      folder_(folder),
      plain_(corpus.inputs.size()) {}

Status KeptWriter::add(uint32_t input, size_t first, size_t last) {
  const ingest::Input& from = corpus_.inputs[input];
  const bool document = ingest::is_document(from.path);
  // A file that is one page is there or it is not.
  if (document && (first == last || cover_.removals[first])) return {};
  auto compression = ingest::compression_of(from.data_path());
  if (!compression) return compression.error();
  if (document || *compression != ingest::Compression::kNone) {
    parts_.push_back({input, first, last, {}});
    return {};
  }
  auto file = ingest::File::create_with_folders(folder_.path(from.output_name));
  if (!file) return file.error();
  plain_[input] = *std::move(file);
  cut(input, first, last);
  return {};
}

// A part begins with a page; the first also takes what stands before its page.
void KeptWriter::cut(uint32_t input, size_t first, size_t last) {
  Part part{input, first, first, {}};
  uint64_t to = 0;
  for (size_t i = first; i < last; ++i) {
    const Position& at = corpus_.pages[i].at;
    if (at.offset >= part.range.begin + kPartBytes) {
      part.range.end = at.offset;
      part.last = i;
      parts_.push_back(part);
      part = {input, i, i, {at.offset}, to};
    }
    if (!cover_.removals[i]) to += at.length;
  }
  part.last = last;
  parts_.push_back(part);
}

Status KeptWriter::write(size_t part) {
  return plain_[parts_[part].input] ? write_plain(parts_[part]) : write_packed(parts_[part]);
}

// Gives the kept lines to `keep`, in order.
template <typename Keep>
Status KeptWriter::copy(Part& part, Keep keep) const {
  const ingest::Input& from = corpus_.inputs[part.input];
  auto lines = ingest::LineReader::open(from, part.range, max_record_bytes_);
  if (!lines) return lines.error();
  size_t next = part.first;  // the next page that is expected
  for (ingest::Line line;; ++part.records) {
    auto more = lines->next(line);
    if (!more) return more.error();
    if (!*more) break;
    if (next == part.last || corpus_.pages[next].at.offset != line.offset) continue;  // rejected
    if (hash64(line.bytes) != corpus_.pages[next].record_hash) return changed(from);
    if (!cover_.removals[next]) {
      if (Status s = keep(line.bytes); !s.ok()) return s;
    }
    ++next;
  }
  return next == part.last ? Status() : changed(from);
}

Status KeptWriter::write_plain(Part& part) {
  const ingest::File& file = *plain_[part.input];
  std::string buffer;
  uint64_t to = part.to;
  auto flush = [&] {
    Status status = file.write_at(buffer, to);
    to += buffer.size();
    buffer.clear();
    return status;
  };
  Status status = copy(part, [&](std::string_view line) {
    buffer += line;
    return buffer.size() < kBufferBytes ? Status() : flush();
  });
  return status.ok() ? flush() : status;
}

Status KeptWriter::write_packed(Part& part) {
  const ingest::Input& from = corpus_.inputs[part.input];
  auto compression = ingest::compression_of(from.data_path());
  if (!compression) return compression.error();
  auto file = ingest::OutputFile::create(folder_.path(from.output_name), *compression);
  if (!file) return file.error();
  Status status = copy(part, [&](std::string_view line) { return file->write(line); });
  return status.ok() ? file->finish() : status;
}

Status KeptWriter::finish() {
  std::vector<uint64_t> records(corpus_.inputs.size(), 0);
  for (const Part& part : parts_) records[part.input] += part.records;
  for (const Part& part : parts_) {
    if (records[part.input] != corpus_.records_of_input[part.input]) {
      return changed(corpus_.inputs[part.input]);
    }
  }
  for (auto& file : plain_) {
    if (!file) continue;
    if (Status s = file->sync(); !s.ok()) return s;
    if (Status s = file->close(); !s.ok()) return s;
  }
  return {};
}

}  // namespace doppel::engine
