#include "output/certificates.h"

#include "json/json_string.h"
#include "json/json_writer.h"
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

}  // namespace

Status write_certificates(const corpus::Corpus& corpus, const group::Cover& cover,
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

}  // namespace doppel::output
