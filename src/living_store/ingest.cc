// An input of the same size and time goes on where it was. One that was read to its end and has
// grown goes on there too, if all bytes that it had are the same: somebody appends to it. Its last
// record may have been half written then, so it is read again. Any other input is read from its
// beginning; pages that it says nothing new about stay as they are. Standard input and pipes have
// no row.
//
// Tested by ingest_test.cc, tests/cli/store_ingest.test and tests/crash.
#include "living_store/ingest.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>

#include "base/clock.h"
#include "ingest/format.h"
#include "ingest/inputs.h"
#include "ingest/reader.h"
#include "living_store/input_state.h"
#include "living_store/record_updates.h"

namespace doppel::living_store {
namespace {

std::string input_name(const ingest::Input& input) {
  std::error_code none;
  const auto absolute = std::filesystem::absolute(input.path, none);
  return none ? input.path : absolute.lexically_normal().string();
}

class Ingestion {
 public:
  Ingestion(UpdateSink& sink, const LivingStore& store, const IngestOptions& options,
            const ProgressFn& progress)
      : sink_(sink),
        options_(options),
        progress_(progress),
        updates_of_(store.rules(), options.fields.time),
        round_began_ns_(steady_clock().now_ns()) {
    read_options_.fields = options.fields;
    read_options_.max_record_bytes = options.max_record_bytes;
    read_options_.view = store.settings().view;
    read_options_.events = true;
  }

  Result<IngestReport> run(const std::vector<std::string>& inputs) {
    auto list = ingest::expand_inputs(inputs, {});
    if (!list) return list.error();
    report_.warnings = list->warnings;
    for (uint32_t i = 0; i < list->inputs.size(); ++i) {
      if (Status s = read_input(list->inputs[i], i); !s.ok()) return s;
    }
    if (Status s = submit(); !s.ok()) return s;
    return std::move(report_);
  }

 private:
  Status read_input(const ingest::Input& input, uint32_t index) {
    state_ = {};
    grown_ = false;
    name_ = input.read_once ? "" : input_name(input);
    if (!name_.empty()) {
      if (Status s = find_state(input); !s.ok()) return s;
      if (state_.done) {
        report_.skipped += state_.records;
        return {};
      }
    } else {
      state_.time_ms = wall_clock_ms();
    }
    // A plain file of lines is read from the byte where it was; others are read over.
    ingest::Split split{index};
    const bool in_place = input.content && input.content->has_texts_in_place();
    if (grown_) {
      if (Status s = step_back(input, in_place); !s.ok()) return s;
    }
    const uint64_t first_record = in_place ? state_.records : 0;
    if (in_place) split.begin = state_.offset;
    auto reader = ingest::open_reader(input, split, read_options_);
    if (!reader) return reader.error();
    report_.skipped += state_.records;
    if (Status s = read_all(**reader, first_record); !s.ok() || name_.empty()) return s;
    auto content = hash_of_file(input.data_path(), state_.size);
    if (!content) return content.status();
    state_.content = *content;
    state_.done = true;
    add_position();
    return {};
  }

  // The last record of an input that has grown may have been half written.
  Status step_back(const ingest::Input& input, bool in_place) {
    if (state_.records == 0) return {};
    if (!in_place) {
      --state_.records;
      return {};
    }
    auto begin = begin_of_open_line(input.data_path(), state_.offset);
    if (!begin) return begin.status();
    if (*begin < state_.offset) --state_.records;
    state_.offset = *begin;
    return {};
  }

  Status find_state(const ingest::Input& input) {
    auto row = sink_.input_row(name_);
    if (!row) return row.status();
    auto now = present_state(input);
    if (!now) return now.status();
    state_ = *now;
    const auto before = InputState::decode(*row);
    if (!before) return {};
    const bool same = now->size == before->size && now->time_ms == before->time_ms;
    if (!same) {
      if (!before->done || now->size <= before->size) return {};  // read it from its beginning
      auto content = hash_of_file(input.data_path(), before->size);
      if (!content) return content.status();
      if (*content != before->content) return {};
    }
    state_.content = before->content;
    state_.records = before->records;
    state_.offset = before->offset;
    state_.done = same && before->done;
    grown_ = !same;
    return {};
  }

  Status read_all(ingest::Reader& reader, uint64_t first_record) {
    const uint64_t known = state_.records;
    while (true) {
      RecordBatch& batch = next_batch();
      auto more = reader.next(batch, batch_limits());
      if (!more) return more.status();
      if (!*more) break;
      report_.bytes += batch.input_bytes();
      for (const Record& record : batch.records()) {
        const uint64_t number = first_record + record.at.record;
        if (number < known) continue;
        take(record, number, batch.arena());
        state_.records = number + 1;
      }
      state_.offset = reader.position().offset;
      round_bytes_ += batch.input_bytes();
      if (updates_.empty()) drop_batches();  // it was only read over
      if (is_full()) {
        if (Status s = submit(); !s.ok()) return s;
      } else if (Status s = advance(); !s.ok()) {
        return s;
      }
    }
    return {};
  }

