// Is everything in this folder true? Recomputed from the inputs that summary.json names, without
// any of the run's own shortcuts: texts are tokenised again and compared directly, nothing is
// looked up by hash.
//
//   pass 1 over the inputs   counts, rejected records, and the texts of kept pages that
//   certificates name pass 2 over the inputs   each removed page against the page kept instead kept
//   files               record by record against the inputs groups                   each page in
//   one group, its winner first, removed and kept in the same one
//
// What does not hold is a fault, in words for people; only what cannot be read is an error.
#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/progress.h"
#include "doppel/dedup.h"
#include "engine/report.h"
#include "group/winner_order.h"
#include "ingest/inputs.h"
#include "ingest/json_value.h"
#include "ingest/reader.h"
#include "ingest/record_lines.h"
#include "text/tokenizer.h"

namespace doppel {
namespace engine {
namespace {

// A record as the output files name it: (input, ordinal).
using Place = std::pair<uint32_t, uint64_t>;

struct Claim {
  Place removed, kept;
  std::string level;
  Similarity similarity;
  std::string predicate;
  uint64_t group = 0;
  uint64_t line = 0;  // of duplicates.jsonl, from 1
};

struct StatedInput {
  ingest::Input input;
  std::string output;
  Books books;
};

struct WinnerFacts {
  std::string url;
  double score = -1;
};

class Checker {
 public:
  Checker(std::string dir, const ProgressFn& progress) : dir_(std::move(dir)), meter_(progress) {}

  Result<CheckReport> run() {
    for (auto step : {&Checker::read_summary, &Checker::read_duplicates, &Checker::read_groups,
                      &Checker::first_pass, &Checker::second_pass, &Checker::check_rejected,
                      &Checker::check_kept_files, &Checker::check_books, &Checker::check_groups}) {
      if (Status status = (this->*step)(); !status.ok()) return status;
    }
    report_.certificates = claims_.size();
    return std::move(report_);
  }

 private:
  void fault(std::string what) { report_.faults.push_back(std::move(what)); }

  std::string describe(Place place) const {
    return inputs_[place.first].input.path + ": record " + std::to_string(place.second);
  }

  // ---- what the folder says ----

  Status read_summary() {
    auto document = ingest::read_json_file(dir_ + "/" + kSummaryFile);
    if (!document) return document.error();
    ingest::JsonValue root = document->root();
    auto records = root.get("records"), options = root.get("options");
    auto inputs = root.get_array("inputs");
    for (const Status& s : {records.status(), options.status(), inputs.status()}) {
      if (!s.ok()) return in_summary(s);
    }
    if (Status s = read_books(*records, books_); !s.ok()) return in_summary(s);
    if (Status s = read_options(*options); !s.ok()) return in_summary(s);
    for (const ingest::JsonValue& value : *inputs) {
      auto path = value.get_string("input"), output = value.get_string("output");
      if (!path) return in_summary(path.error());
      if (!output) return in_summary(output.error());
      StatedInput stated{{.path = *path}, *output, {}};
      if (Status s = read_books(value, stated.books); !s.ok()) return in_summary(s);
      if (*path == "-") {
        return invalid_argument("standard input cannot be read again, so " + dir_ +
                                " cannot be checked");
      }
      number_of_[*path] = static_cast<uint32_t>(inputs_.size());
      inputs_.push_back(std::move(stated));
    }
    return {};
  }

  Status in_summary(const Status& status) const {
    return corrupt(dir_ + "/" + kSummaryFile + ": " + status.message());
  }

  static Status read_books(const ingest::JsonValue& value, Books& out) {
    struct Entry {
      const char* key;
      uint64_t* to;
    };
    for (auto [key, to] : {Entry{"read", &out.read}, Entry{"kept", &out.kept},
                           Entry{"removed", &out.removed}, Entry{"rejected", &out.rejected}}) {
      auto number = value.get_u64(key);
      if (!number) return number.error();
      *to = *number;
    }
    return {};
  }

