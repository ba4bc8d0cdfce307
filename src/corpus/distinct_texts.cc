#include "corpus/distinct_texts.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "compare/band_index.h"
#include "compare/two_view_candidates.h"
#include "sketch/band_keys.h"
#include "texts/differing_lines.h"
#include "texts/text_views.h"

namespace doppel::corpus {
namespace {

bool same_hashes(const text::SecretUnits& a, const text::SecretUnits& b) {
  const auto used = static_cast<std::ptrdiff_t>(a.used);
  return a.used == b.used && std::equal(a.low.begin(), a.low.begin() + used, b.low.begin()) &&
         std::equal(a.high.begin(), a.high.begin() + used, b.high.begin());
}

}  // namespace

DistinctTexts::DistinctTexts(const RunPlan& plan, std::unique_ptr<texts::TextStore> store)
    : plan_(plan),
      store_(std::move(store)),
      table_(plan.predicate.rules, *store_, plan.table_hash, plan.tables),
      main_(plan.banding.bands, View::kMain),
      full_(plan.banding.bands, View::kFull),
      shingles_(plan.tables),
      words_(plan.tables),
      subjects_(plan.tables),
      view_words_(plan.tables),
      early_sets_(plan.keep_set_bytes) {}

Result<texts::TextTable::AddedText> DistinctTexts::add(std::string_view text, Hash128 words_hash,
                                                       const TextSketch& sketch,
                                                       const texts::TextLocation& source) {
  auto added = table_.add(text, words_hash, source);
  if (!added) return added;
  if (added->form.index() >= plan_.most_texts) return too_many_texts(plan_.most_texts);
  if (sketch.shingles > 0) {
    shingles_.resize(std::max(shingles_.size(), added->text.index() + size_t{1}), 0);
    shingles_[added->text.index()] = sketch.shingles;
  }
  if (added->is_new && sketch.subject.two_views) set_page(added->text, sketch);
  if (added->is_new && plan_.keep == Keep::kLongest) words_.push_back(sketch.words);
  if (sketch.main.keys.empty() || has_keys(added->text)) return added;
  if (Status s = set_sketch(added->text, sketch); !s.ok()) return s;
  if (!sketch.main.set.empty()) early_sets_.add(added->text, sketch.main.set);
  if (!sketch.full.set.empty()) early_sets_.add(added->text, sketch.full.set, View::kFull);
  return added;
}

void DistinctTexts::set_page(TextId text, const TextSketch& sketch) {
  subjects_.resize(text.index() + size_t{1});
  subjects_.back() = sketch.subject;
  view_words_.resize(subjects_.size());
  view_words_.back() = sketch.view_words;
}

// Could they have the same words, by the hashes that are known? A text with one view has none.
bool DistinctTexts::may_have_same_words(TextId a, TextId b, View view) const {
  if (!table_.has_two_views(a) || !table_.has_two_views(b)) return true;
  const texts::ViewWords &left = view_words_[a.index()], &right = view_words_[b.index()];
  return view == View::kMain ? left.main == right.main : left.full == right.full;
}

// Words are compared by their hashes under the secret key, which is faster than comparing the
// normalised words themselves, and only in the lines in which the texts differ.
Result<bool> DistinctTexts::same_words(TextId a, TextId b, View view) {
  const auto words_of = [view](std::string_view stored) {
    const texts::TextViews views = texts::read_views(stored);
    return view == View::kMain ? views.main : views.full;
  };
  if (!may_have_same_words(a, b, view)) return false;
  auto reader = store_->reader();
  auto stored = reader->text(table_.first_form(a));
  if (!stored) return stored.error();
  const std::string left(words_of(*stored));
  stored = reader->text(table_.first_form(b));
  if (!stored) return stored.error();
  const std::string_view right = words_of(*stored);
  if (left == right) return true;
  const texts::DifferingLines lines = texts::differing_lines(left, right);
  text::TokenHashes of_left, of_right;
  hash_words(lines.left, of_left);
  hash_words(lines.right, of_right);
  if (!same_hashes(of_left.secret(), of_right.secret())) return false;
  if (of_left.empty()) hash_words(left, of_left);
  return !of_left.empty();
}

void DistinctTexts::hash_words(std::string_view text, text::TokenHashes& out) const {
  text::hash_tokens(text, plan_.predicate.rules.mask_numbers, *plan_.shingle_key, out);
}

Status DistinctTexts::keep_keys_on_disk(const std::string& file_prefix) {
  for (ViewKeys* view : {&main_, &full_}) {
    const char* name = view == &main_ ? "keys" : "full-keys";
    if (view == &full_ && !plan_.two_views) break;
    auto runs =
        spill::KeyRuns::create(file_prefix + name, plan_.banding.bands, plan_.memory.sort_bytes);
    if (!runs) return runs.error();
    view->runs.emplace(*std::move(runs));
  }
  file_prefix_ = file_prefix;
  return {};
}

bool DistinctTexts::has_keys(TextId text) const {
  return main_.runs ? text.index() < in_runs_.size() && in_runs_[text.index()]
                    : main_.keys.has(text);
}

Status DistinctTexts::set_keys(TextId text, const ViewSketch& sketch, ViewKeys& view) {
  view.sample.add(text, sketch.sample_key);
  if (view.runs) return view.runs->add(text, sketch.keys);
  view.keys.set(text, sketch.keys);
  return {};
}

Status DistinctTexts::set_sketch(TextId text, const TextSketch& sketch) {
  if (Status s = set_keys(text, sketch.main, main_); !s.ok()) return s;
  if (main_.runs) {
    in_runs_.resize(std::max<size_t>(in_runs_.size(), text.index() + 1), false);
    in_runs_[text.index()] = true;
  }
  if (!sketch.full.keys.empty()) return set_keys(text, sketch.full, full_);
  return full_.runs ? set_keys(text, sketch.main, full_) : Status();
}

Result<std::unique_ptr<compare::CandidateSource>> DistinctTexts::make_index(
    ViewKeys& view, const std::string& file_prefix, const compare::RankedTexts& ranked,
    ThreadPool& pool) {
  if (!view.runs) {
    return std::unique_ptr<compare::CandidateSource>(std::make_unique<compare::BandIndex>(
        std::move(view.keys), ranked, pool, plan_.hot_limit, plan_.table_hash));
  }
  auto index = spill::SpilledBandIndex::create(*std::move(view.runs), ranked, plan_.hot_limit,
                                               file_prefix, plan_.memory.sort_bytes, plan_.tables);
  if (!index) return index.error();
  return std::unique_ptr<compare::CandidateSource>(*std::move(index));
}

Result<std::unique_ptr<compare::CandidateSource>> DistinctTexts::make_index(
    const compare::RankedTexts& ranked, ThreadPool& pool) {
  const bool two_views = table_.any_two_views();
  if (two_views && !full_.runs) {
    // If a text has one view, its full text is its main content.
    for (uint32_t text = 0; text < table_.size(); ++text) {
      if (main_.keys.has({text}) && !full_.keys.has({text})) {
        full_.keys.copy({text}, main_.keys);
      }
    }
  }
  auto main = make_index(main_, file_prefix_, ranked, pool);
  if (!main || !two_views) return main;
  auto full = make_index(full_, file_prefix_ + "full-", ranked, pool);
  if (!full) return full;
  return std::unique_ptr<compare::CandidateSource>(std::make_unique<compare::TwoViewCandidates>(
      *std::move(main), *std::move(full), ranked, subjects_));
}

// --- texts that were added without a sketch ---

struct DistinctTexts::MissingSketches {
  MissingSketches(std::vector<TextId> of, uint32_t bands_of_view, size_t most_views)
      : texts(std::move(of)),
        bands(bands_of_view),
        views(most_views),
        keys(texts.size() * views * bands),
        sample_keys(texts.size() * views),
        signed_views(texts.size()) {}

