// Tested by store_test.cc.
#include "store_queries/queries.h"

#include <algorithm>
#include <set>

#include "base/arena.h"
#include "collections/collections.h"
#include "corpus/page_words_reader.h"
#include "doppel/url.h"
#include "group/canonical_names.h"
#include "group_state/freshness.h"
#include "group_state/page_status.h"
#include "record/text_rows.h"
#include "rounds/join_events.h"
#include "store_queries/stored_pairs.h"
#include "texts/text_views.h"

namespace doppel::store_queries {
namespace {

using group::MarketId;
using group_state::GroupNumber, group_state::Key, group_state::PageRow, group_state::StateView;

Verdict verdict_of(group_state::PageStatus::Verdict verdict) {
  switch (verdict) {
    case group_state::PageStatus::Verdict::kUnknown: break;
    case group_state::PageStatus::Verdict::kKept: return Verdict::kKept;
    case group_state::PageStatus::Verdict::kRemoved: return Verdict::kRemoved;
    case group_state::PageStatus::Verdict::kRedirect: return Verdict::kRedirect;
    case group_state::PageStatus::Verdict::kDead: return Verdict::kDead;
  }
  return Verdict::kUnknown;
}

Status no_index() {
  return invalid_argument("this needs the candidate index: open the store with it");
}

}  // namespace

Result<MarketId> market_of(const group_state::Rules& rules, std::string_view name) {
  std::string known(group::kNeutral);
  if (name == group::kNeutral) return MarketId{0};
  for (size_t i = 0; i < rules.markets.size(); ++i) {
    if (rules.markets[i].name == name) return static_cast<MarketId>(i + 1);
    known += ", " + rules.markets[i].name;
  }
  return invalid_argument("no market is named \"" + std::string(name) + "\": the store has " +
                          known);
}

Result<TextIdentity> identity_of(const store::Snapshot& rows, StoredTextId text) {
  auto bytes = rows.get(Key('S').text(text).bytes());
  if (!bytes) return bytes.error();
  const auto row = *bytes ? SignatureRow::decode(**bytes) : std::nullopt;
  if (!row) return corrupt("the signature of text " + std::to_string(text.value) + " is damaged");
  return TextIdentity{row->identity, row->main ? row->main->shingles : 0};
}

namespace {

PageAge page_age(const PageRow& row, int64_t now_ms) {
  PageAge out{.last_seen_ms = row.last_seen};
  if (now_ms == 0) return out;
  out.age_ms = group_state::age_ms(row, now_ms);
  out.recheck_due = group_state::is_recheck_due(row, now_ms);
  return out;
}

}  // namespace

// --- proofs ---

Result<NamedProof> ProofNamer::name(const group_state::Proof& proof, StoredTextId text,
                                    StoredTextId kept_text) {
  NamedProof out{proof.level, proof.similarity, proof.view};
  if (proof.level != Level::kNear) {
    auto identity = identity_of(*view_.groups.rows(), text);
    if (!identity) return identity.error();
    out.similarity = {.common = identity->shingles};
    return out;
  }
  if (proof.similarity.left_only > 0 || proof.similarity.right_only > 0) return out;
  auto level = level_of_pair(text, kept_text, proof.view);
  if (!level) return level.error();
  out.level = *level;
  return out;
}

Result<Level> ProofNamer::level_of_pair(StoredTextId left, StoredTextId right, View view) {
  auto a = view_.words->text(left, left_);
  if (!a) return a.error();
  auto b = view_.words->text(right, right_);
  if (!b) return b.error();
  const texts::TextViews of_left = texts::read_views(*a), of_right = texts::read_views(*b);
  if (!of_left.two && !of_right.two) return Level::kNear;
  if (same_words_(of_left.full, of_right.full)) return Level::kWords;
  if (view == View::kFull) return Level::kNear;
  return same_words_(of_left.main, of_right.main) ? Level::kMainWords : Level::kNear;
}

// --- texts ---

namespace {

// The pages whose texts resemble a text as texts/text_views.h stores it. REQUIRES: the view has
// neighbours.
Result<std::vector<SimilarPage>> similar_to(const living_store::StoreView& view, MarketId market,
                                            std::string_view text, size_t limit, int64_t now_ms) {
  auto found = view.groups.neighbours()->view()->similar(text, limit);
  if (!found) return found.error();
  const StateView state = view.groups.view();
  group_state::Answers answers(state);
  std::vector<SimilarPage> out;
  const auto add = [&](StoredTextId id, const Similarity& similarity, View of, bool equal) {
    SimilarPage page{.url = answers.best_page(market, id),
                     .equal_words = equal,
                     .similarity = similarity,
                     .view = of};
    page.seen = page_age(state.page(page.url), now_ms);
    page.verdict = state.removed_for(market, id) ? Verdict::kRemoved : Verdict::kKept;
    out.push_back(std::move(page));
  };
  if (found->equal) {
    auto identity = identity_of(*view.groups.rows(), *found->equal);
    if (!identity) return identity.error();
    add(*found->equal, {.common = identity->shingles}, View::kFull, true);
  }
  for (const similarity::Neighbour& near : found->neighbours) {
    add(near.text, near.similarity, near.view, false);
  }
  if (out.size() > limit) out.resize(limit);
  if (!state.rows().status().ok()) return state.rows().status();
  return out;
}

}  // namespace

// --- pages ---

namespace {

PageUpdate::Kind kind_of(group_state::PageEvent::Kind kind) {
  switch (kind) {
    case group_state::PageEvent::Kind::kRedirect: return PageUpdate::Kind::kRedirect;
    case group_state::PageEvent::Kind::kDead: return PageUpdate::Kind::kDead;
    case group_state::PageEvent::Kind::kDelete: return PageUpdate::Kind::kDelete;
    default: return PageUpdate::Kind::kPage;
  }
}

// What the collection of the query has for this page, if it is newer than what the store has.
Result<std::optional<PendingUpdate>> pending_update(const living_store::StoreView& view,
                                                    std::string_view key, MarketId market,
                                                    const StatusQuery& query) {
  std::optional<PendingUpdate> out;
  if (query.collection.empty()) return out;
  if (!view.groups.neighbours()) return no_index();
  auto staged = collections::newest_staged(*view.groups.rows(), query.collection, key);
  if (!staged) return staged.error();
  const StateView state = view.groups.view();
  const bool newer = *staged && rounds::is_newer((*staged)->event, state.page(key));
  if (!state.rows().status().ok()) return state.rows().status();
  if (!newer) return out;
  const group_state::PageEvent& event = (*staged)->event;
  out = PendingUpdate{.kind = kind_of(event.kind),
                      .version = event.version,
                      .time_ms = event.time_ms,
                      .target = event.target,
                      .permanent = event.permanent,
                      .http_status = event.http_status};
  if (out->kind != PageUpdate::Kind::kPage) return out;
  auto similar = similar_to(view, market, (*staged)->text, SimilarQuery().limit, query.now_ms);
  if (!similar) return similar.error();
  out->similar = *std::move(similar);
  return out;
}

}  // namespace

Result<StatusAnswer> page_status(const living_store::LivingStore& store, std::string_view url,
                                 const StatusQuery& query) {
  StatusAnswer out;
  out.url = group::key_url(url);
  if (out.url.empty()) return invalid_argument("not an absolute URL: " + std::string(url));
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), query.market);
  if (!market) return market.error();
  auto pending = pending_update(view, out.url, *market, query);
  if (!pending) return pending.error();
  out.pending = *std::move(pending);
  StoredPairs pairs(store.settings(), *view.words);
  auto found = group_state::page_status(
      view.groups,
      {.key = out.url, .market = query.market, .now_ms = query.now_ms, .verify = query.verify},
      pairs, view.groups.rules());
  if (!found) return found.error();
  out.verdict = verdict_of(found->verdict);
  if (out.verdict == Verdict::kUnknown) return out;
  out.group = found->group;
  out.winner = found->winner;
  out.flags = found->flags;
  out.version = found->page.version;
  out.first_seen_ms = found->page.first_seen;
  out.last_seen_ms = found->page.last_seen;
  out.unchanged_since_ms = found->page.unchanged_since();
  if (query.now_ms != 0) {
    out.age_ms = found->age_ms;
    out.recheck_due = found->recheck_due;
  }
  out.failed = found->verification_failed;
  out.verified = query.verify && out.verdict == Verdict::kRemoved;
  out.http_status = found->http_status;
  if (out.verdict == Verdict::kRedirect) {
    out.chain = found->chain.steps;
    out.end = found->chain.end.circle ? "" : found->chain.end.page;
    out.permanent = found->permanent;
  }
  if (!found->proof) return out;
  auto named =
      ProofNamer(view, store.settings()).name(*found->proof, found->page.text, found->kept_text);
  if (!named) return named.error();
  out.kept = found->proof->kept;
  out.level = named->level;
  out.similarity = named->similarity;
  out.view = named->view;
  return out;
}

