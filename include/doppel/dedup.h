// Removes duplicates from texts in memory or from files.
//
// Promise: every removal names the page kept instead and has a certificate. The kept set is the
// lexicographically first maximal independent set of the pair graph in winner order: a text is
// removed if and only if an earlier kept text satisfies the predicate with it. It depends on the
// pages, the rules and the version, not on threads or batches.
//
// `lsh` looks for pairs among the texts that share a band of their sketches. It misses about one in
// several hundred pairs at the threshold, and fewer of the closer ones; each pair that it finds is
// counted exactly. `exact` finds every pair, with more memory and time. `scan` compares every two
// texts whose lengths allow a pair; it serves to check the others on up to some 50,000 texts.
//
// Cost: linear in the text for `lsh`, quadratic in the number of texts for `scan`.
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
  kShort,  // word, k 2, 7/10: for titles and messages
  kPaper,  // word, k 5, 4/5, padding always
};
Predicate predicate_of(Preset preset);

// The proof of a removal. Pages are numbered from 0 in the order of add().
struct Certificate {
  uint64_t removed = 0;
  uint64_t kept = 0;
  Level level = Level::kNear;
  Similarity similarity;  // the removed page is on the left
  uint64_t group = 0;     // 1, 2, ... in the order of their first pages

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

// What a page would be removed for.
struct Removal {
  uint64_t kept = 0;  // the number of the page that is kept instead
  Level level = Level::kNear;
  Similarity similarity;  // left = removed

  friend bool operator==(const Removal&, const Removal&) = default;
};

// What the winner order depends on. The first difference decides: the higher score bucket
// floor(log2(1 + score)), with missing or invalid scores last; named as canonical by a page of the
// same site (registrable domain, or host if there is none); https; no '?' in the URL; the shorter
// URL; seen earlier; the bytes of the URL; the order of add().
inline constexpr int64_t kNeverSeen = INT64_MAX;
struct PageFacts {
  std::string_view url = {};           // as fetched
  double score = -1;                   // negative if missing
  std::string_view canonical = {};     // the target of its rel=canonical, resolved against the URL
  int64_t first_seen_ms = kNeverSeen;  // since 1970; kNeverSeen if unknown, after all other times
};

// How to find pairs.
enum class Strategy : uint8_t {
  kLsh,    // among texts that share a band of their sketches; thresholds from 3/10
  kExact,  // among texts that share a rare shingle; finds every pair
  kScan,   // among every two texts whose lengths allow a pair; checks the others
};
std::string_view name(Strategy strategy);

// What to prefer before the winner order, which decides where this ties.
enum class Keep : uint8_t {
  kDefault,  // nothing: the winner order alone
  // The page whose text has more words: of a page and a longer one that contains it, the longer.
  // Counted are the words that are compared; of an HTML page in View::kAny those of its full text.
  kLongest,
};
std::string_view name(Keep keep);
// "longest"; kDefault is chosen by saying nothing. kInvalidArgument names the choices.
Result<Keep> parse_keep(std::string_view text);

// The options of every run, over pages in memory or over files.
struct RunOptions {
  Predicate predicate = {};
  Strategy strategy = Strategy::kLsh;
  // The largest number of threads; 0 means one for each core. They are started for the run, unless
  // an executor lends them; then the calling thread works, too, and is one of them.
  uint32_t threads = 0;
  Executor executor = {};
  // A page with more windows than this that the kept page lacks is not removed for it. The groups
  // are the same with any limit.
  uint64_t max_own_windows = UINT64_MAX;
  Keep keep = Keep::kDefault;
  // The memory that the run may use; the rest goes to disk. 0: three quarters of the machine's.
  uint64_t memory_bytes = 0;
};

// Removes duplicates among pages that the caller adds one by one. Not thread-safe.
//
// Nothing here throws. Every later would_remove() and finish() reports the first failure of add():
// kInvalidArgument for what is not possible (a measure other than kJaccard, a threshold too low for
// the strategy, a text of more than kMaxRecordBytes, more than 2^31 - 1 distinct texts), and kIo if
// memory or disk space ran out.
//
// Texts are copied. Above half of memory_bytes they go to a file in the system's temporary folder
// (TMPDIR), and so does what finish() needs if it does not fit. About a hundred bytes for each
// page, and its URL, always stay in memory. Only finish() uses threads.
class Deduplicator {
 public:
  explicit Deduplicator(const RunOptions& options = {}) noexcept;
  ~Deduplicator();
  Deduplicator(Deduplicator&&) noexcept;
  Deduplicator& operator=(Deduplicator&&) noexcept;

  // Returns the number of the page, even after a failure.
  uint64_t add(std::string_view text, const PageFacts& facts = {}) noexcept;
  // Would this page be removed, if it were added now and finish() were called? The answer is the
  // certificate that finish() would give it; nothing means that it would be kept, which includes
  // that it would be preferred to pages added before and make them be removed. Nothing is added,
  // and finish() gives the same whether or not questions were asked.
  //
  // Later pages may change the answer: one that is preferred to the kept page, for example.
  //
  // Cost: the first question after some pages were added reads and signs their texts, about as much
  // work as finish() has with them. A question itself takes 8 to 18 microseconds with `lsh` among
  // 200,000 texts, more in a bucket of many texts, and is linear in the texts with `scan`. Memory,
  // from the first question until finish() and in addition to memory_bytes: for each distinct text
  // about 350 bytes with `lsh` and 620 with `exact` (texts of 100 words; longer ones take more),
  // and 50 for each address once a page names a canonical one.
  //
  // A text that is too large, or storage that cannot be read, is an error of this question alone.
  Result<std::optional<Removal>> would_remove(std::string_view text,
                                              const PageFacts& facts = {}) noexcept;
  // Returns the removals in the order of their pages. Call it once, at the end. It reports progress
  // like dedup(), with the phases "sign" and "compare".
  Result<std::vector<Certificate>> finish(const ProgressFn& progress = {}) noexcept;

