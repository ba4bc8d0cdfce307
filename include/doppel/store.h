// A store of pages that come, change, redirect and die: its duplicate groups are always current.
//
//   auto store = Store::open("crawl.store");
//   store->submit({{.url = "https://example.org/a", .text = "..."}});      // one round, durable
//   auto answer = store->status("https://example.org/a", {.market = "uk"});
//   auto alike = store->similar("some text", {.limit = 10});
//   store->changes(1, [](const Change& change) { ...; return true; });
//
// Promise: what is kept and what is removed is a function of the present pages, the rules and the
// version. A store that lived through a year of changes keeps what a run of dedup() over its
// present pages keeps. When submit() has returned, its round is on stable storage.
//
// A page is the join of all its events: the newest version counts, whatever the order in which they
// arrive, and an event that is delivered again changes nothing. Times come from events only.
//
// Thread safety: one thread submits; meanwhile other threads may ask. A folder has one writer at a
// time; other processes may open it to read, and see the rounds that were complete when they
// opened it. Nothing here throws, and nothing prints.
// docs/guide/crawler.md shows its use, docs/design/storage_format.md what is in the folder.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/extract.h"
#include "doppel/predicate.h"
#include "doppel/read.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

enum class StoreMode : uint8_t {
  kSound,  // sound: every changed text is compared with all others
  kPaper,  // paper: the approximations of Zhu et al., WWW 2012 (docs/design/groups.md, section 7)
};
std::string_view name(StoreMode mode);
Result<StoreMode> parse_store_mode(std::string_view text);

struct StoreOptions {
  enum class Access : uint8_t {
    kRead,    // an existing store, beside a writer if there is one
    kWrite,   // an existing store, as its only writer
    kCreate,  // the same, but an absent store is created
  };
  Access access = Access::kCreate;
  // The rules. They are chosen when the store is created; when it is opened, a rule that is given
  // must be the store's.
  std::optional<Predicate> predicate = {};
  std::optional<std::string> markets = {};  // the content of a file of markets; see set_markets()
  std::optional<StoreMode> mode = {};
  std::optional<View> view = {};  // HTML: which words are compared; kAny if nothing is said
  // How many of the newest change events to keep; 0: all.
  uint64_t keep_events = 0;
  // Of blocks of the files; a writer uses a quarter more for texts that were compared lately.
  uint64_t cache_bytes = uint64_t{256} << 20;
  // The candidate index is needed to make rounds and for similar(). Whoever only asks other
  // questions, or stages a crawl, may do without it: the store opens faster.
  bool index = true;
};

// Something that happened to a page. The views must be valid during submit().
struct PageUpdate {
  enum class Kind : uint8_t {
    kPage,      // it was fetched: text, or html
    kRedirect,  // it redirects to `target`
    kDead,      // it answers 404 or 410, or has expired (http_status 0)
    kDelete,    // it is taken out of the store
    kTouch,     // it was seen unchanged
    kFlag,      // it gets a label, such as "spam"
    kReport,    // its removal could not be verified (StatusAnswer::failed)
  };

  Kind kind = Kind::kPage;
  std::string_view url;  // as fetched; pages are the same if the safe forms of their URLs are
  std::string_view text = {};
  std::string_view html = {};                      // instead of text
  std::string_view charset = {};                   // of html, if the server said it
  std::string_view main = {}, title = {};          // with text: its main content and its title
  uint64_t version = 1;                            // the highest counts
  int64_t time_ms = 0;                             // when it was seen, since 1970
  double score = -1;                               // negative if unknown
  std::string_view canonical = {};                 // with text: what it names as canonical
  std::map<std::string, std::string> fields = {};  // what markets may look at
  std::string_view target = {};
  bool permanent = true;
  uint16_t http_status = 0;
  std::string_view flag = {};
};
// page, redirect, dead, delete, touch, flag, report
std::string_view name(PageUpdate::Kind kind);

struct RejectedUpdate {
  size_t index = 0;  // of the update in its round
  // older_version, same_version, unknown_page, clock_backwards, no_url, bad_url, long_url,
  // bad_redirect, proof_holds
  std::string reason;
};

