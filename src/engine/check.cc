// Is everything in this folder true? Recomputed from the inputs that summary.json names, without
// any of the run's own shortcuts: texts are tokenised again and compared directly.
//
//   pass 1 over the inputs   counts, rejected records, the texts of pages that certificates keep
//   pass 2 over the inputs   each removed page against the page kept instead
//   kept files               record by record against the inputs
//   groups                   each page in one, in winner order, removed and kept page together
//
// What does not hold is a fault, in words for people; only what cannot be read is an error.
// Memory: the texts of the pages kept instead, and some 100 bytes for each certificate and member.
#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <unordered_set>

#include "base/hash.h"
#include "base/progress.h"
#include "compare/signer.h"
#include "doppel/dedup.h"
#include "engine/archive_check.h"
#include "engine/claims.h"
#include "engine/corpus.h"
#include "engine/list_values.h"
#include "engine/page_text.h"
#include "engine/report.h"
#include "group/winner_order.h"
#include "ingest/documents.h"
#include "ingest/json_writer.h"
#include "ingest/reader.h"
#include "ingest/record_lines.h"
#include "text/tokenizer.h"

namespace doppel {
namespace engine {
namespace {

class Checker {
 public:
  Checker(std::string dir, Claims claims, const ProgressFn& progress)
      : dir_(std::move(dir)), claims_(std::move(claims)), meter_(progress) {}

  Result<CheckReport> run() {
    index_claims();
    for (auto step : {&Checker::first_pass, &Checker::second_pass, &Checker::check_kept_files,
                      &Checker::check_no_others}) {
      if (Status status = (this->*step)(); !status.ok()) return status;
    }
    check_rejected();
    check_books();
    check_groups();
    report_.certificates = claims_.certificates.size();
    return std::move(report_);
  }

 private:
  struct KeptText {
    std::string text;
    PageWords words;  // but for its text, which is gone
  };
  struct WinnerFacts {
    std::string url;
    double score = -1;
  };

  void fault(std::string what) { report_.faults.push_back(std::move(what)); }

  std::string describe(Place place) const {
    return claims_.inputs[place.first].input + ": record " + std::to_string(place.second);
  }

  void index_claims() {
    for (size_t i = 0; i < claims_.certificates.size(); ++i) {
      const CertificateClaim& claim = claims_.certificates[i];
      if (!removed_.emplace(claim.removed.place, i).second) {
        fault(describe(claim.removed.place) + ": removed twice");
      }
      kept_texts_.emplace(claim.kept.place, std::nullopt);
      mention(claim.removed);
      mention(claim.kept);
    }
    for (const GroupClaim& claim : claims_.groups) {
      mention(claim.winner);
      for (const PageClaim& member : claim.members) {
        mention(member);
        if (!group_of_.emplace(member.place, claim.group).second) {
          fault(describe(member.place) + ": in two groups, or in one twice");
        }
      }
    }
  }

  // The lists name a page in one way only; whether it is the right one the first pass will see.
  void mention(const PageClaim& page) {
    auto [known, is_new] = mentioned_.emplace(page.place, &page);
    if (!is_new && *known->second != page) {
      fault(describe(page.place) + ": offset, id or url differ between the lists");
    }
  }

  // Calls fn(record, place, words) for each record of the inputs that is rejected or a page.
  template <typename Fn>
  Status for_each_record(Fn fn) {
    meter_.begin("check", "records", claims_.records.read);
    PageText page_text(claims_.read_options.view);
    for (uint32_t i = 0; i < claims_.inputs.size(); ++i) {
      ingest::Input input{.path = claims_.inputs[i].input};
      auto reader = ingest::open_reader(input, {.input = i}, claims_.read_options);
      if (!reader) return reader.error();
      RecordBatch batch;
      while (true) {
        auto more = (*reader)->next(batch, {});
        if (!more) return more.error();
        bytes_ += batch.input_bytes();
        for (const Record& record : batch.records()) {
          if (record.reject != Reject::kNone) {
            fn(record, Place{i, record.at.record}, PageWords());
          } else if (record.kind != Kind::kPassed) {
            fn(record, Place{i, record.at.record}, page_text.of(record, batch.arena()));
          }
        }
        Status status = meter_.advance(batch.records().size(), batch.records().size());
        if (!status.ok()) return status;
        if (!*more) break;
      }
    }
    return meter_.end();
  }

