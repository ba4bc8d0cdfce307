// Tested by freshness_test.cc.
#include "store_queries/expiry.h"

#include "store_queries/page_scan.h"

namespace doppel::store_queries {
namespace {

constexpr size_t kPagesOfARound = 10'000;

class Expiry {
 public:
  Expiry(living_store::LivingStore& store, const ProgressFn& progress)
      : store_(store), progress_(progress) {}

  Result<ExpiryReport> run(int64_t before_ms) {
    // Rounds do not disturb the scan, because it reads a snapshot.
    const living_store::StoreView view = store_.view();
    out_.round = view.groups.view().meta().round;
    Status scanned =
        for_each_page(view, [&](std::string_view key, const group_state::PageRow& row) -> Status {
          if (!row.live() && !row.redirects()) return {};
          ++out_.pages;
          if (row.last_seen >= before_ms) return {};
          old_.push_back({std::string(key), row.version, row.last_seen});
          return old_.size() < kPagesOfARound ? Status() : submit();
        });
    if (!scanned.ok()) return scanned;
    if (Status s = submit(); !s.ok()) return s;
    return out_;
  }

 private:
  struct OldPage {
    std::string key;
    uint64_t version = 0;
    int64_t last_seen = 0;
  };

  // Nobody has seen the page die, so its times stay as they are.
  Status submit() {
    if (old_.empty()) return {};
    if (progress_ && !progress_({.phase = "expire", .done = out_.expired, .unit = "pages"})) {
      return cancelled();
    }
    std::vector<PageUpdate> updates;
    for (const OldPage& page : old_) {
      updates.push_back({.kind = PageUpdate::Kind::kDead,
                         .url = page.key,
                         .version = page.version,
                         .time_ms = page.last_seen});
    }
    auto round = store_.submit(updates);
    if (!round) return round.status();
    out_.round = round->round;
    out_.expired += old_.size() - round->rejected.size();
    old_.clear();
    return {};
  }

  living_store::LivingStore& store_;
  const ProgressFn& progress_;
  ExpiryReport out_;
  std::vector<OldPage> old_;
};

}  // namespace

Result<ExpiryReport> expire_pages(living_store::LivingStore& store, int64_t before_ms,
                                  const ProgressFn& progress) {
  return Expiry(store, progress).run(before_ms);
}

}  // namespace doppel::store_queries