struct RoundReport {
  uint64_t round = 0;  // its number; that of the last one if nothing changed
  std::vector<RejectedUpdate> rejected;
  uint64_t new_texts = 0, removed_texts = 0;  // distinct texts that came and went
  uint64_t unchanged = 0;                     // updates whose page is as it was
  uint64_t events = 0;                        // change events
  uint64_t probes = 0, verifications = 0;
};

// The most updates of a round: more are refused (kInvalidArgument), because a round is written as
// one batch.
inline constexpr size_t kMostUpdatesOfARound = 100'000;

enum class Verdict : uint8_t {
  kUnknown,   // unknown: the store does not know the page
  kKept,      // kept
  kRemoved,   // removed: a duplicate of `kept`
  kRedirect,  // redirect: another name of the page where its redirects end
  kDead,      // dead
};
std::string_view name(Verdict verdict);

// How old what is known about a page is, as in StatusAnswer.
struct PageAge {
  int64_t last_seen_ms = 0, age_ms = 0;
  bool recheck_due = false;
};

struct SimilarPage {
  std::string url;  // the best page of a text
  bool equal_words = false;
  Similarity similarity;  // left is the text that was asked about
  View view = View::kMain;
  Verdict verdict = Verdict::kKept;
  PageAge seen = {};
};

struct StatusQuery {
  std::string_view market = "neutral";
  int64_t now_ms = 0;   // for ages; 0: ages are not told
  bool verify = false;  // count the similarity again on the stored texts
  // Look through this staged crawl, too: StatusAnswer::pending. Needs the candidate index.
  // kNotFound if the store has no collection of this name, kAlreadyExists if it was committed.
  std::string_view collection = {};
};

// The newest update of a page that waits in a staged crawl.
struct PendingUpdate {
  PageUpdate::Kind kind = PageUpdate::Kind::kPage;  // kPage, kRedirect, kDead or kDelete
  uint64_t version = 0;
  int64_t time_ms = 0;
  std::string target;  // a redirect: the key URL that it leads to
  bool permanent = true;
  uint16_t http_status = 0;  // a dead page
  // A page: what resembles its new text in the store as it is now, as similar() says. Its own
  // present text may be among them; other pages of the staged crawl are not.
  std::vector<SimilarPage> similar;
};

struct StatusAnswer {
  std::string url;  // the key URL
  Verdict verdict = Verdict::kUnknown;
  // A removed page: the page kept instead, and the proof.
  std::string kept;
  Level level = Level::kNear;
  Similarity similarity;  // near: left is the removed page
  View view = View::kMain;
  bool verified = false;  // the proof was recomputed for this answer
  bool failed = false;    // and did not hold; then the page counts as kept
  // A redirect: its steps, beginning with the page itself; the end is the page it leads to, empty
  // in a circle.
  std::vector<std::string> chain;
  std::string end;
  bool permanent = false;
  uint16_t http_status = 0;   // a dead page; 0: expired
  std::string group, winner;  // the group's name, and its best live page in the market
  std::vector<std::string> flags;
  uint64_t version = 0;
  int64_t first_seen_ms = 0, last_seen_ms = 0;
  int64_t unchanged_since_ms = 0;  // when what it is now was first seen
  int64_t age_ms = 0;              // since it was last seen
  // It was not seen for as long as it had stayed the same when it was last seen, a day to four
  // weeks; for a week, if it was seen only once. An expired page is never due.
  bool recheck_due = false;
  // What takes the place of this page when StatusQuery::collection is committed; all that is above
  // tells what the store says until then. Nothing: no staged update is newer than what it has.
  std::optional<PendingUpdate> pending;
};

struct SimilarQuery {
  bool html = false;  // the text is a page of HTML
  std::string_view market = "neutral";
  size_t limit = 10;
  int64_t now_ms = 0;  // for ages; 0: ages are not told
};

struct GroupSummary {
  std::string name, winner;
  uint64_t texts = 0, pages = 0;
};

