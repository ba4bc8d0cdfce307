#include "output/write_archives.h"

#include <algorithm>

#include "codec/output_file.h"
#include "output/file_names.h"

namespace doppel::output {
namespace {

std::vector<EditPage> pages_of(const corpus::Corpus& corpus, const group::Cover& cover) {
  std::vector<EditPage> out;
  out.reserve(corpus.pages.size());
  for (size_t i = 0; i < corpus.pages.size(); ++i) {
    const corpus::Page& page = corpus.pages[i];
    const corpus::PageContent content = corpus.content(i);
    EditPage edit;
    edit.stored = {page.at,
                   page.record_hash,
                   page.url,
                   page.id,
                   content.fetched_ms,
                   content.kind,
                   i < corpus.heads.size() ? corpus.heads[i] : corpus::HeaderFields()};
    edit.form = {0, page.form.index()};
    edit.body = content.body;
    if (const auto& removal = cover.removals[i]) {
      edit.removed = true;
      edit.kept = removal->kept.index();
      edit.level = removal->level;
      edit.similarity = removal->similarity;
    }
    out.push_back(edit);
  }
  return out;
}

Status write_file(const std::string& path, std::string_view bytes) {
  auto file = codec::OutputFile::create_new(path, codec::Compression::kNone);
  if (!file) return file.error();
  if (Status s = file->write(bytes); !s.ok()) return s;
  return file->finish();
}

}  // namespace

ArchiveWriter::ArchiveWriter(const KeptRecords& kept)
    : corpus_(kept.corpus), cover_(kept.cover), options_(kept.options), folder_(kept.folder) {}

ArchiveEdits& ArchiveWriter::edits() {
  std::call_once(edits_made_, [&] {
    edits_.emplace(pages_of(corpus_, cover_), options_.predicate.to_string(), options_.drop_near);
  });
  return *edits_;
}

Status ArchiveWriter::prepare() {
  if (options_.earlier_indexes.empty()) return {};
  return edits().look_up(options_.earlier_indexes);
}

Status ArchiveWriter::add(uint32_t input, size_t first, size_t last) {
  parts_.push_back({input, first, last});
  copied_.emplace_back();
  return {};
}

Status ArchiveWriter::write(size_t part) {
  const auto [input, first, last] = parts_[part];
  const ingest::Input& from = corpus_.inputs[input];
  auto archive = ingest::open_archive(from);
  if (!archive) return archive.error();
  if (!*archive) return io_error(from.path + ": changed while it was being read");
  auto file =
      codec::OutputFile::create_new(folder_.path(from.output_name), codec::Compression::kNone);
  if (!file) return file.error();
  ArchiveCopy copy{edits(),
                   first,
                   last,
                   digests_,
                   [&](std::string_view bytes) { return file->write(bytes); },
                   options_.max_record_bytes};
  auto copied = copy_archive(from, **archive, from.output_name, copy);
  if (!copied) return copied.error();
  if (copied->records != corpus_.records_of_input[input]) {
    return io_error(from.path + ": changed while it was being read");
  }
  copied_[part] = *std::move(copied);
  return file->finish();
}

Status ArchiveWriter::finish() {
  if (parts_.empty()) return {};
  std::vector<std::string> lines;
  for (auto& archive : copied_) {
    std::move(archive->index.begin(), archive->index.end(), std::back_inserter(lines));
  }
  return write_file(folder_.path(kIndexFile), sorted_index(std::move(lines)));
}

std::optional<ArchiveCounts> ArchiveWriter::written() const {
  std::vector<ArchiveCounts> counts;
  for (const auto& archive : copied_) {
    if (archive) counts.push_back(archive->written);
  }
  if (counts.empty()) return std::nullopt;
  return sum_of(counts);
}

ArchiveCounts sum_of(std::span<const ArchiveCounts> counts) {
  ArchiveCounts sum;
  for (const ArchiveCounts& one : counts) {
    sum.non_pages += one.non_pages;
    sum.full += one.full;
    sum.revisits += one.revisits;
    sum.noted += one.noted;
    sum.dropped += one.dropped;
    sum.known += one.known;
    sum.bytes_in += one.bytes_in;
    sum.bytes_out += one.bytes_out;
  }
  return sum;
}

std::string sorted_index(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

}  // namespace doppel::output
