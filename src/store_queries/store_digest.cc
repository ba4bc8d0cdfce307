// Tested by store_digest_test.cc: against runs over the exported pages.
#include "store_queries/store_digest.h"

#include <vector>

#include "record/result_row.h"
#include "store_queries/page_scan.h"

namespace doppel::store_queries {

Result<RowDigest> store_digest(const living_store::StoreView& view,
                               const living_store::LivingStore& store, group::MarketId market) {
  std::vector<RowDigest> digests;
  ProofNamer namer(view, store.settings());
  Status scanned = for_each_live_page(view, store, market, [&](const ScannedPage& page) -> Status {
    auto own = identity_of(*view.groups.rows(), page.row.text);
    if (!own) return own.status();
    std::optional<ResultRemoval> removal;
    if (page.proof) {
      auto named = namer.name(*page.proof, page.row.text, page.kept_text);
      auto kept = identity_of(*view.groups.rows(), page.kept_text);
      if (!named) return named.status();
      if (!kept) return kept.status();
      removal = {{page.kept_url, {}, kept->words}, named->level, named->similarity};
    }
    ByteWriter row;
    append_result_row({page.url, {}, own->words}, removal, row);
    const std::string_view bytes = row.bytes();
    digest_rows({&bytes, 1}, {&digests.emplace_back(), 1});
    return {};
  });
  if (!scanned.ok()) return scanned;
  return digest_set(digests);
}

}  // namespace doppel::store_queries