struct GroupMember {
  std::string url;
  bool removed = false;
  std::string kept = {};
  Level level = Level::kNear;
  Similarity similarity = {};
  View view = View::kMain;
  PageAge seen = {};
  std::vector<std::string> flags = {};
};

struct GroupAnswer {
  GroupSummary group;
  std::vector<GroupMember> members;    // live pages, the winner first
  std::vector<std::string> redirects;  // pages whose redirects end in the group
};

struct GroupQuery {
  std::string_view market = "neutral";
  uint64_t largest = 20;         // how many groups, the largest first; 0: all
  std::string_view source = {};  // only groups with a page of this registrable domain
};

// What a change of the markets does to one of them.
struct MarketChange {
  enum class Kind : uint8_t {
    kUnchanged,  // unchanged: the same name and the same rules
    kChanged,    // changed: the same name and other rules
    kAdded,      // added: its winners and verdicts are compared with those of the neutral market
    kRemoved,    // removed
  };

  std::string name;
  Kind kind = Kind::kUnchanged;
  uint64_t winners = 0;      // groups that get another winner
  uint64_t now_removed = 0;  // pages that are removed and were kept
  uint64_t now_kept = 0;     // pages that are kept and were removed
  uint64_t other_proof = 0;  // pages that are removed for another page, or by another proof
};
std::string_view name(MarketChange::Kind kind);

struct MarketsReport {
  std::vector<MarketChange> markets;  // those of the file, then those that are removed
  // Fields that the new rules read and the old ones did not: pages have them when they are
  // submitted again.
  std::vector<std::string> new_fields;
  uint64_t round = 0;  // of the change; of a preview, the last one
  // A preview only: more than 512 texts of the store share a part of their signatures. Which of
  // them are compared with all others depends on the markets, and the preview does not follow that.
  bool hot_buckets = false;
};

// A winner or a verdict that other markets move.
struct MarketMove {
  enum class Kind : uint8_t {
    kWinner,   // winner: `group` gets the winner `is` instead of `was`
    kRemoved,  // removed: `page` is removed for `is`; it was removed for `was`, or kept if that is
               // ""
    kKept,     // kept: `page` is kept; it was removed for `was`
  };
  Kind kind = Kind::kWinner;
  std::string market, group, page, was, is;
};

// One change of a group, a winner or a verdict. Numbers run from 1 without a gap.
struct Change {
  uint64_t number = 0, round = 0;
  std::string_view kind;  // left merged split joined died redirected restored removed
                          // winner_changed flagged market_removed market_added
  std::string page, group, other, market;
  Level level = Level::kNear;
  Similarity similarity;
  View view = View::kMain;
  uint16_t http_status = 0;
  bool permanent = false;
};

struct FamilyBytes {
  std::string name;
  uint64_t bytes = 0;
};

struct StoreStats {
  uint64_t round = 0, events = 0;
  uint64_t pages = 0;  // live
  uint64_t redirects = 0, dead = 0;
  uint64_t texts = 0, groups = 0;                         // distinct; of two or more texts
  std::vector<std::pair<std::string, uint64_t>> removed;  // pages, by market
  // Pages of groups of two or more texts that are not the winner, and those of them whose text does
  // not satisfy the predicate with the winner's: two pages of a group need not resemble each other
  // if a third resembles both.
  struct Members {
    std::string market;
    uint64_t pages = 0, unlike_winner = 0;
  };
  std::vector<Members> members;
  uint64_t stale_groups = 0;
  std::vector<FamilyBytes> disk;
  uint64_t index_bytes = 0, bitmap_bytes = 0;  // in memory; 0 without an index
  // Recall of pairs, from texts drawn at random and compared with all others; nullopt if no text
  // was drawn or no pair found.
  std::optional<double> recall;
  uint64_t sampled_pairs = 0, found_pairs = 0;
};

struct StoreCheck {
  uint64_t pages = 0, certificates = 0;
  std::vector<std::string> faults;
  std::string digest;
};

struct ExpiryReport {
  uint64_t pages = 0;  // pages and redirects that were there
  uint64_t expired = 0;
  uint64_t round = 0;  // the last one
};