  Status first_pass() {
    books_.resize(claims_.inputs.size());
    compare::Signer signer(claims_.predicate.rules);
    std::unordered_set<Hash128> texts;
    Status status = for_each_record([&](const Record& record, Place place, const PageWords& words) {
      Books& books = books_[place.first];
      ++books.read;
      if (record.reject != Reject::kNone) {
        ++books.rejected;
        rejected_.emplace(place, RejectedRecord{record.at, record.reject, {}});
        return;
      }
      ++(removed_.contains(place) ? books.removed : books.kept);
      texts.insert(signer.identify(words.text));
      thin_ += words.thin;
      if (auto kept = kept_texts_.find(place); kept != kept_texts_.end()) {
        kept->second = KeptText{std::string(words.text), words};
      }
      if (claims_.written) remember_page(record, place, words);
      check_mention(record, place);
    });
    texts_ = texts.size();
    return status;
  }

  void check_mention(const Record& record, Place place) {
    auto found = mentioned_.find(place);
    if (found == mentioned_.end()) return;
    const PageClaim& claim = *found->second;
    std::string room_of_id, room_of_url;
    if (claim.offset != record.at.offset || claim.id != listed_id(record.id, room_of_id) ||
        claim.url != listed_url(record.url, room_of_url)) {
      fault(describe(place) + ": offset, id or url are not the record's");
    }
    facts_[place] = {std::string(record.url), record.score};
  }

  Status second_pass() {
    std::vector<bool> seen(claims_.certificates.size(), false);
    bytes_ = 0;  // both passes read them all
    Status status = for_each_record([&](const Record& record, Place place, const PageWords& words) {
      auto found = removed_.find(place);
      if (found == removed_.end() || record.reject != Reject::kNone) return;
      seen[found->second] = true;
      check_certificate(claims_.certificates[found->second], words);
    });
    if (!status.ok()) return status;
    for (const auto& [place, claim] : removed_) {
      if (!seen[claim]) fault(describe(place) + ": removed, but there is no such page");
    }
    return {};
  }

  void check_certificate(const CertificateClaim& claim, const PageWords& words) {
    std::string who = describe(claim.removed.place), other = describe(claim.kept.place);
    const auto& kept = kept_texts_[claim.kept.place];
    if (!kept) return fault(who + ": kept instead is " + other + ", which is no page");
    if (removed_.contains(claim.kept.place)) {
      fault(who + ": the page kept instead is itself removed, " + other);
    }
    if (!in_winner_order({claim.kept.place, claim.removed.place})) {
      fault(who + ": is preferred to the page kept instead, " + other);
    }
    if (claim.predicate != claims_.predicate.to_string()) {
      fault(who + ": the predicate is not the run's, " + claim.predicate);
    }
    Comparison truth = compare_texts(words.text, kept->text, claims_.predicate.rules);
    if (truth.similarity != claim.similarity) {
      const Similarity& s = truth.similarity;
      fault(who + ": the similarity is " + std::to_string(s.common) + " common, " +
            std::to_string(s.left_only) + " left only, " + std::to_string(s.right_only) +
            " right only");
    }
    if (ingest::decimal6_text(truth.similarity.common, truth.similarity.in_union()) !=
        claim.jaccard) {
      fault(who + ": jaccard " + claim.jaccard + " is not what the counts give");
    }
    std::string level = true_level(words, *kept, truth);
    if (claim.level != level) {
      fault(who + ": level " + claim.level + " does not hold with " + other + ", which is " +
            level);
    }
  }

  // The first level that holds.
  std::string true_level(const PageWords& removed, const KeptText& kept,
                         const Comparison& truth) const {
    const bool same_text = removed.text == kept.text;
    if (same_text || same_words(removed.text, kept.text)) {
      return std::string(name(level_of_equals(removed, kept.words, same_text)));
    }
    return claims_.predicate.holds(truth) ? std::string(name(Level::kNear)) : "no duplicate";
  }

  bool same_words(std::string_view left, std::string_view right) const {
    text::Tokens a, b;
    text::tokenize(left, claims_.predicate.rules.mask_numbers, a);
    text::tokenize(right, claims_.predicate.rules.mask_numbers, b);
    return !a.empty() && a == b;
  }

  void check_rejected() {
    auto missing = rejected_;
    for (const RejectedClaim& claim : claims_.rejected) {
      auto found = missing.find(claim.place);
      if (found == missing.end() || name(found->second.reason) != claim.reason) {
        fault(describe(claim.place) + ": listed as rejected, " + claim.reason + ", but it is not");
      } else if (found->second.at.offset != claim.offset) {
        fault(describe(claim.place) + ": the offset is not the record's");
      }
      if (found != missing.end()) missing.erase(found);
    }
    for (const auto& [place, record] : missing) {
      fault(describe(place) + ": rejected, " + std::string(name(record.reason)) +
            ", but not listed");
    }
  }

