#include "scenarios/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "base/union_find.h"
#include "doppel/text.h"
#include "group/cover.h"
#include "group/text_removals.h"
#include "scenarios/content.h"
#include "sketch/band_keys.h"
#include "texts/signer.h"

namespace doppel::scenarios {
namespace {

using group_state::PageEvent;
using group_state::PageState;
using Kind = PageEvent::Kind;

struct OraclePage {
  PageEvent event;
  std::string text;
  int64_t first_seen = INT64_MAX;
};
using OraclePages = std::map<std::string, OraclePage>;

bool newer(const Happening& a, const PageEvent& b, const std::string& b_text) {
  auto hash = [](const PageEvent& event, const std::string& text) {
    return event.kind == Kind::kUpsert ? content_of(text) : Hash128{};
  };
  return std::tuple(a.event.version, a.event.kind, hash(a.event, a.text)) >
         std::tuple(b.version, b.kind, hash(b, b_text));
}

// The newest event of every page that was not deleted.
OraclePages present_pages(std::span<const Happening> history) {
  OraclePages out;
  for (const Happening& happening : history) {
    const PageEvent& event = happening.event;
    if (event.kind > Kind::kDelete) continue;
    auto [at, is_new] = out.try_emplace(event.key);
    OraclePage& page = at->second;
    if (is_new || newer(happening, page.event, page.text)) {
      page.event = event;
      page.text = event.kind == Kind::kUpsert ? happening.text : "";
    }
    if (event.kind != Kind::kDelete) page.first_seen = std::min(page.first_seen, event.time_ms);
  }
  std::erase_if(out, [](const auto& page) { return page.second.event.kind == Kind::kDelete; });
  return out;
}

// Who is preferred, said once more and in other words than rank.cc.
class Preference {
 public:
  Preference(const OraclePages& pages, std::string market)
      : pages_(pages), market_(std::move(market)) {}

  bool operator()(const std::string& a, const std::string& b) const {
    const OraclePage &left = pages_.at(a), &right = pages_.at(b);
    if (market_ == "uk" && uk(left) != uk(right)) return uk(left);
    if (market_ == "old" && left.first_seen != right.first_seen) {
      return left.first_seen < right.first_seen;
    }
    if (market_ == "rich") {
      if (size(left) != size(right)) return size(left) > size(right);
      if (french(left) != french(right)) return french(left);
    }
    if (bucket(left) != bucket(right)) return bucket(left) > bucket(right);
    if (named(a) != named(b)) return named(a);
    std::string u = url(left), v = url(right);
    bool secure = u.starts_with("https:");
    if (secure != v.starts_with("https:")) return secure;
    bool dynamic = u.find('?') != u.npos;
    if (dynamic != (v.find('?') != v.npos)) return !dynamic;
    if (u.size() != v.size()) return u.size() < v.size();
    if (left.first_seen != right.first_seen) return left.first_seen < right.first_seen;
    return u != v ? u < v : a < b;
  }

 private:
  static std::string url(const OraclePage& page) {
    return page.event.url.empty() ? page.event.key : page.event.url;
  }
  static bool uk(const OraclePage& page) {
    std::string address = url(page);
    size_t host = address.find("//") + 2;
    return address.substr(host, address.find_first_of("/?#", host) - host).ends_with(".uk");
  }
  static int size(const OraclePage& page) {
    auto found = page.event.fields.find("size");
    return found == page.event.fields.end() ? -1 : std::atoi(found->second.c_str());
  }
  static bool french(const OraclePage& page) {
    auto found = page.event.fields.find("lang");
    return found != page.event.fields.end() && found->second == "fr";
  }
  static int bucket(const OraclePage& page) {
    double score = page.event.score;
    return score >= 0 ? static_cast<int>(std::floor(std::log2(1 + score))) : -1;
  }
  bool named(const std::string& key) const {
    return std::any_of(pages_.begin(), pages_.end(), [&](const auto& other) {
      const PageEvent& event = other.second.event;
      return event.kind == Kind::kUpsert && event.canonical == key &&
             event.domain == pages_.at(key).event.domain;
    });
  }

