// The public interface of a store. Nothing leaves it as an exception.
//
// Tested by store_test.cc.
#include "doppel/store.h"

#include <array>
#include <filesystem>

#include "base/guard.h"
#include "collections/collections.h"
#include "collections/staged_crawl.h"
#include "living_store/ingest.h"
#include "living_store/store_parts.h"
#include "rounds/round.h"
#include "store_queries/expiry.h"
#include "store_queries/export.h"
#include "store_queries/queries.h"
#include "store_queries/repair.h"
#include "store_queries/store_check.h"
#include "store_queries/store_digest.h"
#include "store_queries/store_stats.h"

namespace doppel {
namespace {

constexpr std::array<std::string_view, 5> kVerdictNames = {"unknown", "kept", "removed", "redirect",
                                                           "dead"};

store::RocksOptions rocks_options(const StoreOptions& options) {
  store::RocksOptions out;
  out.cache_bytes = options.cache_bytes;
  switch (options.access) {
    case StoreOptions::Access::kRead: out.mode = store::RocksOptions::Mode::kReadOnly; break;
    case StoreOptions::Access::kWrite: out.mode = store::RocksOptions::Mode::kExisting; break;
    case StoreOptions::Access::kCreate:
      out.mode = store::RocksOptions::Mode::kCreateIfAbsent;
      break;
  }
  return out;
}

Change change_of(group_state::Event event) {
  Change out;
  out.number = event.number;
  out.round = event.round;
  out.kind = name(event.kind);
  out.page = std::move(event.page);
  out.group = std::move(event.group);
  out.other = std::move(event.other);
  out.market = std::move(event.market);
  out.level = event.level;
  out.similarity = event.similarity;
  out.view = event.view;
  out.http_status = event.http_status;
  out.permanent = event.permanent;
  return out;
}

// Errors of the files name the folder already.
Status about(const std::string& folder, const Status& error) {
  const bool named = error.message().find(folder) != std::string::npos;
  return named ? error : Status(error.code(), folder + ": " + error.message());
}

}  // namespace

std::string_view name(MarketChange::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"unchanged", "changed", "added", "removed"};
  return kNames[static_cast<size_t>(kind)];
}
std::string_view name(PageUpdate::Kind kind) {
  constexpr std::array<std::string_view, 7> kNames = {"page",  "redirect", "dead",  "delete",
                                                      "touch", "flag",     "report"};
  return kNames[static_cast<size_t>(kind)];
}
std::string_view name(Verdict verdict) { return kVerdictNames[static_cast<size_t>(verdict)]; }

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Result<Store> Store::open(const std::string& folder, const StoreOptions& options) try {
  auto rocks = store::RocksStore::open(folder, rocks_options(options));
  if (!rocks) return rocks.error();
  auto parts = std::make_unique<Parts>();
  parts->rocks = rocks->get();
  auto living = living_store::LivingStore::open(*std::move(rocks), options);
  if (!living) return about(folder, living.error());
  parts->living = *std::move(living);
  if (options.access != StoreOptions::Access::kRead) {
    if (Status s = collections::erase_left_over_rows(*parts->living); !s.ok()) {
      return about(folder, s);
    }
  }
  return Store(std::move(parts));
} catch (...) {
  return status_of_exception();
}

bool Store::exists(const std::string& folder) {
  std::error_code none;
  return std::filesystem::exists(folder + "/FORMAT", none);
}

Result<RoundReport> Store::submit(std::span<const PageUpdate> updates) try {
  return parts_->living->submit(updates);
} catch (...) {
  return status_of_exception();
}

Result<IngestReport> Store::ingest(const std::vector<std::string>& inputs,
                                   const IngestOptions& options, const ProgressFn& progress) try {
  living_store::LivingStore& living = *parts_->living;
  if (options.collection.empty()) {
    return living_store::ingest_inputs(inputs, living, living, options, progress);
  }
  auto crawl = collections::StagedCrawl::open(living, options.collection);
  if (!crawl) return crawl.error();
  auto out = living_store::ingest_inputs(inputs, living, **crawl, options, progress);
  if (!out) return out;
  out->rounds = 0;
  out->collection = (*crawl)->collection();
  return out;
} catch (...) {
  return status_of_exception();
}

Result<StageReport> Store::stage(std::string_view collection,
                                 std::span<const PageUpdate> updates) try {
  auto crawl = collections::StagedCrawl::open(*parts_->living, collection);
  if (!crawl) return crawl.error();
  auto done = (*crawl)->submit(updates, {});
  if (!done) return done.error();
  return StageReport{std::move(done->rejected), (*crawl)->collection()};
} catch (...) {
  return status_of_exception();
}

Result<std::vector<Collection>> Store::collections() const try {
  return collections::list_collections(*parts_->living->rows().snapshot());
} catch (...) {
  return status_of_exception();
}

Result<CommitReport> Store::commit_collection(std::string_view name, const CommitOptions& options,
                                              const ProgressFn& progress) try {
  if (Status s = living_store::check_round_pages(options.round_pages); !s.ok()) return s;
  return collections::commit_collection(
      *parts_->living, name, progress,
      {.round_events = options.round_pages, .round_bytes = options.round_bytes});
} catch (...) {
  return status_of_exception();
}