  // Whatever else lies in the folder is none of the run's.
  Status check_no_others() {
    std::set<std::string> ours = {kDuplicatesFile, kGroupsFile, kRejectedFile, kSummaryFile};
    if (claims_.written) ours.insert(kIndexFile);
    for (const InputBooks& input : claims_.inputs) ours.insert(input.output);
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator it(dir_, error), end; !error && it != end;
         it.increment(error)) {
      std::string file = std::filesystem::relative(it->path(), dir_, error);
      if (!it->is_directory() && !ours.contains(file))
        fault(dir_ + "/" + file + ": not of this run");
    }
    return error ? io_error(dir_ + ": " + error.message()) : Status();
  }

  Status check_kept_files() {
    ArchiveCheck archives(dir_, claims_, edit_pages(), page_places_);
    if (Status status = archives.look_up(); !status.ok()) return status;
    for (uint32_t i = 0; i < claims_.inputs.size(); ++i) {
      ingest::Input input{.path = claims_.inputs[i].input};
      auto archive = ingest::open_archive(input);
      if (!archive) return archive.error();
      Status status = *archive ? archives.check(input, **archive, i) : check_kept_lines(i);
      if (!status.ok()) return status;
    }
    archives.check_sums();
    for (std::string& found : archives.take_faults()) fault(std::move(found));
    return {};
  }

  Status check_kept_lines(uint32_t i) {
    uint64_t limit = claims_.read_options.max_record_bytes;
    const InputBooks& input = claims_.inputs[i];
    std::vector<Hash128> expected;
    auto expect = [&](const ingest::RecordLine& line) {
      Place place{i, line.record};
      bool kept = !removed_.contains(place) && !rejected_.contains(place);
      if (kept) expected.push_back(hash128(line.bytes));
      return true;
    };
    Status status = ingest::for_each_record_line({.path = input.input}, limit, expect);
    if (!status.ok()) return status;
    std::string output = dir_ + "/" + input.output;
    size_t next = 0;
    bool same = true;
    auto meet = [&](const ingest::RecordLine& line) {
      same = next < expected.size() && expected[next] == hash128(line.bytes);
      ++next;
      return same;
    };
    status = ingest::for_each_record_line({.path = output}, limit, meet);
    if (status.code() == StatusCode::kNotFound) {
      const bool removed = ingest::is_document(input.input) && expected.empty();
      if (!removed) fault(status.message());
      return {};
    }
    if (!status.ok()) return status;
    if (!same || next != expected.size()) {
      fault(output + ": does not hold the kept records of " + input.input);
    }
    return {};
  }

  // What archives are written by: every page, as the inputs have it.
  void remember_page(const Record& record, Place place, const PageWords& words) {
    page_places_.push_back(place);
    EditPage page;
    page.stored = {record.at,
                   stored_hash(record),
                   strings_.copy(record.url),
                   strings_.copy(record.id),
                   record.fetched_ms,
                   record.kind,
                   head_fields(record, strings_)};
    page.form = hash128(words.text);
    page.body = body_hash(record, words.page);
    pages_.push_back(page);
  }

  // The same with what the certificates say of them.
  std::vector<EditPage> edit_pages() const {
    std::vector<EditPage> out = pages_;
    for (size_t i = 0; i < out.size(); ++i) {
      auto found = removed_.find(page_places_[i]);
      if (found == removed_.end()) continue;
      const CertificateClaim& claim = claims_.certificates[found->second];
      auto kept = std::lower_bound(page_places_.begin(), page_places_.end(), claim.kept.place);
      if (kept == page_places_.end()) continue;  // no such page: told already
      out[i].removed = true;
      out[i].kept = static_cast<size_t>(kept - page_places_.begin());
      out[i].level = parse_level(claim.level).value_or(Level::kNear);
      out[i].similarity = claim.similarity;
    }
    return out;
  }

  void check_books() {
    Books sum;
    for (size_t i = 0; i < claims_.inputs.size(); ++i) {
      compare_books(claims_.inputs[i].input, claims_.inputs[i].records, books_[i]);
      sum.read += books_[i].read;
      sum.kept += books_[i].kept;
      sum.removed += books_[i].removed;
      sum.rejected += books_[i].rejected;
    }
    compare_books("records", claims_.records, sum);
    Books of_sources;
    for (const Books& source : claims_.sources) {
      of_sources.read += source.read;
      of_sources.kept += source.kept;
      of_sources.removed += source.removed;
      of_sources.rejected += source.rejected;
    }
    compare_books("sources", of_sources, sum);
    check_counts();
  }