  // Returns false if the view has no words.
  bool sign(size_t text, size_t view, std::string_view words, texts::Signer& signer,
            const sketch::Banding& banding) {
    const texts::SketchedText sketched = texts::sketch_text(words, signer);
    if (sketched.windows == 0) return false;
    const size_t at = text * views + view;
    sketch::make_band_keys(sketched.slots, banding, std::span(&keys[at * bands], bands));
    sample_keys[at] = signer.sample_key();
    ++signed_views[text];
    return true;
  }
  ViewSketch sketch(size_t text, size_t view) const {
    if (view >= signed_views[text]) return {};
    const size_t at = text * views + view;
    return {.keys = std::span(&keys[at * bands], bands), .sample_key = sample_keys[at]};
  }

  std::vector<TextId> texts;
  const uint32_t bands;
  const size_t views;                 // the number of views of each text for which there is room
  std::vector<uint32_t> keys;         // of all bands, view by view and text by text
  std::vector<uint32_t> sample_keys;  // likewise
  std::vector<uint8_t> signed_views;  // by text; 0: it has no words
  std::atomic<size_t> done = 0;
  std::atomic<bool> stop = false;
};

Status DistinctTexts::sign_some(MissingSketches& missing, size_t first, size_t last) const {
  auto reader = store_->reader();
  texts::Signer signer(plan_.predicate.rules, *plan_.shingle_key);
  for (size_t i = first; i < last && !missing.stop; ++i, ++missing.done) {
    auto text = reader->text(table_.first_form(missing.texts[i]));
    if (!text) return text.error();
    const texts::TextViews views = texts::read_views(*text);
    if (!missing.sign(i, 0, views.main, signer, plan_.banding) || !views.two) continue;
    missing.sign(i, 1, views.full, signer, plan_.banding);
  }
  return {};
}

Status DistinctTexts::sign(MissingSketches& missing, ThreadPool& pool,
                           const texts::AdvanceFn& advance) const {
  constexpr size_t kTextsPerTask = 64;
  const size_t texts = missing.texts.size();
  size_t told = 0;
  Status go_on;
  const auto tell = [&] {
    const size_t done = missing.done;
    if (go_on.ok()) go_on = advance(done - std::exchange(told, done));
    missing.stop = !go_on.ok();
  };
  std::vector<Status> results((texts + kTextsPerTask - 1) / kTextsPerTask);
  const auto sign_task = [&](size_t task) {
    const size_t first = task * kTextsPerTask;
    results[task] = sign_some(missing, first, std::min(texts, first + kTextsPerTask));
  };
  pool.for_each_index(results.size(), sign_task, tell);
  tell();
  for (const Status& status : results) {
    if (!status.ok()) return status;
  }
  return go_on;
}

Status DistinctTexts::complete(ThreadPool& pool, const texts::AdvanceFn& advance) {
  if (plan_.banding.bands == 0) return {};
  std::vector<TextId> texts;
  for (uint32_t text = 0; text < table_.size(); ++text) {
    if (!has_keys({text})) texts.push_back({text});
  }
  MissingSketches missing(std::move(texts), plan_.banding.bands, table_.any_two_views() ? 2 : 1);
  if (Status s = sign(missing, pool, advance); !s.ok()) return s;
  for (size_t i = 0; i < missing.texts.size(); ++i) {
    if (missing.signed_views[i] == 0) continue;
    const TextSketch sketch{.main = missing.sketch(i, 0), .full = missing.sketch(i, 1)};
    if (Status s = set_sketch(missing.texts[i], sketch); !s.ok()) return s;
  }
  return {};
}

}  // namespace doppel::corpus
