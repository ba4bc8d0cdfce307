// Removing duplicates, once: from texts in memory, or from files.
//
// Promise: every removal names the page kept instead and the proof. The kept set is the
// lexicographically first maximal independent set of the pair graph in winner order: a text is
// removed if and only if an earlier kept text satisfies the predicate with it. It depends on the
// pages, the rules and the version, not on threads or batches.
//
// Pairs are found among the texts that share a band of their sketches (`lsh`), which misses a pair
// at the threshold once in some hundred times and a closer one less often; every pair that is found
// is counted exactly. `exact` misses none, with more memory and time. `scan` compares every two
// texts of fitting lengths: the check of the others, for some 50,000 texts.
//
// Cost: linear in the text for `lsh`, quadratic in the texts for `scan`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doppel/predicate.h"
#include "doppel/read.h"
#include "doppel/status.h"
#include "doppel/types.h"

namespace doppel {

enum class Preset : uint8_t {
  kWeb,    // word, k 5, 4/5
  kShort,  // word, k 2, 7/10: titles, messages
  kPaper,  // word, k 5, 4/5, padding always
};
Predicate predicate_of(Preset preset);

// The proof of a removal. Numbers are the order of add(), from 0.
struct Certificate {
  uint64_t removed = 0;
  uint64_t kept = 0;
  Level level = Level::kNear;
  Similarity similarity;  // left = removed
  uint64_t group = 0;     // 1, 2, ... by first page

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

// What a page would be removed for.
struct Removal {
  uint64_t kept = 0;  // the number of the page that is kept instead
  Level level = Level::kNear;
  Similarity similarity;  // left = removed

  friend bool operator==(const Removal&, const Removal&) = default;
};

// What the winner order looks at. Preferred first: higher score bucket floor(log2(1 + score)),
// missing or not a finite number >= 0 last; named as canonical by some page of the same site
// (registrable domain, or host where there is none); https; no '?' in the URL; shorter URL; seen
// earlier; URL bytes; order of add().
inline constexpr int64_t kNeverSeen = INT64_MAX;
struct PageFacts {
  std::string_view url = {};           // as fetched
  double score = -1;                   // negative: missing
  std::string_view canonical = {};     // what its rel=canonical says, resolved against the URL
  int64_t first_seen_ms = kNeverSeen;  // since 1970; kNeverSeen: not known, after all times
};

// How pairs are found.
enum class Strategy : uint8_t {
  kLsh,    // texts that share a band of their sketches; thresholds from 3/10
  kExact,  // texts that share a rare shingle: every pair is found
  kScan,   // every two texts whose lengths allow a pair: the check of the others
};
std::string_view name(Strategy strategy);

// What any run is told, over pages or over files.
struct RunOptions {
  Predicate predicate = {};
  Strategy strategy = Strategy::kLsh;
  // How many threads work at most; 0: as many as the machine has. They are started for the run,
  // unless an executor lends them: then the calling thread works as well, and is one of them.
  uint32_t threads = 0;
  Executor executor = {};
  // What the run may hold in memory; more goes to disk. 0: three quarters of what the machine has.
  uint64_t memory_bytes = 0;
};

// Pages that the caller hands over one by one. Not thread-safe.
//
// Nothing here throws. The first thing that fails in add() is reported by every later
// would_remove() and finish(): kInvalidArgument for what cannot be carried out (a measure other
// than kJaccard, a threshold too low for the strategy, a text of more than kMaxRecordBytes, more
// than 2^31 - 1 distinct texts) and kIo for memory or disk space that ran out.
//
// Texts are copied. Above half of memory_bytes they go to a file in the system's temporary folder
// (TMPDIR); what finish() needs follows when it does not fit either. What stays in memory in any
// case is some hundred bytes for each page, and its URL. Threads are used by finish() only.
class Deduplicator {
 public:
  explicit Deduplicator(const RunOptions& options = {}) noexcept;
  ~Deduplicator();
  Deduplicator(Deduplicator&&) noexcept;
  Deduplicator& operator=(Deduplicator&&) noexcept;

  // Returns the page's number, also when something has failed.
  uint64_t add(std::string_view text, const PageFacts& facts = {}) noexcept;
  // Would this page be removed, if it were added now and finish() were called? The answer is the
  // certificate that finish() would give it; nothing means that it would be kept, which includes
  // that it would be preferred to pages added before and make them be removed. Nothing is added,
  // and finish() gives the same whether or not questions were asked.
  //
  // Later pages may change the answer: one that is preferred to the kept page, for example.
  //
  // Cost: the first question after some pages were added reads and signs their texts, about as much
  // work as finish() has with them; a question itself takes some ten microseconds with `lsh`, more
  // in a bucket of many texts, and is linear in the texts with `scan`. Memory, from the first
  // question until finish(), beside memory_bytes: about 350 bytes for each distinct text with
  // `lsh`, and 50 for each address once a page names a canonical one.
  //
  // A text that is too large, or storage that cannot be read, is an error of this question alone.
  Result<std::optional<Removal>> would_remove(std::string_view text,
                                              const PageFacts& facts = {}) noexcept;
  // The removals, in the order of their pages. Call once, last. Progress is as for dedup(), of the
  // phases "sign" and "compare".
  Result<std::vector<Certificate>> finish(const ProgressFn& progress = {}) noexcept;