  void check_counts() {
    std::map<std::string, uint64_t> levels, reasons;
    for (Level level : {Level::kBytes, Level::kWords, Level::kMainWords, Level::kNear})
      levels[std::string(name(level))];
    for (const CertificateClaim& claim : claims_.certificates) ++levels[claim.level];
    for (const auto& [place, record] : rejected_) ++reasons[std::string(name(record.reason))];
    auto expect = [&](bool equal, const char* key) {
      if (!equal) fault(std::string(key) + " in the summary is not what the run gives");
    };
    expect(claims_.texts == texts_, "texts");
    expect(claims_.groups_counted == claims_.groups.size(), "groups");
    expect(claims_.bytes == bytes_, "bytes");
    expect(claims_.thin == thin_, "thin");
    expect(claims_.removed_by_level == levels, "removed_by_level");
    expect(claims_.rejected_by_reason == reasons, "rejected_by_reason");
  }

  void compare_books(const std::string& who, const Books& stated, const Books& actual) {
    if (!stated.balance()) fault(who + ": the books do not balance");
    if (stated == actual) return;
    fault(who + ": read " + std::to_string(actual.read) + ", kept " + std::to_string(actual.kept) +
          ", removed " + std::to_string(actual.removed) + ", rejected " +
          std::to_string(actual.rejected) + " is not what the summary says");
  }

  void check_groups() {
    for (const CertificateClaim& claim : claims_.certificates) {
      auto removed = group_of_.find(claim.removed.place), kept = group_of_.find(claim.kept.place);
      if (removed == group_of_.end() || kept == group_of_.end() || removed->second != claim.group ||
          kept->second != claim.group) {
        fault(describe(claim.removed.place) + ": not in group " + std::to_string(claim.group) +
              " with the page kept instead");
      }
    }
    for (const GroupClaim& claim : claims_.groups) {
      std::string who = "group " + std::to_string(claim.group);
      if (claim.members.size() != claim.size)
        fault(who + ": size is not the number of its members");
      if (claim.members.size() < 2) fault(who + ": has fewer than two members");
      if (claim.members.empty() || claim.members.front() != claim.winner) {
        fault(who + ": the winner is not first");
      }
      std::vector<Place> members;
      for (const PageClaim& member : claim.members) members.push_back(member.place);
      if (!in_winner_order(members)) fault(who + ": members are not in winner order");
    }
  }

  // The place of a page is the last rule of the winner order: pages are handed over by place.
  bool in_winner_order(const std::vector<Place>& members) {
    std::vector<Place> by_place = members;
    std::sort(by_place.begin(), by_place.end());
    std::vector<PageFacts> facts;
    for (Place place : by_place) facts.push_back({facts_[place].url, facts_[place].score});
    Table<PageId> order = group::winner_order(facts);
    return std::equal(order.begin(), order.end(), members.begin(), members.end(),
                      [&](PageId id, Place place) { return by_place[id.index()] == place; });
  }

  std::string dir_;
  Claims claims_;
  ProgressMeter meter_;
  CheckReport report_;
  std::map<Place, size_t> removed_;  // index into claims_.certificates
  std::map<Place, uint64_t> group_of_;
  std::map<Place, const PageClaim*> mentioned_;
  // What the inputs say.
  std::vector<Books> books_;
  std::map<Place, RejectedRecord> rejected_;
  uint64_t bytes_ = 0, texts_ = 0, thin_ = 0;
  std::map<Place, std::optional<KeptText>> kept_texts_;
  std::map<Place, WinnerFacts> facts_;
  // Of archives: every page, in order.
  std::vector<Place> page_places_;
  std::vector<EditPage> pages_;
  Arena strings_;
};

Result<CheckReport> check_folder(const std::string& output_dir, const ProgressFn& progress) {
  if (!std::filesystem::is_directory(output_dir)) return not_found(output_dir + ": no such folder");
  auto claims = read_claims(output_dir);
  if (!claims) return claims.error();
  for (const InputBooks& input : claims->inputs) {
    bool standard = input.input == "-";
    if (standard ||
        (std::filesystem::exists(input.input) && !std::filesystem::is_regular_file(input.input))) {
      return invalid_argument((standard ? "standard input" : input.input) +
                              " cannot be read again, so " + output_dir + " cannot be checked");
    }
  }
  return Checker(output_dir, *std::move(claims), progress).run();
}

}  // namespace
}  // namespace engine

Result<CheckReport> check(const std::string& output_dir, const ProgressFn& progress) {
  try {
    return engine::check_folder(output_dir, progress);
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

}  // namespace doppel