  Status read_options(const ingest::JsonValue& value) {
    auto text = value.get_string("predicate");
    if (!text) return text.error();
    auto predicate = Predicate::parse(*text);
    if (!predicate) return predicate.error();
    predicate_ = *predicate;
    auto max_record = value.get_u64("max_record");
    if (!max_record) return max_record.error();
    read_options_.max_record_bytes = *max_record;
    auto fields = value.get("fields");
    if (!fields) return fields.error();
    struct Entry {
      const char* key;
      std::string* to;
    };
    FieldNames& names = read_options_.fields;
    for (auto [key, to] : {Entry{"url", &names.url}, Entry{"text", &names.text},
                           Entry{"id", &names.id}, Entry{"score", &names.score}}) {
      auto name = fields->get_string(key);
      if (!name) return name.error();
      *to = *name;
    }
    return {};
  }

  // Calls fn(value, line number) for each line of one of our lists.
  template <typename Fn>
  Status for_each_line(const char* name, Fn fn) {
    ingest::Input list{.path = dir_ + "/" + name};
    Status status;
    uint64_t number = 0;
    Status read = ingest::for_each_record_line(list, UINT64_MAX, [&](const auto& line) {
      ++number;
      auto document = ingest::JsonDocument::parse(std::string(line.bytes));
      status = document ? fn(document->root(), number) : document.error();
      return status.ok();
    });
    if (!read.ok()) return read;
    if (status.ok()) return {};
    return corrupt(list.path + ":" + std::to_string(number) + ": " + status.message());
  }

  Result<Place> read_place(const ingest::JsonValue& value) const {
    auto input = value.get_string("input");
    auto record = value.get_u64("record");
    if (!input) return input.error();
    if (!record) return record.error();
    auto found = number_of_.find(*input);
    if (found == number_of_.end()) return corrupt("no input is named \"" + *input + "\"");
    return Place{found->second, *record};
  }

  Result<Place> read_place(const ingest::JsonValue& value, std::string_view key) const {
    auto inner = value.get(key);
    if (!inner) return inner.error();
    return read_place(*inner);
  }

  Status read_duplicates() {
    return for_each_line(kDuplicatesFile, [&](const ingest::JsonValue& value, uint64_t line) {
      Claim claim{.line = line};
      auto removed = read_place(value, "removed"), kept = read_place(value, "kept");
      auto level = value.get_string("level"), predicate = value.get_string("predicate");
      auto group = value.get_u64("group");
      auto similarity = value.get("similarity");
      for (const Status& s : {removed.status(), kept.status(), level.status(), predicate.status(),
                              group.status(), similarity.status()}) {
        if (!s.ok()) return s;
      }
      auto common = similarity->get_u64("common"), left = similarity->get_u64("left_only"),
           right = similarity->get_u64("right_only");
      for (const Status& s : {common.status(), left.status(), right.status()}) {
        if (!s.ok()) return s;
      }
      claim.removed = *removed;
      claim.kept = *kept;
      claim.level = *level;
      claim.predicate = *predicate;
      claim.group = *group;
      claim.similarity = {static_cast<uint32_t>(*common), static_cast<uint32_t>(*left),
                          static_cast<uint32_t>(*right)};
      if (!removed_.emplace(claim.removed, claims_.size()).second) {
        fault(describe(claim.removed) + ": removed twice");
      }
      claims_.push_back(std::move(claim));
      return Status();
    });
  }

  Status read_groups() {
    return for_each_line(kGroupsFile, [&](const ingest::JsonValue& value, uint64_t) {
      auto group = value.get_u64("group"), size = value.get_u64("size");
      auto winner = read_place(value, "winner");
      auto members = value.get_array("members");
      for (const Status& s : {group.status(), size.status(), winner.status(), members.status()}) {
        if (!s.ok()) return s;
      }
      std::string name = "group " + std::to_string(*group);
      auto& places = groups_[*group];
      if (!places.empty()) fault(name + ": listed twice");
      for (const ingest::JsonValue& member : *members) {
        auto place = read_place(member);
        if (!place) return place.error();
        if (!group_of_.emplace(*place, *group).second) {
          fault(describe(*place) + ": in two groups");
        }
        places.push_back(*place);
      }
      if (places.size() != *size) fault(name + ": size is not the number of its members");
      if (places.size() < 2) fault(name + ": has fewer than two members");
      if (places.empty() || places.front() != *winner) fault(name + ": the winner is not first");
      return Status();
    });
  }

  // ---- what the inputs say ----