Result<Collection> Store::cancel_collection(std::string_view name) try {
  return collections::cancel_collection(*parts_->living, name);
} catch (...) {
  return status_of_exception();
}

Result<ExpiryReport> Store::expire(int64_t before_ms, const ProgressFn& progress) try {
  return store_queries::expire_pages(*parts_->living, before_ms, progress);
} catch (...) {
  return status_of_exception();
}

Result<RepairReport> Store::repair(const ProgressFn& progress) try {
  return store_queries::repair_groups(*parts_->living, progress);
} catch (...) {
  return status_of_exception();
}

Result<MarketsReport> Store::preview_markets(
    std::string_view file, const std::function<Status(const MarketMove&)>& on_move) const try {
  return parts_->living->preview_markets(file, on_move);
} catch (...) {
  return status_of_exception();
}

Result<MarketsReport> Store::set_markets(std::string_view file, const ProgressFn& progress) try {
  return parts_->living->set_markets(file, progress);
} catch (...) {
  return status_of_exception();
}

Result<StatusAnswer> Store::status(std::string_view url, const StatusQuery& query) const try {
  return store_queries::page_status(*parts_->living, url, query);
} catch (...) {
  return status_of_exception();
}

Result<std::vector<SimilarPage>> Store::similar(std::string_view text,
                                                const SimilarQuery& query) const try {
  return store_queries::similar_pages(*parts_->living, text, query);
} catch (...) {
  return status_of_exception();
}

Result<std::vector<GroupSummary>> Store::groups(const GroupQuery& query) const try {
  return store_queries::list_groups(*parts_->living, query);
} catch (...) {
  return status_of_exception();
}

Result<GroupAnswer> Store::group(std::string_view name_or_url, std::string_view market,
                                 int64_t now_ms) const try {
  return store_queries::group_answer(*parts_->living, name_or_url, market, now_ms);
} catch (...) {
  return status_of_exception();
}

Result<uint64_t> Store::changes(uint64_t since,
                                const std::function<bool(const Change&)>& on_change) const try {
  constexpr size_t kEventsAtATime = 1000;
  uint64_t next = std::max<uint64_t>(since, 1);
  while (true) {
    auto events = parts_->living->events_since(next, kEventsAtATime);
    if (!events) return events.error();
    if (events->empty()) return next;
    for (group_state::Event& event : *events) {
      ++next;
      if (!on_change(change_of(std::move(event)))) return next;
    }
  }
} catch (...) {
  return status_of_exception();
}

Status Store::export_pages(const std::function<Status(std::string_view line)>& write) const try {
  return store_queries::export_pages(*parts_->living, write);
} catch (...) {
  return status_of_exception();
}

Status Store::export_list(ExportList list, std::string_view market,
                          const std::function<Status(std::string_view line)>& write) const try {
  return store_queries::export_list(*parts_->living, list, market, write);
} catch (...) {
  return status_of_exception();
}

Status Store::export_recheck(std::string_view market, int64_t now_ms,
                             const std::function<Status(std::string_view line)>& write) const try {
  return store_queries::export_recheck(*parts_->living, market, now_ms, write);
} catch (...) {
  return status_of_exception();
}

Result<std::string> Store::digest(std::string_view market) const try {
  const living_store::LivingStore& living = *parts_->living;
  const living_store::StoreView view = living.view();
  auto number = store_queries::market_of(view.groups.rules(), market);
  if (!number) return number.error();
  auto digest = store_queries::store_digest(view, living, *number);
  if (!digest) return digest.error();
  return hexadecimal(*digest);
} catch (...) {
  return status_of_exception();
}

Result<StoreCheck> Store::check(const ProgressFn& progress) const try {
  if (Status s = parts_->rocks->verify(); !s.ok()) return s;
  return store_queries::check_store(*parts_->living, progress);
} catch (...) {
  return status_of_exception();
}

Result<StoreStats> Store::stats(size_t recall_sample) const try {
  auto out = store_queries::store_stats(*parts_->living, recall_sample);
  if (!out) return out;
  for (const auto& family : parts_->rocks->family_sizes()) {
    out->disk.push_back({family.name, family.table_bytes});
  }
  return out;
} catch (...) {
  return status_of_exception();
}

const Predicate& Store::predicate() const { return parts_->living->settings().predicate; }
std::vector<std::string> Store::markets() const {
  std::vector<std::string> out = {std::string(group::kNeutral)};
  const living_store::StoreView view = parts_->living->view();
  for (const group::Market& market : view.groups.rules().markets) out.push_back(market.name);
  return out;
}
std::string Store::market_rules() const {
  const living_store::StoreView view = parts_->living->view();
  return group::to_text(view.groups.rules().markets);
}
View Store::view() const { return parts_->living->settings().view; }
uint64_t Store::round() const {
  const living_store::StoreView view = parts_->living->view();
  return view.groups.view().meta().round;
}

}  // namespace doppel
