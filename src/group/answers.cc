#include "group/answers.h"

#include <algorithm>
#include <set>

#include "group/mutants.h"

namespace doppel::group {

Chain follow(const StateView& state, std::string_view key) {
  Chain out;
  std::set<std::string, std::less<>> seen;
  std::string at(key);
  while (true) {
    PageRow row = state.page(at);
    if (mutant(Mutant::kRedirectsIgnored)) break;
    if (mutant(Mutant::kRedirectsOneDeep) && !seen.empty()) break;
    if (!row.redirects()) break;
    if (!seen.insert(at).second) {
      auto first = std::find(out.steps.begin(), out.steps.end(), at);
      out.end = *std::min_element(first, out.steps.end());
      out.circle = true;
      return out;
    }
    out.steps.push_back(at);
    at = row.target;
  }
  out.end = at;
  return out;
}

std::string group_name(const StateView& state, std::string_view key) {
  PageRow row = state.page(key);
  if (!row.present()) return "";
  std::string end(key);
  if (row.redirects()) {
    Chain chain = follow(state, key);
    end = chain.end;
    row = chain.circle ? PageRow{} : state.page(end);
  }
  if (!row.live()) return end + "@0";
  std::optional<GroupRow> group = state.group_row(state.group(row.text));
  return group ? group->name() : "";
}

std::optional<Proof> removal_proof(const StateView& state, MarketId market, std::string_view key,
                                   const PageRow& row) {
  if (auto cover = state.cover(market, row.text)) {
    auto kept = state.best(market, cover->kept);
    return Proof{kept ? kept->page : "", Level::kNear, cover->similarity};
  }
  auto best = state.best(market, row.text);
  if (!best || best->page == key) return std::nullopt;
  bool same_bytes = state.page(best->page).content == row.content;
  return Proof{best->page, same_bytes ? Level::kBytes : Level::kWords, {}};
}

std::string winner(const StateView& state, MarketId market, GroupNumber group) {
  std::vector<TextId> first = state.kept_texts(market, group, 1);
  if (first.empty()) return "";
  auto best = state.best(market, first[0]);
  return best ? best->page : "";
}

}  // namespace doppel::group