  const OraclePages& pages_;
  std::string market_;
};

// Where a redirect ends; of a circle its smallest page, marked.
std::string end_of(const OraclePages& pages, const std::string& key) {
  std::vector<std::string> way;
  for (std::string at = key;;) {
    auto page = pages.find(at);
    if (page == pages.end() || page->second.event.kind != Kind::kRedirect) return at;
    auto seen = std::find(way.begin(), way.end(), at);
    if (seen != way.end()) return "circle " + *std::min_element(seen, way.end());
    way.push_back(at);
    at = page->second.event.target;
  }
}

// The rule of compare/bucket_pairs.h in words of its own: in a bucket of more than `limit` texts,
// two are candidates when one of them is among the first `limit` in some market's order. There are
// buckets of main contents and of full texts; in those of main contents the first text of each
// mirror set stands before all others.
class HotRule {
 public:
  // `orders`: for each market all texts, the most preferred first.
  HotRule(const std::vector<std::string>& texts, support::PageTruth& truth, const TextRules& rules,
          const std::vector<std::vector<uint32_t>>& orders, uint32_t limit) {
    for (uint32_t text = 0; text < texts.size(); ++text) {
      if (truth.page(texts[text]).main.empty()) continue;
      const texts::TextViews views = texts::read_views(texts[text]);
      for (View view : {View::kMain, View::kFull}) {
        const auto keys = keys_of(view == View::kMain ? views.main : views.full, rules);
        for (uint32_t band = 0; band < keys.size(); ++band) {
          buckets_[{view, band, keys[band]}].insert(text);
        }
      }
    }
    for (const auto& [key, members] : buckets_) {
      for (const auto& order : orders) {
        std::vector<uint32_t> bucket;
        for (uint32_t text : order) {
          if (members.contains(text)) bucket.push_back(text);
        }
        std::set<std::vector<std::vector<std::string>>> mirror_sets;
        if (std::get<View>(key) == View::kMain) {
          std::stable_partition(bucket.begin(), bucket.end(), [&](uint32_t text) {
            const auto& mirror_set = truth.page(texts[text]).mirror_set;
            return mirror_set.empty() || mirror_sets.insert(mirror_set).second;
          });
        }
        if (bucket.size() > limit) bucket.resize(limit);
        for (uint32_t text : bucket) {
          for (uint32_t other : members) candidates_.insert(std::minmax(text, other));
        }
      }
    }
  }

  bool lets_see(uint32_t a, uint32_t b) const { return candidates_.contains(std::minmax(a, b)); }

 private:
  static std::vector<uint32_t> keys_of(std::string_view text, const TextRules& rules) {
    constexpr sketch::Banding kBands{.bands = Oracle::kHotBands, .rows = 1};
    texts::Signer signer(rules);
    signer.identify(text);
    signer.windows();
    std::vector<uint32_t> out(kBands.bands);
    sketch::make_band_keys(signer.sketch(), kBands, out);
    return out;
  }