struct RepairReport {
  uint64_t certificates = 0, failed = 0;  // recomputed; that do not hold
  uint64_t reported = 0;                  // groups with reports
  uint64_t repaired = 0, walked = 0;      // groups decided afresh; large ones that had waited
  uint64_t events = 0;
  uint64_t round = 0;  // the last one
};

// A crawl that is staged: its updates are stored, and change nothing that the store says before
// they are committed.
struct Collection {
  std::string name;
  bool committed = false;  // then its updates are erased, and only the name is remembered
  uint64_t updates = 0;    // staged in all
  uint64_t waiting = 0;    // of these, not yet in a round
  uint64_t pages = 0;      // that they are about
  uint64_t bytes = 0;      // of what was staged, compressed
  int64_t first_ms = 0, last_ms = 0;  // the times of its earliest and its latest update
  // The first and the last round that was made of it; 0 if there is none.
  uint64_t first_round = 0, last_round = 0;
};

// kInvalidArgument for a name that is not made of 1 to 64 letters, digits, dots, hyphens and
// underscores, the first a letter or a digit: no collection can have it.
Status check_collection_name(std::string_view name);

struct StageReport {
  std::vector<RejectedUpdate> rejected;  // no_url, bad_url, long_url, bad_redirect
  Collection collection;                 // as it is now
};

struct CommitOptions {
  uint64_t round_pages = 10'000;
  uint64_t round_bytes = uint64_t{256} << 20;  // of texts
};

struct CommitReport {
  uint64_t updates = 0;  // that this call has made rounds of
  uint64_t accepted = 0, unchanged = 0, new_texts = 0;
  std::map<std::string, uint64_t> rejected;  // by reason
  std::vector<std::string> first_rejected;   // for people
  Collection collection;                     // as it is now
};

struct IngestOptions {
  // Stage what is read in the collection of this name instead of submitting it.
  std::string collection = {};
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;
  uint64_t round_pages = 10'000;
  uint64_t round_bytes = uint64_t{256} << 20;
  double round_seconds = 10;  // a round is not delayed any longer
};

struct IngestReport {
  uint64_t records = 0;  // read by this call
  uint64_t skipped = 0;  // read by an earlier call
  uint64_t accepted = 0, unchanged = 0;
  uint64_t passed = 0;                       // not pages: requests, images, errors
  std::map<std::string, uint64_t> rejected;  // by reason
  std::vector<std::string> first_rejected;   // for people
  std::vector<std::string> warnings;
  uint64_t rounds = 0, new_texts = 0, bytes = 0;
  Collection collection;  // with IngestOptions::collection: as it is now; nothing else has changed
};

class Store {
 public:
  // kNotFound if there is no store; kUnavailable if another process writes to it; kInvalidArgument
  // if a rule in the options is not the store's; kCorrupt with the damaged file.
  static Result<Store> open(const std::string& folder, const StoreOptions& options = {});
  // Is this folder a store, whole or not?
  static bool exists(const std::string& folder);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // Applies the updates as one round and waits until it is on stable storage. Broken updates are
  // rejected and counted; an error means that nothing was applied. After kIo the store must be
  // opened again.
  Result<RoundReport> submit(std::span<const PageUpdate> updates);

  // Reads the inputs (files, globs, folders, "-") and submits what they say about pages, in rounds.
  // How far each input was read is part of its round: after a crash the same call goes on there. An
  // input that was read to its end and has not changed is skipped.
  Result<IngestReport> ingest(const std::vector<std::string>& inputs,
                              const IngestOptions& options = {}, const ProgressFn& progress = {});