  // Calls fn(record, place) for each record of the inputs.
  template <typename Fn>
  Status for_each_record(std::string_view phase, Fn fn) {
    meter_.begin(phase, "records", books_.read);
    for (uint32_t i = 0; i < inputs_.size(); ++i) {
      auto reader = ingest::open_reader(inputs_[i].input, {.input = i}, read_options_);
      if (!reader) return reader.error();
      RecordBatch batch;
      while (true) {
        auto more = (*reader)->next(batch, {});
        if (!more) return more.error();
        if (!*more) break;
        for (const Record& record : batch.records()) fn(record, Place{i, record.at.record});
        Status status = meter_.advance(batch.records().size(), batch.records().size());
        if (!status.ok()) return status;
      }
    }
    return meter_.end();
  }

  Status first_pass() {
    for (const Claim& claim : claims_) kept_texts_.emplace(claim.kept, std::nullopt);
    actual_.resize(inputs_.size());
    return for_each_record("check", [&](const Record& record, Place place) {
      ++actual_[place.first].read;
      if (record.reject != Reject::kNone) {
        ++actual_[place.first].rejected;
        actual_rejected_.emplace(place, record.reject);
        return;
      }
      ++(removed_.contains(place) ? actual_[place.first].removed : actual_[place.first].kept);
      if (auto kept = kept_texts_.find(place); kept != kept_texts_.end())
        kept->second = record.text;
      if (group_of_.contains(place)) {
        member_facts_[place] = {std::string(record.url), record.score};
      }
    });
  }

  Status second_pass() {
    std::vector<bool> seen(claims_.size(), false);
    Status status = for_each_record("check", [&](const Record& record, Place place) {
      auto found = removed_.find(place);
      if (found == removed_.end() || record.reject != Reject::kNone) return;
      seen[found->second] = true;
      check_claim(claims_[found->second], record.text);
    });
    if (!status.ok()) return status;
    for (size_t i = 0; i < claims_.size(); ++i) {
      if (!seen[i]) fault(describe(claims_[i].removed) + ": removed, but there is no such page");
    }
    return {};
  }

  void check_claim(const Claim& claim, std::string_view text) {
    std::string who = describe(claim.removed);
    const auto& kept = kept_texts_[claim.kept];
    if (!kept)
      return fault(who + ": kept instead is " + describe(claim.kept) + ", which is no page");
    if (removed_.contains(claim.kept)) {
      fault(who + ": the page kept instead is itself removed, " + describe(claim.kept));
    }
    if (claim.predicate != predicate_.to_string()) {
      fault(who + ": the predicate is not the run's, " + claim.predicate);
    }
    Comparison truth = compare_texts(text, *kept, predicate_.rules);
    if (truth.similarity != claim.similarity) {
      const Similarity& s = truth.similarity;
      fault(who + ": the similarity is " + std::to_string(s.common) + " common, " +
            std::to_string(s.left_only) + " left only, " + std::to_string(s.right_only) +
            " right only");
    }
    if (!level_holds(claim.level, text, *kept, truth)) {
      fault(who + ": level " + claim.level + " does not hold with " + describe(claim.kept));
    }
  }

  bool level_holds(std::string_view level, std::string_view left, std::string_view right,
                   const Comparison& truth) const {
    if (level == name(Level::kBytes)) return left == right;
    if (level == name(Level::kNear)) return predicate_.holds(truth);
    if (level != name(Level::kWords)) return false;
    text::Tokens a, b;
    text::tokenize(left, predicate_.rules.mask_numbers, a);
    text::tokenize(right, predicate_.rules.mask_numbers, b);
    return !a.empty() && a == b;
  }

  Status check_rejected() {
    auto missing = actual_rejected_;
    Status status = for_each_line(kRejectedFile, [&](const ingest::JsonValue& value, uint64_t) {
      auto place = read_place(value);
      auto reason = value.get_string("reason");
      if (!place) return place.error();
      if (!reason) return reason.error();
      auto found = missing.find(*place);
      if (found == missing.end() || name(found->second) != *reason) {
        fault(describe(*place) + ": listed as rejected, " + *reason + ", but it is not");
      }
      if (found != missing.end()) missing.erase(found);
      return Status();
    });
    if (!status.ok()) return status;
    for (const auto& [place, reason] : missing) {
      fault(describe(place) + ": rejected, " + std::string(name(reason)) + ", but not listed");
    }
    return {};
  }