  std::map<std::tuple<View, uint32_t, uint32_t>, std::set<uint32_t>> buckets_;  // by band and key
  std::set<std::pair<uint32_t, uint32_t>> candidates_;
};

constexpr const char* kMarkets[] = {"neutral", "uk", "old", "rich"};

// The live pages in the order of each market.
std::vector<std::vector<std::string>> market_orders(const OraclePages& pages) {
  std::vector<std::vector<std::string>> out;
  for (const char* market : kMarkets) {
    std::vector<std::string>& order = out.emplace_back();
    for (const auto& [key, page] : pages) {
      if (page.event.kind == Kind::kUpsert) order.push_back(key);
    }
    std::sort(order.begin(), order.end(), Preference(pages, market));
  }
  return out;
}

}  // namespace

Truth Oracle::truth(std::span<const Happening> history) {
  Truth out;
  OraclePages pages = present_pages(history);
  std::map<std::vector<std::vector<std::string>>, uint32_t> by_words;
  std::map<std::string, uint32_t> text_of, form_of;  // by bytes
  std::vector<std::string> texts;                    // one form of each
  for (const auto& [key, page] : pages) {
    if (page.event.kind != Kind::kUpsert || text_of.contains(page.text)) continue;
    auto [at, is_new] = by_words.try_emplace(truth_.page(page.text).words, texts.size());
    if (is_new) texts.push_back(page.text);
    form_of[page.text] = static_cast<uint32_t>(form_of.size());
    text_of[page.text] = at->second;
  }
  const auto page_orders = market_orders(pages);
  std::vector<std::vector<uint32_t>> text_orders;  // a text stands where its best page does
  for (const auto& order : page_orders) {
    std::vector<uint32_t>& out_of_market = text_orders.emplace_back();
    std::set<uint32_t> seen;
    for (const std::string& key : order) {
      const uint32_t text = text_of[pages[key].text];
      if (seen.insert(text).second) out_of_market.push_back(text);
    }
  }
  std::optional<HotRule> hot;
  if (hot_limit_) hot.emplace(texts, truth_, predicate_.rules, text_orders, *hot_limit_);
  std::vector<Pair> pairs;
  UnionFind components(texts.size());
  for (uint32_t i = 0; i < texts.size(); ++i) {
    for (uint32_t j = i + 1; j < texts.size(); ++j) {
      auto verified = pair(texts[i], texts[j]);
      if (!verified || (hot && !hot->lets_see(i, j))) continue;
      pairs.push_back({{i}, {j}, verified->similarity});
      components.join(i, j);
    }
  }
  std::map<std::string, std::string> smallest;  // of what holds a group together
  auto holder = [&](const std::string& key) {
    std::string end = end_of(pages, key);
    auto page = pages.find(end);
    if (page == pages.end() || page->second.event.kind != Kind::kUpsert) return "end " + end;
    return "text " + std::to_string(components.root(text_of[page->second.text]));
  };
  for (const auto& [key, page] : pages) {
    smallest.try_emplace(holder(key), key);
    Kind kind = page.event.kind;
    out.pages[key] = kind == Kind::kUpsert ? PageState::kLive
                     : kind == Kind::kDead ? PageState::kDead
                                           : PageState::kRedirect;
    out.partition[key] = smallest[holder(key)];
  }
  for (const Happening& happening : history) {
    const PageEvent& event = happening.event;
    if (event.kind == Kind::kFlag && pages.contains(event.key)) {
      out.flags[event.key].insert(event.flag);
    }
  }
  for (size_t m = 0; m < page_orders.size(); ++m) {
    const std::string market = kMarkets[m];
    const std::vector<std::string>& order = page_orders[m];
    std::vector<group::WinnerFacts> facts(order.size());  // all alike: the place decides
    std::vector<TextId> ids;
    std::vector<FormId> forms;
    for (const std::string& key : order) {
      ids.push_back({text_of[pages[key].text]});
      forms.push_back({form_of[pages[key].text]});
      out.winners.try_emplace({market, out.partition[key]}, key);
    }
    std::vector<uint32_t> counts(texts.size(), 0);
    group::TextOrder text_order = group::text_order(facts, ids, counts.size());
    const TextRemovals removals = group::text_removals(text_order, pairs);
    group::Cover cover = group::cover({text_order, ids, forms, counts, removals, pairs});
    for (size_t i = 0; i < order.size(); ++i) {
      if (const auto& why = cover.removals[i]) {
        group_state::Proof& proof = out.removed[{market, order[i]}];
        proof = {order[why->kept.index()], why->level, why->similarity};
        if (why->level != Level::kNear) continue;
        proof.view = pair(pages[order[i]].text, pages[proof.kept].text)->view;
      }
    }
  }
  return out;
}

Truth told(const support::StateDump& dump) {
  Truth out;
  std::map<std::string, std::string> smallest;
  for (const auto& [key, page] : dump.pages) {
    smallest.try_emplace(page.group, key);
    out.pages[key] = page.state;
    if (!page.flags.empty()) out.flags[key] = page.flags;
    out.partition[key] = smallest[page.group];
    for (const auto& [market, why] : page.removed) out.removed[{market, key}] = why;
  }
  for (const auto& [at, winner] : dump.winners) {
    out.winners[{at.second, smallest[at.first]}] = winner;
  }
  return out;
}

std::string to_text(const Truth& truth) {
  std::string out;
  for (const auto& [key, smallest] : truth.partition) {
    out += key + " state " + std::to_string(static_cast<int>(truth.pages.at(key))) + " with " +
           smallest + "\n";
  }
  for (const auto& [key, flags] : truth.flags) {
    for (const std::string& flag : flags) out += key + " is flagged " + flag + "\n";
  }
  for (const auto& [at, why] : truth.removed) {
    out += at.second + " removed in " + at.first + " for " + why.kept + " " +
           std::string(name(why.level)) + " " + std::to_string(why.similarity.common) + "\n";
  }
  for (const auto& [at, winner] : truth.winners) {
    out += "winner in " + at.first + " of " + at.second + ": " + winner + "\n";
  }
  return out;
}

}  // namespace doppel::scenarios