  // Stages updates in the collection of this name, in one write, and begins it if there is none.
  // They are durable, but the store says what it said before. Versions are compared when they are
  // committed. kInvalidArgument for a name that no collection can have, kAlreadyExists if it was
  // committed.
  Result<StageReport> stage(std::string_view collection, std::span<const PageUpdate> updates);
  // Those that are staged, and those that were committed; by name.
  Result<std::vector<Collection>> collections() const;
  // Submits all that is staged in the collection, in rounds, in the order in which it was staged.
  // The store becomes what it would be if the updates were submitted now. How far it has come is
  // part of each round: after a crash the same call goes on there. kNotFound for an unknown name,
  // kAlreadyExists if all of it was committed before.
  Result<CommitReport> commit_collection(std::string_view name, const CommitOptions& options = {},
                                         const ProgressFn& progress = {});
  // Drops what is staged in the collection, at once and for good, and forgets its name. Rounds that
  // were made of it stay. Returns what it was. kNotFound for an unknown name, kAlreadyExists if all
  // of it was committed.
  Result<Collection> cancel_collection(std::string_view name);

  // Pages and redirects that were last seen before this time are dead from now on, with the HTTP
  // status 0; the next fetch brings them back. In rounds of a few thousand: whoever is interrupted
  // calls again.
  Result<ExpiryReport> expire(int64_t before_ms, const ProgressFn& progress = {});

  // Recomputes every certificate, and decides afresh the groups in which one does not hold or was
  // reported; groups that wait for a walk are walked. In rounds of a few thousand texts.
  Result<RepairReport> repair(const ProgressFn& progress = {});

  // Which winners and verdicts would move with the markets of this file? Nothing is written. For
  // the thread that submits; a reader needs the index.
  Result<MarketsReport> preview_markets(
      std::string_view file, const std::function<Status(const MarketMove&)>& on_move) const;
  // Exchanges the markets of the store. It becomes what a store is that was created with them;
  // markets that stay the same are not decided again. Others may ask meanwhile: they see the old
  // markets until all new ones are there. A store that is killed has the old ones or the new ones.
  // kInvalidArgument for a file that is not one of markets.
  Result<MarketsReport> set_markets(std::string_view file, const ProgressFn& progress = {});

  Result<StatusAnswer> status(std::string_view url, const StatusQuery& query = {}) const;
  // What resembles this text, the most similar first? Nothing is added to the store.
  Result<std::vector<SimilarPage>> similar(std::string_view text,
                                           const SimilarQuery& query = {}) const;
  Result<std::vector<GroupSummary>> groups(const GroupQuery& query = {}) const;
  // The group of that name, or of that page. kNotFound if there is none.
  Result<GroupAnswer> group(std::string_view name_or_url, std::string_view market = "neutral",
                            int64_t now_ms = 0) const;
  // Calls back for the events from number `since` on, until the callback returns false. Returns the
  // number to go on with. kNotFound if some of these were dropped (keep_events): then start again
  // from an export.
  Result<uint64_t> changes(uint64_t since,
                           const std::function<bool(const Change&)>& on_change) const;

  // The live pages as lines of JSON that dedup() and ingest() read: URL, text or views, score,
  // canonical, time.
  Status export_pages(const std::function<Status(std::string_view line)>& write) const;
  // The pages of a market that are kept, or those that are removed with what is kept instead.
  enum class ExportList : uint8_t { kKept, kRemoved };
  Status export_list(ExportList list, std::string_view market,
                     const std::function<Status(std::string_view line)>& write) const;

  // The pages whose recheck is due at a time, by URL: what becomes of each in a market, when it was
  // last seen, since when it is unchanged, and since when it is due.
  Status export_recheck(std::string_view market, int64_t now_ms,
                        const std::function<Status(std::string_view line)>& write) const;

  // 64 hexadecimal digits: a digest of all live pages and what becomes of them in a market. dedup()
  // over export_pages() has the same DedupSummary::digest in the market "neutral".
  Result<std::string> digest(std::string_view market = "neutral") const;
  // Recomputes every certificate and every invariant. Cost: the whole store.
  Result<StoreCheck> check(const ProgressFn& progress = {}) const;
  Result<StoreStats> stats(size_t recall_sample = 0) const;

  const Predicate& predicate() const;
  // "neutral", and those of its file of markets.
  std::vector<std::string> markets() const;
  // The file that describes its markets, in canonical form.
  std::string market_rules() const;
  View view() const;
  uint64_t round() const;

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace doppel
