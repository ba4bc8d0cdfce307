#include "output/lists.h"

#include "codec/output_file.h"
#include "json/json_writer.h"
#include "output/certificates.h"
#include "output/file_names.h"
#include "output/page_objects.h"

namespace doppel::output {
namespace {

using json::JsonWriter;

// Creates the file, lets `fill` write lines to it, and finishes it.
template <typename Fill>
Status write_lines(const OutputFolder& folder, const char* name, Fill fill) {
  auto file = codec::OutputFile::create_new(folder.path(name), codec::Compression::kNone);
  if (!file) return file.error();
  if (Status status = fill(*file); !status.ok()) return status;
  return file->finish();
}

// A group may contain most pages of the run, so it is written in pieces.
Status write_groups(const corpus::Corpus& corpus, const group::Cover& cover,
                    codec::OutputFile& file) {
  JsonWriter json;
  PageObjects objects(corpus);
  size_t group = 0, member = 0;  // the next to be written
  auto write_asked = [&]() -> Status {
    objects.make();
    for (size_t i = 0; i < objects.asked(); ++i) {
      const size_t size = cover.groups[group].size();
      if (member == 0) {
        json.begin_object();
        json.key("group").number(group + 1);
        json.key("size").number(size);
        json.key("winner").raw(objects[i]);
        json.key("members").begin_array();
      }
      json.raw(objects[i]);
      if (++member < size) continue;
      json.end_array();
      json.end_object();
      if (Status status = file.write(json.take_line()); !status.ok()) return status;
      ++group;
      member = 0;
    }
    objects.clear();
    return file.write(json.take_piece());
  };
  for (size_t g = 0; g < cover.groups.size(); ++g) {
    for (PageId page : cover.groups[g]) {
      objects.ask(page);
      if (objects.asked() < PageObjects::kAtATime) continue;
      if (Status status = write_asked(); !status.ok()) return status;
    }
  }
  return write_asked();
}

Status write_rejected(const corpus::Corpus& corpus, codec::OutputFile& file) {
  JsonWriter json;
  for (const corpus::RejectedRecord& record : corpus.rejected) {
    json.begin_object();
    json.key("input").string(corpus.inputs[record.at.input].path);
    json.key("record").number(record.at.record);
    json.key("offset").number(record.at.offset);
    json.key("reason").string(name(record.reason));
    json.key("detail").string(record.detail);
    json.end_object();
    if (Status status = file.write(json.take_line()); !status.ok()) return status;
  }
  return {};
}

}  // namespace

Status write_list(List list, const corpus::Corpus& corpus, const group::Cover& cover,
                  const Predicate& predicate, const OutputFolder& folder) {
  switch (list) {
    case List::kDuplicates:
      return write_lines(folder, kDuplicatesFile, [&](codec::OutputFile& file) {
        return write_certificates(corpus, cover, predicate, file);
      });
    case List::kGroups:
      return write_lines(folder, kGroupsFile, [&](codec::OutputFile& file) {
        return write_groups(corpus, cover, file);
      });
    case List::kRejected:
      return write_lines(folder, kRejectedFile,
                         [&](codec::OutputFile& file) { return write_rejected(corpus, file); });
  }
  return invalid_argument("unknown list");
}

}  // namespace doppel::output
