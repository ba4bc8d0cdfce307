// summary.json, read back.
#include <array>
#include <charconv>

#include "check/folder_contents.h"
#include "check/json_members.h"
#include "io/file_window.h"

namespace doppel::checks {
namespace {

using json::JsonValue;

Status read_counts(const JsonValue& value, RecordCounts& out) {
  return Members(value)
      .number("read", out.read)
      .number("kept", out.kept)
      .number("removed", out.removed)
      .number("rejected", out.rejected)
      .status();
}

Status read_inputs(const JsonValue& root, DedupSummary& out) {
  auto inputs = root.get_array("inputs"), sources = root.get_array("sources");
  if (!inputs) return inputs.error();
  if (!sources) return sources.error();
  for (const JsonValue& value : *inputs) {
    InputCounts& input = out.inputs.emplace_back();
    Status status = Members(value).text("input", input.input).text("output", input.output).status();
    if (status.ok()) status = read_counts(value, input.records);
    if (!status.ok()) return status;
  }
  for (const JsonValue& value : *sources) {
    SourceCounts& source = out.sources.emplace_back();
    Status status = Members(value).text("source", source.source).status();
    if (status.ok()) status = read_counts(value, source.records);
    if (!status.ok()) return status;
  }
  return {};
}

Status read_written(const JsonValue& root, DedupSummary& out) {
  auto written = root.get("written");
  if (!written) return {};  // only with archives
  ArchiveCounts& counts = out.written.emplace();
  return Members(*written)
      .number("full", counts.full)
      .number("revisits", counts.revisits)
      .number("noted", counts.noted)
      .number("dropped", counts.dropped)
      .number("known", counts.known)
      .number("passed", counts.non_pages)
      .number("bytes_in", counts.bytes_in)
      .number("bytes_out", counts.bytes_out)
      .status();
}

// A count for each of the names; the count of a missing name is 0.
template <typename Enum, size_t kNames>
Status read_counts(const JsonValue& root, std::string_view key, std::array<uint64_t, kNames>& out) {
  auto value = root.get(key);
  if (!value) return value.error();
  for (size_t i = 0; i < kNames; ++i) {
    if (auto count = value->get_u64(name(static_cast<Enum>(i)))) out[i] = *count;
  }
  return {};
}

// A decimal between 0 and `most`.
Status read_decimal(const JsonValue& object, std::string_view key, double most, double& out) {
  std::string raw;
  Status status = Members(object).raw(key, raw).status();
  if (!status.ok()) return status;
  auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), out);
  if (error == std::errc() && end == raw.data() + raw.size() && out >= 0 && out <= most) return {};
  return corrupt(std::string(key) + ": \"" + raw + "\" is not a number between 0 and " +
                 std::to_string(static_cast<uint64_t>(most)));
}

Status read_recall(const JsonValue& recall, std::optional<Recall>& out) {
  if (recall.raw() == "null") return {};
  Recall& measured = out.emplace();
  Status status =
      Members(recall).number("drawn", measured.drawn).number("found", measured.found).status();
  if (status.ok()) status = read_decimal(recall, "estimate", 1, measured.estimate);
  if (status.ok()) status = read_decimal(recall, "low", 1, measured.low);
  return status.ok() ? read_decimal(recall, "high", 1, measured.high) : status;
}

Status read_own_windows(const JsonValue& root, DedupSummary& out) {
  auto value = root.get("removed_by_own_windows");
  if (!value) return value.error();
  Members classes(*value);
  for (size_t i = 0; i < kOwnWindowsClasses.size(); ++i) {
    classes.number(kOwnWindowsClasses[i], out.removed_by_own_windows[i]);
  }
  return classes.status();
}

Status read_comparisons(const JsonValue& root, Comparisons& out) {
  auto value = root.get("comparisons");
  if (!value) return value.error();
  Status status = Members(*value)
                      .number("candidates", out.candidates)
                      .number("tested", out.tested)
                      .number("hot_buckets", out.hot_buckets)
                      .status();
  auto recall = value->get("recall");
  if (status.ok()) status = recall.status();
  if (status.ok()) status = read_recall(*recall, out.recall);
  auto full_recall = value->get("full_recall");
  return status.ok() && full_recall ? read_recall(*full_recall, out.full_recall) : status;
}

Status read_strings(const JsonValue& object, std::string_view key, std::vector<std::string>& out) {
  auto values = object.get_array(key);
  if (!values) return values.error();
  for (const JsonValue& value : *values) {
    auto text = value.string();
    if (!text) return text.error();
    out.push_back(*std::move(text));
  }
  return {};
}

Status parse_options(const std::string& predicate_text, const std::string& strategy_name,
                     const std::string& view_name, DedupOptions& out) {
  auto predicate = Predicate::parse(predicate_text);
  if (!predicate) return predicate.error();
  out.predicate = *predicate;
  auto view = parse_view(view_name);
  if (!view) return view.error();
  out.view = *view;
  for (Strategy strategy : {Strategy::kLsh, Strategy::kExact, Strategy::kScan}) {
    out.strategy = strategy;
    if (name(strategy) == strategy_name) return {};
  }
  return corrupt("unknown strategy \"" + strategy_name + "\"");
}