 private:
  struct Pages;
  std::unique_ptr<Pages> pages_;  // null after a failure, or when finished
  Status failure_;                // the first
  uint64_t added_ = 0;
};

// The options of a run over files.
struct DedupOptions : RunOptions {
  FieldNames fields;
  uint64_t max_record_bytes = uint64_t{64} << 20;
  View view = View::kAny;      // HTML: which words are compared
  bool check_digests = false;  // archives: reject records that do not match their digest
  bool drop_near = false;      // archives: leave near-duplicates out instead of annotating them
  bool digest = false;         // compute DedupSummary::digest
  // Archives: CDXJ indexes of earlier archives. A payload whose digest they list is written as a
  // revisit of that capture. This does not change which pages are kept.
  std::vector<std::string> earlier_indexes;
};

struct RecordCounts {
  uint64_t read = 0, kept = 0, removed = 0, rejected = 0;
  bool balance() const { return read == kept + removed + rejected; }

  friend bool operator==(const RecordCounts&, const RecordCounts&) = default;
};

// What happened to the records of archives.
struct ArchiveCounts {
  uint64_t non_pages = 0;                // records that are not pages; copied
  uint64_t full = 0;                     // pages that were copied unchanged
  uint64_t revisits = 0;                 // removed and replaced by a reference to the same payload
  uint64_t noted = 0;                    // removed, but copied with a note of what they resemble
  uint64_t dropped = 0;                  // removed and not written
  uint64_t known = 0;                    // kept, as a revisit of a capture in an earlier archive
  uint64_t bytes_in = 0, bytes_out = 0;  // of the files

  friend bool operator==(const ArchiveCounts&, const ArchiveCounts&) = default;
};

struct InputCounts {
  std::string input;   // the path as given or expanded
  std::string output;  // the file of its kept records, relative to the output folder
  RecordCounts records;
};

struct SourceCounts {
  std::string source;  // the registrable domain of the URLs, or the input of records without one
  RecordCounts records;
};

// The share of all pairs that a run found, measured on a random sample of pairs; 1 for strategies
// that find every pair.
struct Recall {
  uint64_t drawn = 0;
  uint64_t found = 0;  // of the drawn pairs
  double estimate = 1;
  double low = 1, high = 1;  // a 95 % confidence interval
};

// How many comparisons it took to find the pairs.
struct Comparisons {
  uint64_t candidates = 0;   // pairs of texts that were considered; not counted by `scan`
  uint64_t tested = 0;       // of these, not ruled out by sizes or bitmaps
  uint64_t hot_buckets = 0;  // buckets too large to consider every two of their texts
  std::optional<Recall> recall =
      {};  // nullopt if no pair was drawn; of HTML pages, by main content
  std::optional<Recall> full_recall = {};  // by full text, where pages have both (View::kAny)
};

// How a run uses memory, as planned before it starts. It does not change the answer.
struct MemoryUse {
  uint64_t limit = 0;  // bytes
  uint64_t need = 0;   // about, with everything in memory
  uint64_t least = 0;  // about, with as much as possible on disk; may exceed the limit
  bool texts_on_disk = false;
  bool keys_on_disk = false;
  bool tables_on_disk = false;
};

// Removed pages are counted in classes, by the number of windows that only the removed page has.
inline constexpr std::array<std::string_view, 5> kOwnWindowsClasses = {"0", "1-9", "10-99",
                                                                       "100-999", "1000+"};
constexpr size_t own_windows_class(uint64_t own_windows) {
  size_t out = 0;
  for (uint64_t least = 1; out + 1 < kOwnWindowsClasses.size() && own_windows >= least;
       least *= 10) {
    ++out;
  }
  return out;
}

struct DedupSummary {
  RecordCounts records;
  std::optional<ArchiveCounts> written;  // if an input is an archive
  std::vector<InputCounts> inputs;
  std::vector<SourceCounts> sources;  // in byte order of the name
  uint64_t texts = 0;                 // distinct
  uint64_t groups = 0;                // of two or more pages
  uint64_t thin = 0;                  // pages with too little text for their size
  Comparisons comparisons;
  MemoryUse memory;                               // not in summary.json: it depends on the machine
  std::array<uint64_t, 4> removed_by_level = {};  // index: Level
  // By the windows that only the removed page has: what is lost with it.
  std::array<uint64_t, 5> removed_by_own_windows = {};  // index: own_windows_class()
  std::array<uint64_t, 8> rejected_by_reason = {};      // index: Reject
  uint64_t bytes = 0;                                   // uncompressed bytes read
  double seconds = 0;
  std::vector<std::string> warnings;
  std::vector<std::string> first_rejected;  // the first few, for people: position, reason, detail
  std::string json;                         // the content of summary.json
  // 64 hexadecimal digits, if the options ask for them: a digest of the pages and of what became of
  // them. Equal for equal results, whatever the order and the names of the inputs.
  std::string digest = {};
};

// Reads the inputs (files, globs, folders, "-") and writes output_dir: the kept records in files
// named like their inputs, duplicates.jsonl, groups.jsonl, rejected.jsonl and summary.json. The
// folder appears at once, by a rename at the end; it must not exist before, or be empty.
Result<DedupSummary> dedup(const std::vector<std::string>& inputs, const std::string& output_dir,
                           const DedupOptions& options = {}, const ProgressFn& progress = {});

}  // namespace doppel