Result<std::vector<SimilarPage>> similar_pages(const living_store::LivingStore& store,
                                               std::string_view text, const SimilarQuery& query) {
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), query.market);
  if (!market) return market.error();
  if (!view.groups.neighbours()) return no_index();
  Record record;
  if (query.html) {
    record.kind = Kind::kHtml;
    record.payload = record.bytes = text;
  } else {
    record.text = text;
  }
  Arena arena;
  corpus::PageWordsReader reader(store.settings().view);
  const corpus::PageWords words = reader.of(record, arena);
  return similar_to(view, *market, words.text, query.limit, query.now_ms);
}

// --- groups ---

namespace {

GroupSummary summary_of(const StateView& state, group_state::Answers& answers, MarketId market,
                        GroupNumber group) {
  GroupSummary out{.name = state.group_name(group), .winner = answers.winner(market, group)};
  for (StoredTextId text : state.members(group)) {
    ++out.texts;
    out.pages += state.text_row(text).pages;
  }
  return out;
}

bool has_page_of(const StateView& state, GroupNumber group, std::string_view source) {
  for (StoredTextId text : state.members(group)) {
    for (const std::string& page : state.pages_of(text)) {
      if (group::site_of(page) == source) return true;
    }
  }
  return false;
}

// The pages of a group that redirect to one of its members, over any number of steps.
std::vector<std::string> redirects_to(const StateView& state, std::vector<std::string> pages) {
  std::set<std::string> seen(pages.begin(), pages.end());
  std::vector<std::string> out;
  while (!pages.empty()) {
    const std::string page = std::move(pages.back());
    pages.pop_back();
    for (std::string& from : state.redirecting_to(page)) {
      if (!seen.insert(from).second) continue;
      out.push_back(from);
      pages.push_back(std::move(from));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

Result<GroupNumber> find_group(const StateView& state, std::string_view name_or_url) {
  if (GroupNumber group = state.resolve(name_or_url); group != 0) return group;
  const std::string key = group::key_url(name_or_url);
  group_state::Answers answers(state);
  if (!key.empty()) {
    const PageRow& row = state.page(key);
    if (GroupNumber group = state.resolve(answers.group_name(key, row)); group != 0) return group;
  }
  if (!state.rows().status().ok()) return state.rows().status();
  return not_found("no group has this name or this page: " + std::string(name_or_url));
}

// Texts with several pages are groups as well: their pages are duplicates by their words.
template <typename OnGroup>
Status for_each_group(const living_store::StoreView& view, OnGroup on_group) {
  auto at = view.groups.rows()->seek("g", store::prefix_end("g"));
  for (; at->valid(); at->next()) on_group(group_state::number_at_end(at->key(), 8));
  if (!at->status().ok()) return at->status();
  auto texts = view.groups.rows()->seek("t", store::prefix_end("t"));
  for (; texts->valid(); texts->next()) {
    const auto row = group_state::TextRow::decode(texts->value());
    const StoredTextId text{group_state::number_at_end(texts->key(), 8)};
    if (row && row->group == 0 && row->pages > 1) on_group(group_state::lone_group(text));
  }
  return texts->status();
}

}  // namespace

Result<std::vector<GroupSummary>> list_groups(const living_store::LivingStore& store,
                                              const GroupQuery& query) {
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), query.market);
  if (!market) return market.error();
  struct Sized {
    uint64_t pages = 0;
    GroupNumber group = 0;
  };
  std::vector<Sized> all;
  Status read;
  Status scanned = for_each_group(view, [&](GroupNumber group) {
    const StateView state = view.groups.view();
    Sized sized{0, group};
    const bool wanted = query.source.empty() || has_page_of(state, group, query.source);
    for (StoredTextId text : state.members(group)) sized.pages += state.text_row(text).pages;
    if (wanted) all.push_back(sized);
    if (read.ok()) read = state.rows().status();
  });
  if (!scanned.ok()) return scanned;
  if (!read.ok()) return read;
  std::sort(all.begin(), all.end(), [](const Sized& a, const Sized& b) {
    return a.pages != b.pages ? a.pages > b.pages : a.group < b.group;
  });
  if (query.largest > 0 && all.size() > query.largest) all.resize(query.largest);
  std::vector<GroupSummary> out;
  for (const Sized& sized : all) {
    const StateView state = view.groups.view();
    group_state::Answers answers(state);
    out.push_back(summary_of(state, answers, *market, sized.group));
    if (!state.rows().status().ok()) return state.rows().status();
  }
  return out;
}

Result<GroupAnswer> group_answer(const living_store::LivingStore& store,
                                 std::string_view name_or_url, std::string_view market_name,
                                 int64_t now_ms) {
  const living_store::StoreView view = store.view();
  auto market = market_of(view.groups.rules(), market_name);
  if (!market) return market.error();
  const StateView state = view.groups.view();
  auto group = find_group(state, name_or_url);
  if (!group) return group.error();
  group_state::Answers answers(state);
  ProofNamer namer(view, store.settings());
  StoredPairs pairs(store.settings(), *view.words);
  GroupAnswer out{.group = summary_of(state, answers, *market, *group)};
  std::vector<std::string> pages;
  for (StoredTextId text : state.members(*group)) {
    for (std::string& page : state.pages_of(text)) {
      GroupMember member{.url = page};
      const PageRow& row = state.page(page);
      auto proof = answers.removal_proof(*market, page, row);
      const StoredTextId kept_text = proof ? state.page(proof->kept).text : StoredTextId();
      if (Status s = verify_trusted(pairs, row.text, kept_text, proof); !s.ok()) return s;
      if (proof) {
        auto named = namer.name(*proof, row.text, kept_text);
        if (!named) return named.error();
        member = {.url = page,
                  .removed = true,
                  .kept = proof->kept,
                  .level = named->level,
                  .similarity = named->similarity,
                  .view = named->view};
      }
      member.seen = page_age(row, now_ms);
      member.flags.assign(row.flags.begin(), row.flags.end());
      out.members.push_back(std::move(member));
      pages.push_back(std::move(page));
    }
  }
  std::sort(out.members.begin(), out.members.end(),
            [&](const GroupMember& a, const GroupMember& b) {
              const bool a_wins = a.url == out.group.winner, b_wins = b.url == out.group.winner;
              return std::tuple(!a_wins, a.removed, a.url) < std::tuple(!b_wins, b.removed, b.url);
            });
  out.redirects = redirects_to(state, std::move(pages));
  if (!state.rows().status().ok()) return state.rows().status();
  return out;
}

}  // namespace doppel::store_queries