Status read_keep(const JsonValue& options, Keep& out) {
  std::string text;
  Status status = Members(options).text("keep", text).status();
  if (!status.ok()) return status;
  auto keep = parse_keep(text);
  if (!keep) return corrupt(keep.error().message());
  out = *keep;
  return {};
}

Status read_fields(const JsonValue& value, FieldNames& out) {
  Status status = Members(value)
                      .text("url", out.url)
                      .text("text", out.text)
                      .text("html", out.html)
                      .text("id", out.id)
                      .text("score", out.score)
                      .status();
  const auto read_if_present = [&](const char* name, std::string& field) {
    if (status.ok() && value.get(name)) status = Members(value).text(name, field).status();
  };
  read_if_present("main", out.main);
  read_if_present("title", out.title);
  read_if_present("canonical", out.canonical);
  read_if_present("time", out.time);
  return status;
}

Status read_options(const JsonValue& root, DedupOptions& out) {
  auto value = root.get("options");
  if (!value) return value.error();
  std::string predicate, strategy, view;
  Status status = Members(*value)
                      .text("predicate", predicate)
                      .text("strategy", strategy)
                      .number("max_record", out.max_record_bytes)
                      .text("view", view)
                      .boolean("check_digests", out.check_digests)
                      .boolean("drop_near", out.drop_near)
                      .status();
  if (status.ok()) status = parse_options(predicate, strategy, view, out);
  if (status.ok() && value->get("max_own_windows")) {
    status = Members(*value).number("max_own_windows", out.max_own_windows).status();
  }
  if (status.ok() && value->get("keep")) status = read_keep(*value, out.keep);
  if (status.ok() && value->get("cdxj")) status = read_strings(*value, "cdxj", out.earlier_indexes);
  auto fields = value->get("fields");
  if (status.ok()) status = fields.status();
  return status.ok() ? read_fields(*fields, out.fields) : status;
}

Status read_maker(const JsonValue& root, output::Maker& out) {
  Status status = Members(root)
                      .text("version", out.version)
                      .number("text_rules", out.text_rules)
                      .text("unicode", out.unicode)
                      .status();
  auto suffix_list = root.get("suffix_list");
  if (status.ok()) status = suffix_list.status();
  if (!status.ok()) return status;
  return Members(*suffix_list)
      .text("date", out.suffix_list.date)
      .text("hash", out.suffix_list.hash)
      .status();
}

Status read_values(const JsonValue& root, SummaryContents& out) {
  constexpr double kMostSeconds = 1e12, kHalfMillisecond = 0.0005;
  DedupSummary& values = out.values;
  auto records = root.get("records");
  if (!records) return records.error();
  Status status = read_counts(*records, values.records);
  if (status.ok()) status = read_written(root, values);
  if (status.ok()) {
    status = Members(root)
                 .number("texts", values.texts)
                 .number("groups", values.groups)
                 .number("thin", values.thin)
                 .number("bytes", values.bytes)
                 .status();
  }
  if (status.ok()) status = read_maker(root, out.maker);
  if (status.ok()) status = read_comparisons(root, values.comparisons);
  if (status.ok()) status = read_counts<Level>(root, "removed_by_level", values.removed_by_level);
  if (status.ok()) status = read_own_windows(root, values);
  if (status.ok()) {
    status = read_counts<Reject>(root, "rejected_by_reason", values.rejected_by_reason);
  }
  if (status.ok()) status = read_inputs(root, values);
  if (status.ok()) status = read_decimal(root, "seconds", kMostSeconds, values.seconds);
  values.seconds +=
      kHalfMillisecond;  // it is truncated when it is written, so rounding errors must not matter
  if (status.ok()) status = read_options(root, out.options);
  return status.ok() ? read_strings(root, "warnings", values.warnings) : status;
}

}  // namespace

Result<SummaryContents> read_summary(const std::string& dir, Faults& faults) {
  const std::string path = dir + "/" + output::kSummaryFile;
  auto file = io::FileWindow::open(path);
  if (!file) return file.error();
  const std::string text((*file)->at(0, (*file)->size()));
  if (Status status = (*file)->status(); !status.ok()) return status;
  auto document = json::JsonDocument::parse(text);
  if (!document) return corrupt(path + ": " + document.error().message());
  SummaryContents out;
  if (Status status = read_values(document->root(), out); !status.ok()) {
    std::string by = out.maker == output::this_program() || out.maker.version.empty()
                         ? ""
                         : " (the folder was written by doppel " + out.maker.version + ")";
    return corrupt(printable(path + ": " + status.message() + by));
  }
  if (text != summary_json(out.options, out.values, out.maker)) {
    faults.add(path + ": not in the form that dedup writes");
  }
  return out;
}

std::string describe(const SummaryContents& summary, RecordRef ref) {
  return summary.values.inputs[ref.first].input + ": record " + std::to_string(ref.second);
}

}  // namespace doppel::checks
