#include "texts/shingle_sets.h"

#include <algorithm>

namespace doppel::texts {
namespace {

constexpr size_t kTextsPerTask = 64;
constexpr size_t kTasksPerStep = 64;

uint64_t* allocate(Arena& arena, size_t numbers) {
  return reinterpret_cast<uint64_t*>(arena.allocate(numbers * sizeof(uint64_t)));
}

}  // namespace

ShingleSets::ShingleSets(const TextTable& table, const TextRules& rules,
                         std::span<const TextId> by_rank, uint64_t keep_bytes, TableHash hash,
                         TableMemory* memory, const text::ShingleKey& key)
    : table_(table),
      rules_(rules),
      by_rank_(by_rank),
      texts_(by_rank.size()),
      keep_bytes_(keep_bytes),
      hash_(hash),
      memory_(memory),
      key_(key),
      sizes_(table.any_two_views() ? 2 * texts_ : texts_, 0, memory),
      parity_(sizes_.size(), nullptr, memory),
      sets_(sizes_.size(), nullptr, memory) {}

void ShingleSets::take(const EarlySets& early, std::span<const Rank> rank_of) {
  kept_bytes_ = early.bytes();
  for (const EarlySets::Entry& entry : early.entries()) {
    const size_t slot = slot_of(rank_of[entry.text.index()], entry.view);
    const EarlySets::Row row = EarlySets::read(entry.row);
    sizes_[slot] = static_cast<uint32_t>(row.set.size());
    parity_[slot] = row.bitmap.data();
    sets_[slot] = row.set.data();
  }
}

std::unique_ptr<SetMaker> ShingleSets::take_maker() const {
  return makers_.take(
      [&] { return std::make_unique<SetMaker>(table_, rules_, key_, hash_, memory_); });
}

void ShingleSets::give_maker(std::unique_ptr<SetMaker> maker) const {
  makers_.give(std::move(maker));
}

Status ShingleSets::make(std::span<const Rank> wanted, ThreadPool& pool, const AdvanceFn& advance,
                         View view) {
  constexpr size_t kStep = kTextsPerTask * kTasksPerStep;
  // In the order of the text store, which is faster to read that way.
  Table<Rank> texts(wanted.begin(), wanted.end(), memory_);
  std::sort(texts.begin(), texts.end(), [&](Rank a, Rank b) {
    return table_.first_form(by_rank_[a]) < table_.first_form(by_rank_[b]);
  });
  for (size_t begin = 0; begin < texts.size(); begin += kStep) {
    std::span<const Rank> step =
        std::span(texts).subspan(begin, std::min(kStep, texts.size() - begin));
    std::vector<Status> results((step.size() + kTextsPerTask - 1) / kTextsPerTask);
    pool.for_each_index(results.size(), [&](size_t task) {
      auto maker = take_maker();
      size_t first = task * kTextsPerTask, last = std::min(step.size(), first + kTextsPerTask);
      for (size_t i = first; i < last && results[task].ok(); ++i) {
        results[task] = make_one(step[i], *maker, view);
      }
      give_maker(std::move(maker));
    });
    for (const Status& status : results) {
      if (!status.ok()) return status;
    }
    if (Status status = advance(step.size()); !status.ok()) return status;
  }
  return {};
}

Result<similarity::ShingleSet> ShingleSets::read(Rank text, SetMaker& maker, View view) const {
  auto bytes = maker.reader->text(table_.first_form(by_rank_[text]));
  if (!bytes) return bytes.error();
  const TextViews views = read_views(*bytes);
  return shingle_set(view == View::kMain ? views.main : views.full, maker.signer, maker.overlap);
}

Status ShingleSets::make_one(Rank text, SetMaker& maker, View wanted) {
  for (View view : {View::kMain, View::kFull}) {
    const size_t slot = slot_of(text, view);
    if (parity_[slot] != nullptr || (view == View::kFull && wanted == View::kMain)) continue;
    auto set = read(text, maker, view);
    if (!set) return set.error();
    keep(slot, *set, maker);
  }
  return {};
}

void ShingleSets::keep(size_t slot, const similarity::ShingleSet& set, SetMaker& maker) {
  std::span<uint64_t> bitmap(allocate(maker.kept, similarity::parity_words(set.size())),
                             similarity::parity_words(set.size()));
  similarity::make_parity(set.fixed, bitmap);
  parity_[slot] = bitmap.data();
  sizes_[slot] = static_cast<uint32_t>(set.size());
  if (kept_set(slot) == nullptr) keep_set(slot, set.keyed, maker);
}

// If another thread keeps this set at the same time, both keep equal copies.
void ShingleSets::keep_set(size_t slot, std::span<const uint64_t> set, SetMaker& maker) const {
  const uint64_t bytes = set.size_bytes();
  if (kept_bytes_.fetch_add(bytes) + bytes > keep_bytes_) return;
  uint64_t* kept = allocate(maker.kept, set.size());
  std::copy(set.begin(), set.end(), kept);
  std::atomic_ref(sizes_[slot]).store(static_cast<uint32_t>(set.size()), std::memory_order_relaxed);
  std::atomic_ref(sets_[slot]).store(kept, std::memory_order_release);
}

std::span<const uint64_t> ShingleSets::parity(Rank text) const {
  return {parity_[text], similarity::parity_words(sizes_[text])};
}

Result<std::span<const uint64_t>> ShingleSets::shingles(Rank text, SetMaker& maker,
                                                        View view) const {
  const size_t slot = slot_of(text, view);
  if (const uint64_t* kept = kept_set(slot)) {
    return std::span(kept, std::atomic_ref(sizes_[slot]).load(std::memory_order_relaxed));
  }
  auto set = read(text, maker, view);
  if (!set) return set.error();
  if (slot >= texts_) keep_set(slot, set->keyed, maker);
  return set->keyed;
}

}  // namespace doppel::texts
