#include "output/summary.h"

#include <cmath>

#include "codec/output_file.h"
#include "doppel/doppel.h"
#include "json/json_writer.h"
#include "output/file_names.h"
#include "output/sources.h"

namespace doppel::output {
namespace {

using json::JsonKey;
using json::JsonWriter;

std::vector<InputCounts> counts_of_inputs(const corpus::Corpus& corpus, const group::Cover& cover) {
  std::vector<InputCounts> out;
  for (size_t i = 0; i < corpus.inputs.size(); ++i) {
    const ingest::Input& input = corpus.inputs[i];
    uint64_t read = corpus.records_of_input[i] - corpus.passed_of_input[i];
    out.push_back({input.path, input.output_name, {.read = read}});
  }
  for (const corpus::RejectedRecord& record : corpus.rejected)
    ++out[record.at.input].records.rejected;
  for (size_t i = 0; i < corpus.pages.size(); ++i) {
    RecordCounts& counts = out[corpus.pages[i].at.input].records;
    ++(cover.removals[i] ? counts.removed : counts.kept);
  }
  return out;
}

std::string describe(const corpus::Corpus& corpus, const corpus::RejectedRecord& record) {
  std::string out = corpus.inputs[record.at.input].path;
  out.append(": record ").append(std::to_string(record.at.record));
  out.append(" at byte ").append(std::to_string(record.at.offset));
  out.append(": ").append(name(record.reason)).append(", ").append(record.detail);
  return out;
}

void write_counts(JsonWriter& json, const RecordCounts& counts) {
  json.key("read").number(counts.read);
  json.key("kept").number(counts.kept);
  json.key("removed").number(counts.removed);
  json.key("rejected").number(counts.rejected);
}

void write_recall(JsonWriter& json, const JsonKey& key, const std::optional<Recall>& recall) {
  json.key(key);
  if (!recall) {
    json.raw("null");
    return;
  }
  constexpr uint64_t kMillion = 1'000'000;
  auto share = [&](const JsonKey& part, double value) {
    json.key(part).decimal6(static_cast<uint64_t>(std::llround(value * kMillion)), kMillion);
  };
  json.begin_object();
  json.key("drawn").number(recall->drawn);
  json.key("found").number(recall->found);
  share("estimate", recall->estimate);
  share("low", recall->low);
  share("high", recall->high);
  json.end_object();
}

void write_written(JsonWriter& json, const ArchiveCounts& written) {
  json.key("written").begin_object();
  json.key("full").number(written.full);
  json.key("revisits").number(written.revisits);
  json.key("noted").number(written.noted);
  json.key("dropped").number(written.dropped);
  json.key("known").number(written.known);
  json.key("passed").number(written.non_pages);
  json.key("bytes_in").number(written.bytes_in);
  json.key("bytes_out").number(written.bytes_out);
  json.end_object();
}

// The last four only under other names than usual.
void write_fields(JsonWriter& json, const FieldNames& fields) {
  const FieldNames usual;
  json.key("fields").begin_object();
  json.key("url").string(fields.url);
  json.key("text").string(fields.text);
  json.key("html").string(fields.html);
  json.key("id").string(fields.id);
  json.key("score").string(fields.score);
  if (fields.main != usual.main) json.key("main").string(fields.main);
  if (fields.title != usual.title) json.key("title").string(fields.title);
  if (fields.canonical != usual.canonical) json.key("canonical").string(fields.canonical);
  if (fields.time != usual.time) json.key("time").string(fields.time);
  json.end_object();
}

void write_options(JsonWriter& json, const DedupOptions& options) {
  json.key("options").begin_object();
  json.key("predicate").string(options.predicate.to_string());
  json.key("strategy").string(name(options.strategy));
  json.key("max_record").number(options.max_record_bytes);
  json.key("view").string(name(options.view));
  if (options.max_own_windows != UINT64_MAX) {
    json.key("max_own_windows").number(options.max_own_windows);
  }
  if (options.keep != Keep::kDefault) json.key("keep").string(name(options.keep));
  json.key("check_digests").boolean(options.check_digests);
  json.key("drop_near").boolean(options.drop_near);
  if (!options.earlier_indexes.empty()) {
    json.key("cdxj").begin_array();
    for (const std::string& index : options.earlier_indexes) json.string(index);
    json.end_array();
  }
  write_fields(json, options.fields);
  json.end_object();
}

}  // namespace

DedupSummary summarize(const corpus::Corpus& corpus, const group::Cover& cover) {
  constexpr size_t kFirstRejected = 5;
  DedupSummary out;
  out.inputs = counts_of_inputs(corpus, cover);
  out.sources = counts_of_sources(corpus, cover);
  for (const InputCounts& input : out.inputs) {
    out.records.read += input.records.read;
    out.records.kept += input.records.kept;
    out.records.removed += input.records.removed;
    out.records.rejected += input.records.rejected;
  }
  for (const auto& removal : cover.removals) {
    if (!removal) continue;
    ++out.removed_by_level[static_cast<size_t>(removal->level)];
    ++out.removed_by_own_windows[own_windows_class(removal->similarity.left_only)];
  }
  for (const corpus::RejectedRecord& record : corpus.rejected) {
    ++out.rejected_by_reason[static_cast<size_t>(record.reason)];
    if (out.first_rejected.size() < kFirstRejected) {
      out.first_rejected.push_back(describe(corpus, record));
    }
  }
  out.texts = corpus.texts.size();
  out.groups = cover.groups.size();
  out.thin = corpus.thin;
  out.bytes = corpus.bytes;
  return out;
}

Maker this_program() {
  return {std::string(version()), kTextRulesVersion, unicode_version(), suffix_list_version()};
}

std::string summary_json(const DedupOptions& options, const DedupSummary& summary,
                         const Maker& maker) {
  JsonWriter json;
  json.begin_object();
  json.key("records").begin_object();
  write_counts(json, summary.records);
  json.end_object();
  if (summary.written) write_written(json, *summary.written);
  json.key("texts").number(summary.texts);
  json.key("groups").number(summary.groups);
  json.key("thin").number(summary.thin);
  json.key("comparisons").begin_object();
  json.key("candidates").number(summary.comparisons.candidates);
  json.key("tested").number(summary.comparisons.tested);
  json.key("hot_buckets").number(summary.comparisons.hot_buckets);
  write_recall(json, "recall", summary.comparisons.recall);
  if (summary.comparisons.full_recall) {
    write_recall(json, "full_recall", summary.comparisons.full_recall);
  }
  json.end_object();
  json.key("removed_by_level").begin_object();
  for (Level level : {Level::kBytes, Level::kWords, Level::kMainWords, Level::kNear}) {
    json.key_of(name(level)).number(summary.removed_by_level[static_cast<size_t>(level)]);
  }
  json.end_object();
  json.key("removed_by_own_windows").begin_object();
  for (size_t i = 0; i < summary.removed_by_own_windows.size(); ++i) {
    json.key_of(kOwnWindowsClasses[i]).number(summary.removed_by_own_windows[i]);
  }
  json.end_object();
  json.key("rejected_by_reason").begin_object();
  for (size_t reason = 1; reason < summary.rejected_by_reason.size(); ++reason) {
    if (uint64_t count = summary.rejected_by_reason[reason]) {
      json.key_of(name(static_cast<Reject>(reason))).number(count);
    }
  }
  json.end_object();
  json.key("inputs").begin_array();
  for (const InputCounts& input : summary.inputs) {
    json.begin_object();
    json.key("input").string(input.input);
    json.key("output").string(input.output);
    write_counts(json, input.records);
    json.end_object();
  }
  json.end_array();
  json.key("sources").begin_array();
  for (const SourceCounts& source : summary.sources) {
    json.begin_object();
    json.key("source").string(source.source);
    write_counts(json, source.records);
    json.end_object();
  }
  json.end_array();
  json.key("bytes").number(summary.bytes);
  json.key("seconds").seconds(summary.seconds);
  json.key("version").string(maker.version);
  json.key("text_rules").number(maker.text_rules);
  json.key("unicode").string(maker.unicode);
  json.key("suffix_list").begin_object();
  json.key("date").string(maker.suffix_list.date);
  json.key("hash").string(maker.suffix_list.hash);
  json.end_object();
  write_options(json, options);
  json.key("warnings").begin_array();
  for (const std::string& warning : summary.warnings) json.string(warning);
  json.end_array();
  json.end_object();
  return json.take_line();
}

Status write_summary(const std::string& json, const OutputFolder& folder) {
  auto file = codec::OutputFile::create_new(folder.path(kSummaryFile), codec::Compression::kNone);
  if (!file) return file.error();
  if (Status status = file->write(json); !status.ok()) return status;
  return file->finish();
}

}  // namespace doppel::output