  // Batches live until their round is written, and are used again with the memory that they have.
  RecordBatch& next_batch() {
    if (batches_used_ == batches_.size()) batches_.emplace_back();
    return batches_[batches_used_++];
  }

  // A batch does not bring more than the round has room for.
  BatchLimits batch_limits() const {
    BatchLimits out;
    out.records = std::clamp<uint64_t>(options_.round_pages - updates_.size(), 1, out.records);
    return out;
  }

  void drop_batches() {
    batches_used_ = 0;
    round_bytes_ = 0;
  }

  void take(const Record& record, uint64_t number, Arena& arena) {
    ++report_.records;
    RecordUpdates::Outcome outcome = updates_of_.of(record, state_.time_ms, arena);
    if (outcome.update) {
      updates_.push_back(*std::move(outcome.update));
      places_.push_back({record.input, number, record.at.offset});
    } else if (outcome.reason.empty()) {
      ++report_.passed;
    } else {
      reject({record.input, number, record.at.offset}, outcome.reason, outcome.detail);
    }
  }

  // Where a record is.
  struct Place {
    std::string_view input;
    uint64_t record = 0, offset = 0;
  };

  void reject(const Place& place, const std::string& reason, std::string_view detail) {
    constexpr size_t kMostShown = 5;
    ++report_.rejected[reason];
    if (report_.first_rejected.size() >= kMostShown) return;
    std::string line(place.input);
    line += ": record " + std::to_string(place.record) + " at byte " + std::to_string(place.offset);
    line.append(": ").append(reason);
    if (!detail.empty()) line.append(", ").append(detail);
    report_.first_rejected.push_back(std::move(line));
  }

  bool is_full() const {
    const double seconds =
        static_cast<double>(steady_clock().now_ns() - round_began_ns_) / 1'000'000'000;
    return updates_.size() >= options_.round_pages || round_bytes_ >= options_.round_bytes ||
           (seconds >= options_.round_seconds && !updates_.empty());
  }

  // Positions of several inputs may belong to one round.
  void add_position() {
    if (name_.empty()) return;
    std::erase_if(positions_, [&](const InputRow& row) { return row.name == name_; });
    positions_.push_back({name_, state_.encode()});
  }

  Status submit() {
    add_position();
    auto round = sink_.submit(updates_, positions_);
    if (!round) return round.status();
    add_to_report(*round);
    updates_.clear();
    places_.clear();
    positions_.clear();
    drop_batches();
    round_began_ns_ = steady_clock().now_ns();
    return advance();
  }

  void add_to_report(const RoundReport& round) {
    if (!updates_.empty()) ++report_.rounds;
    report_.accepted += updates_.size() - std::min(updates_.size(), round.rejected.size());
    report_.unchanged += round.unchanged;
    report_.new_texts += round.new_texts;
    for (const RejectedUpdate& rejected : round.rejected) {
      reject(places_[rejected.index], rejected.reason, meaning_of_rejection(rejected.reason));
    }
  }

  Status advance() {
    if (!progress_) return {};
    const Progress now{.phase = "ingest",
                       .done = report_.bytes,
                       .unit = "bytes",
                       .records = report_.records + report_.skipped};
    return progress_(now) ? Status() : cancelled();
  }

  static int64_t wall_clock_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }

  UpdateSink& sink_;
  const IngestOptions& options_;
  const ProgressFn& progress_;
  ReadOptions read_options_;
  RecordUpdates updates_of_;
  IngestReport report_;
  // Of the round that is being gathered.
  std::deque<RecordBatch> batches_;
  size_t batches_used_ = 0;
  std::vector<PageUpdate> updates_;
  std::vector<Place> places_;
  std::vector<InputRow> positions_;
  uint64_t round_bytes_ = 0;
  int64_t round_began_ns_;
  // Of the input that is being read.
  std::string name_;
  InputState state_;
  bool grown_ = false;  // since it was read before
};

}  // namespace

std::string_view meaning_of_rejection(std::string_view reason) {
  if (reason == "older_version") return "the store has a newer version of the page";
  if (reason == "same_version") return "the store has another content with the same version";
  if (reason == "unknown_page") return "the store does not know the page";
  if (reason == "clock_backwards") return "the page was seen later than that already";
  if (reason == "no_url") return "the record has no URL";
  if (reason == "bad_url") return "not an absolute URL";
  if (reason == "bad_redirect") return "the target of the redirect is not a URL";
  if (reason == "long_url") return "the URL has more than 8192 bytes";
  return {};
}

Status check_round_pages(uint64_t pages) {
  if (pages >= 1 && pages <= kMostUpdatesOfARound) return {};
  return invalid_argument("a round has between 1 and " + std::to_string(kMostUpdatesOfARound) +
                          " pages (got " + std::to_string(pages) + ")");
}

Result<IngestReport> ingest_inputs(const std::vector<std::string>& inputs, const LivingStore& store,
                                   UpdateSink& sink, const IngestOptions& options,
                                   const ProgressFn& progress) {
  if (Status s = check_round_pages(options.round_pages); !s.ok()) return s;
  return Ingestion(sink, store, options, progress).run(inputs);
}

}  // namespace doppel::living_store
