#include "output/lists.h"

#include "codec/output_file.h"
#include "json/json_string.h"
#include "json/json_writer.h"
#include "output/file_names.h"
#include "output/page_objects.h"

namespace doppel::output {
namespace {

using json::JsonWriter;

void write_similarity(JsonWriter& json, const Similarity& s) {
  json.begin_object();
  json.key("common").number(s.common);
  json.key("left_only").number(s.left_only);
  json.key("right_only").number(s.right_only);
  json.key("jaccard").decimal6(s.common, s.in_union());
  json.end_object();
}

// 1, 2, ... for the pages of a group; 0 for a page that is in no group.
Table<uint32_t> group_numbers(const corpus::Corpus& corpus, const group::Cover& cover) {
  Table<uint32_t> out(corpus.pages.size(), 0, corpus.tables);
  for (uint32_t g = 0; g < cover.groups.size(); ++g) {
    for (PageId page : cover.groups[g]) out[page.index()] = g + 1;
  }
  return out;
}

// Creates the file, lets `fill` write lines to it, and finishes it.
template <typename Fill>
Status write_lines(const OutputFolder& folder, const char* name, Fill fill) {
  auto file = codec::OutputFile::create_new(folder.path(name), codec::Compression::kNone);
  if (!file) return file.error();
  if (Status status = fill(*file); !status.ok()) return status;
  return file->finish();
}

Status write_duplicates(const corpus::Corpus& corpus, const group::Cover& cover,
                        const Predicate& predicate, codec::OutputFile& file) {
  Table<uint32_t> group_of = group_numbers(corpus, cover);
  std::string rule;
  json::append_json_string(rule, predicate.to_string());
  JsonWriter json;
  PageObjects objects(corpus);
  std::vector<uint32_t> removed;  // whose objects are requested, each before that of its kept page
  auto write_removed = [&]() -> Status {
    objects.make();
    for (size_t i = 0; i < removed.size(); ++i) {
      const group::Removal& removal = *cover.removals[removed[i]];
      json.begin_object();
      json.key("removed").raw(objects[2 * i]);
      json.key("kept").raw(objects[2 * i + 1]);
      json.key("level").string(name(removal.level));
      const TextId of_removed = corpus.pages[removed[i]].text;
      const TextId of_kept = corpus.pages[removal.kept.index()].text;
      if (of_removed != of_kept && corpus.texts.has_two_views(of_removed, of_kept)) {
        json.key("view").string(name(removal.view));
      }
      json.key("similarity");
      write_similarity(json, removal.similarity);
      json.key("predicate").raw(rule);
      json.key("group").number(group_of[removed[i]]);
      json.end_object();
      if (Status status = file.write(json.take_line()); !status.ok()) return status;
    }
    objects.clear();
    removed.clear();
    return {};
  };
  for (uint32_t i = 0; i < corpus.pages.size(); ++i) {
    const auto& removal = cover.removals[i];
    if (!removal) continue;
    removed.push_back(i);
    objects.ask({i});
    objects.ask(removal->kept);
    if (objects.asked() < PageObjects::kAtATime) continue;
    if (Status status = write_removed(); !status.ok()) return status;
  }
  return write_removed();
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
        return write_duplicates(corpus, cover, predicate, file);
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