 private:
  struct Pages;
  std::unique_ptr<Pages> pages_;  // nothing: see failure_, or finished
  Status failure_;                // the first
  uint64_t added_ = 0;
};

// Of a run over files.
struct DedupOptions : RunOptions {
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;
  View view = View::kMain;     // of HTML: which words are compared
  bool check_digests = false;  // of archives: reject records that are not what their digest says
  bool drop_near = false;      // of archives: omit what is no exact copy, instead of a note
  // Of archives: CDXJ indexes of earlier ones. A payload whose digest stands there is written as a
  // revisit of that capture; it changes nothing of what is kept.
  std::vector<std::string> earlier_indexes;
};

struct Books {
  uint64_t read = 0, kept = 0, removed = 0, rejected = 0;
  bool balance() const { return read == kept + removed + rejected; }

  friend bool operator==(const Books&, const Books&) = default;
};

// What became of the records of archives.
struct WrittenBooks {
  uint64_t passed = 0;                   // no pages: copied
  uint64_t full = 0;                     // pages copied as they are
  uint64_t revisits = 0;                 // removed: replaced by a reference to the same payload
  uint64_t noted = 0;                    // removed: copied, with a note of what they resemble
  uint64_t dropped = 0;                  // removed: not written
  uint64_t known = 0;                    // kept, as a revisit of what an earlier archive holds
  uint64_t bytes_in = 0, bytes_out = 0;  // of the files

  friend bool operator==(const WrittenBooks&, const WrittenBooks&) = default;
};

struct InputBooks {
  std::string input;   // the path as given or expanded
  std::string output;  // its kept records, relative to the output folder
  Books records;
};

struct SourceBooks {
  std::string
      source;  // the registrable domain of the pages' URLs; for records without one, their input
  Books records;
};

// The share of the pairs that a run found, measured on pairs drawn at random; 1 for the strategies
// that miss none.
struct Recall {
  uint64_t drawn = 0;
  uint64_t found = 0;  // of them
  double estimate = 1;
  double low = 1, high = 1;  // the interval that holds the true share 19 times of 20
};

// What was compared to find the pairs.
struct Comparisons {
  uint64_t candidates = 0;            // pairs of texts that were looked at; not counted by `scan`
  uint64_t tested = 0;                // of them, not ruled out by sizes or bitmaps
  uint64_t hot_buckets = 0;           // buckets of so many texts that not every two were looked at
  std::optional<Recall> recall = {};  // nothing: no pair was drawn
};

// How a run used memory, as it was planned before it began. It changes no answer.
struct MemoryUse {
  uint64_t limit = 0;  // bytes
  uint64_t need = 0;   // about, with everything in memory
  uint64_t least = 0;  // about, with everything on disk that can be; may be more than the limit
  bool texts_on_disk = false;
  bool keys_on_disk = false;
  bool tables_on_disk = false;
};

struct DedupSummary {
  Books records;
  std::optional<WrittenBooks> written;  // when an input is an archive
  std::vector<InputBooks> inputs;
  std::vector<SourceBooks> sources;  // in byte order of the name
  uint64_t texts = 0;                // distinct
  uint64_t groups = 0;               // of two or more pages
  uint64_t thin = 0;                 // pages with too little text for their size
  Comparisons comparisons;
  MemoryUse memory;                               // not in summary.json: it depends on the machine
  std::array<uint64_t, 4> removed_by_level = {};  // index: Level
  std::array<uint64_t, 8> rejected_by_reason = {};  // index: Reject
  uint64_t bytes = 0;                               // uncompressed bytes read
  double seconds = 0;
  std::vector<std::string> warnings;
  std::vector<std::string> first_rejected;  // some of them, for people: place, reason, detail
  std::string json;                         // what summary.json holds
};

// Reads the inputs (files, globs, folders, "-"), writes output_dir: the kept records under the
// names of their inputs, duplicates.jsonl, groups.jsonl, rejected.jsonl, summary.json. All of it
// appears at once, by a rename at the end; output_dir must not exist or be empty.
Result<DedupSummary> dedup(const std::vector<std::string>& inputs, const std::string& output_dir,
                           const DedupOptions& options = {}, const ProgressFn& progress = {});

struct CheckOptions {
  bool deep = false;   // count every certificate on the words themselves, not only a sample
  bool rerun = false;  // decide afresh and compare: is the folder what a run gives?
};

struct CheckReport {
  uint64_t certificates = 0;        // recomputed
  uint64_t counted_on_words = 0;    // of them, without any hash
  std::vector<std::string> faults;  // empty: everything holds
};

// Recomputes every proof, the kept files, the lists and the books of a folder that dedup() wrote,
// from the inputs it names. What does not hold is a fault; what cannot be read is an error. Time
// and memory are linear in the inputs and the folder, whoever wrote it; a rerun takes what dedup()
// takes.
Result<CheckReport> check(const std::string& output_dir, const CheckOptions& options = {},
                          const ProgressFn& progress = {});

}  // namespace doppel
