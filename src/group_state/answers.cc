#include "group_state/answers.h"

#include <set>

namespace doppel::group_state {
namespace {

using group::MarketId;

std::string group_of(const StateView& state, const std::string& page, const PageRow& row) {
  if (!row.live()) return page + "@0";
  return state.group_name(state.group(row.text));
}

}  // namespace

std::string Answers::group_name(std::string_view key, const PageRow& row) {
  if (!row.present()) return "";
  if (!row.redirects()) return group_of(state_, std::string(key), row);
  const ChainEnd& end = ends_.of(key);
  auto [known, is_new] = groups_.try_emplace(&end);
  if (is_new) {
    known->second = group_of(state_, end.page, end.circle ? PageRow{} : state_.page(end.page));
  }
  return known->second;
}

const Answers::Best& Answers::best(MarketId market, StoredTextId text) {
  auto [known, is_new] = best_.try_emplace({market, text});
  if (is_new) {
    if (auto standing = state_.best(market, text)) {
      known->second = {standing->page, state_.page(standing->page).content};
    }
  }
  return known->second;
}

std::optional<Proof> Answers::removal_proof(MarketId market, std::string_view key,
                                            const PageRow& row) {
  if (auto cover = state_.cover(market, row.text)) {
    return Proof{best_page(market, cover->kept), Level::kNear, cover->similarity, cover->view};
  }
  const Best& kept = best(market, row.text);
  if (kept.page.empty() || kept.page == key) return std::nullopt;
  return Proof{kept.page, kept.content == row.content ? Level::kBytes : Level::kWords, {}};
}

std::string Answers::winner(MarketId market, GroupNumber group) {
  std::vector<StoredTextId> first = state_.kept_texts(market, group, 1);
  return first.empty() ? "" : best_page(market, first[0]);
}

Chain follow(const StateView& state, std::string_view key) {
  Chain out{.steps = {}, .end = ChainEnds(state).of(key)};
  std::set<std::string, std::less<>> seen;
  std::string at(key);
  while (seen.insert(at).second && (out.end.circle || at != out.end.page)) {
    out.steps.push_back(at);
    at = state.page(at).target;
  }
  return out;
}

}  // namespace doppel::group_state
