#include "group_state/page_status.h"

#include <algorithm>

#include "group_state/freshness.h"

namespace doppel::group_state {
namespace {

using group::MarketId;

using Verdict = PageStatus::Verdict;

Result<MarketId> market_number(const StateView& view, std::string_view name) {
  for (size_t m = 0; m < view.markets(); ++m) {
    if (view.market_name(static_cast<MarketId>(m)) == name) return static_cast<MarketId>(m);
  }
  return invalid_argument("no market is named \"" + std::string(name) + "\"");
}

bool is_newer(const PageEvent& event, std::string_view key, const PageRow& row) {
  return event.key == key && event.kind <= PageEvent::Kind::kDelete && event.version > row.version;
}

Status judge_live(const StateView& view, MarketId market, const StatusQuery& query,
                  const PageRow& row, similarity::NeighbourQueries& neighbours, PageStatus& out) {
  out.proof = Answers(view).removal_proof(market, query.key, row);
  if (!view.rows().status().ok()) return view.rows().status();
  out.verdict = out.proof ? Verdict::kRemoved : Verdict::kKept;
  std::optional<StoredTextId> kept = view.removed_for(market, row.text);
  out.kept_text = kept.value_or(row.text);
  // What mode paper has taken on trust is never reported without a verification.
  const bool trusted = out.proof && out.proof->similarity == Similarity{};
  if (!kept || !out.proof || !(query.verify || trusted)) return {};
  auto pair = neighbours.verify(row.text, *kept);
  if (!pair) return pair.error();
  if (*pair) {
    out.proof->similarity = (*pair)->similarity;
    out.proof->view = (*pair)->view;
  } else {
    out.verdict = Verdict::kKept;
    out.verification_failed = true;
  }
  return {};
}

}  // namespace

Result<PageStatus> page_status(const GroupReader& state, const StatusQuery& query,
                               similarity::NeighbourQueries& neighbours, const Rules& rules) {
  StateView view = state.view(rules);
  auto market = market_number(view, query.market);
  if (!market) return market.error();
  PageStatus out;
  PageRow row = view.page(query.key);
  out.pending = std::any_of(query.waiting.begin(), query.waiting.end(),
                            [&](const PageEvent& e) { return is_newer(e, query.key, row); });
  if (!view.rows().status().ok()) return view.rows().status();
  if (!row.present()) return out;
  out.page = row;
  Answers answers(view);
  out.group = answers.group_name(query.key, row);
  out.winner = answers.winner(*market, row.live() ? view.group(row.text) : view.resolve(out.group));
  out.flags.assign(row.flags.begin(), row.flags.end());
  out.age_ms = age_ms(row, query.now_ms);
  out.recheck_due = is_recheck_due(row, query.now_ms);
  if (row.live()) {
    Status judged = judge_live(view, *market, query, row, neighbours, out);
    if (!judged.ok()) return judged;
  } else if (row.redirects()) {
    out.verdict = Verdict::kRedirect;
    out.chain = follow(view, query.key);
    out.permanent = row.permanent;
  } else {
    out.verdict = Verdict::kDead;
    out.http_status = row.http_status;
  }
  if (!view.rows().status().ok()) return view.rows().status();
  return out;
}

}  // namespace doppel::group_state