  Status check_kept_files() {
    for (uint32_t i = 0; i < inputs_.size(); ++i) {
      std::vector<Hash128> expected;
      uint64_t limit = read_options_.max_record_bytes;
      Status status = ingest::for_each_record_line(inputs_[i].input, limit, [&](const auto& line) {
        Place place{i, line.record};
        if (!removed_.contains(place) && !actual_rejected_.contains(place)) {
          expected.push_back(hash128(line.bytes));
        }
        return true;
      });
      if (!status.ok()) return status;
      std::string output = dir_ + "/" + inputs_[i].output;
      size_t next = 0;
      bool same = true;
      status = ingest::for_each_record_line({.path = output}, limit, [&](const auto& line) {
        same = same && next < expected.size() && expected[next] == hash128(line.bytes);
        ++next;
        return same;
      });
      if (!status.ok()) return status;
      if (!same || next != expected.size()) {
        fault(output + ": does not hold the kept records of " + inputs_[i].input.path);
      }
    }
    return {};
  }

  Status check_books() {
    auto compare_books = [&](const std::string& who, const Books& stated, const Books& actual) {
      if (!stated.balance()) fault(who + ": the books do not balance");
      if (stated.read != actual.read || stated.kept != actual.kept ||
          stated.removed != actual.removed || stated.rejected != actual.rejected) {
        fault(who + ": read " + std::to_string(actual.read) + ", kept " +
              std::to_string(actual.kept) + ", removed " + std::to_string(actual.removed) +
              ", rejected " + std::to_string(actual.rejected) + " is not what the summary says");
      }
    };
    Books sum;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      compare_books(inputs_[i].input.path, inputs_[i].books, actual_[i]);
      sum.read += actual_[i].read;
      sum.kept += actual_[i].kept;
      sum.removed += actual_[i].removed;
      sum.rejected += actual_[i].rejected;
    }
    compare_books("records", books_, sum);
    return {};
  }

  Status check_groups() {
    for (const Claim& claim : claims_) {
      auto removed = group_of_.find(claim.removed), kept = group_of_.find(claim.kept);
      if (removed == group_of_.end() || kept == group_of_.end() || removed->second != claim.group ||
          kept->second != claim.group) {
        fault(describe(claim.removed) + ": not in group " + std::to_string(claim.group) +
              " with the page kept instead");
      }
    }
    for (const auto& [group, places] : groups_) {
      if (!in_winner_order(places)) {
        fault("group " + std::to_string(group) + ": members are not in winner order");
      }
    }
    return {};
  }

  // The place of a page in the inputs is the last rule of the winner order: pages are handed over
  // by place.
  bool in_winner_order(std::vector<Place> places) {
    std::vector<Place> by_place = places;
    std::sort(by_place.begin(), by_place.end());
    std::vector<PageFacts> facts;
    for (Place place : by_place) {
      const WinnerFacts& f = member_facts_[place];
      facts.push_back({f.url, f.score});
    }
    std::vector<PageId> order = group::winner_order(facts);
    return std::equal(order.begin(), order.end(), places.begin(), places.end(),
                      [&](PageId id, Place place) { return by_place[id.index()] == place; });
  }

  std::string dir_;
  ProgressMeter meter_;
  CheckReport report_;
  // As the folder says.
  Predicate predicate_;
  ReadOptions read_options_;
  Books books_;
  std::vector<StatedInput> inputs_;
  std::map<std::string, uint32_t, std::less<>> number_of_;
  std::vector<Claim> claims_;
  std::map<Place, size_t> removed_;  // index into claims_
  std::map<uint64_t, std::vector<Place>> groups_;
  std::map<Place, uint64_t> group_of_;
  // As the inputs say.
  std::vector<Books> actual_;
  std::map<Place, Reject> actual_rejected_;
  std::map<Place, std::optional<std::string>> kept_texts_;
  std::map<Place, WinnerFacts> member_facts_;
};

}  // namespace
}  // namespace engine

Result<CheckReport> check(const std::string& output_dir, const ProgressFn& progress) {
  return engine::Checker(output_dir, progress).run();
}

}  // namespace doppel
