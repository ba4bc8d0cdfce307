// Two sorts make the index.
//
//   1. KeyRuns, by (band, key, text): texts that share a key are adjacent. Two or more of them form
//      a bucket: their ranks are sorted and appended to the file of buckets. For each of them,
//      (rank, position in that file) goes into the second sort.
//   2. by (rank, position): the positions of a text are adjacent, text by text in winner order, and
//   are
//      are appended to the file of positions.
//
// A query reads the text's positions, and from each of them backwards to the first of the bucket:
// these are the candidates before the text, as in compare/band_index.cc.
//
// Tested by spilled_band_index_test.cc against the index in memory.
#include "spill/spilled_band_index.h"

#include <algorithm>
#include <array>
#include <utility>

#include "compare/bucket_pairs.h"

namespace doppel::spill {
namespace {

using compare::Rank;

constexpr uint32_t kFirst = uint32_t{1} << 31;
constexpr size_t kMostBands = 256;  // as many as a sketch has slots
constexpr size_t kWriteBytes = size_t{64} << 10;

// The position of a text in the file of buckets, counted in texts from the start of its band.
struct PositionEntry {
  uint32_t rank, band, position;
  friend auto operator<=>(const PositionEntry&, const PositionEntry&) = default;
};

// Numbers appended to a file, a few thousand at a time.
template <typename Number>
class NumberWriter {
 public:
  explicit NumberWriter(io::TemporaryFile& file) : file_(file) {}

  Status add(Number number) {
    held_.push_back(number);
    return held_.size() * sizeof(Number) < kWriteBytes ? Status() : flush();
  }
  Status flush() {
    Status status =
        file_.append({reinterpret_cast<const char*>(held_.data()), held_.size() * sizeof(Number)});
    held_.clear();
    return status;
  }

 private:
  io::TemporaryFile& file_;
  std::vector<Number> held_;
};

}  // namespace

Result<KeyRuns> KeyRuns::create(const std::string& path, uint32_t bands, uint64_t memory_bytes) {
  auto file = io::TemporaryFile::create(path);
  if (!file) return file.error();
  return KeyRuns(*std::move(file), bands, memory_bytes);
}

KeyRuns::KeyRuns(io::TemporaryFile file, uint32_t bands, uint64_t memory_bytes)
    : file_(std::make_unique<io::TemporaryFile>(std::move(file))),
      runs_(std::make_unique<SortedRuns<uint64_t>>(*file_, bands, memory_bytes)) {}

Status KeyRuns::add(TextId text, std::span<const uint32_t> keys) {
  for (uint32_t band = 0; band < keys.size(); ++band) {
    if (Status s = runs_->add(band, uint64_t{keys[band]} << 32 | text.index()); !s.ok()) return s;
  }
  return {};
}

class SpilledBandIndex::Builder {
 public:
  Builder(SpilledBandIndex& index, const compare::RankedTexts& texts, io::TemporaryFile& sort_file,
          uint64_t memory_bytes)
      : index_(index),
        texts_(texts),
        sorted_positions_(sort_file, 1, memory_bytes),
        buckets_(index.buckets_) {}

  Status build(KeyRuns& keys) {
    if (Status s = keys.runs_->finish(); !s.ok()) return s;
    for (uint32_t band = 0; band < keys.bands(); ++band) {
      band_begins_.push_back(members_);
      if (Status s = take_buckets(band, keys.runs_->merge(band)); !s.ok()) return s;
    }
    if (Status s = buckets_.flush(); !s.ok()) return s;
    return write_positions();
  }

 private:
  Status take_buckets(uint32_t band, RunMerger<uint64_t> entries) {
    std::vector<Rank> bucket;
    uint32_t key = 0;
    for (;;) {
      auto entry = entries.next();
      if (!entry) return entry.error();
      if (!bucket.empty() && (!*entry || **entry >> 32 != key)) {
        if (Status s = add_bucket(band, bucket); !s.ok()) return s;
        bucket.clear();
      }
      if (!*entry) return {};
      key = static_cast<uint32_t>(**entry >> 32);
      bucket.push_back(texts_.rank_of[static_cast<uint32_t>(**entry)]);
    }
  }

  Status add_bucket(uint32_t band, std::vector<Rank>& bucket) {
    if (bucket.size() < 2) return {};
    std::sort(bucket.begin(), bucket.end());
    for (Rank rank : bucket) index_.has_candidates_[rank] = true;
    if (compare::is_hot(bucket.size(), index_.hot_limit_)) {
      index_.hot_.emplace_back(bucket.begin(), bucket.end(), index_.memory_);
      return {};
    }
    uint32_t flag = kFirst;
    for (Rank rank : bucket) {
      const auto position = static_cast<uint32_t>(members_++ - band_begins_[band]);
      if (Status s = sorted_positions_.add(0, {rank, band, position}); !s.ok()) return s;
      if (Status s = buckets_.add(rank | flag); !s.ok()) return s;
      flag = 0;
    }
    return {};
  }

  Status write_positions() {
    if (Status s = sorted_positions_.finish(); !s.ok()) return s;
    NumberWriter<uint64_t> positions(index_.positions_);
    auto entries = sorted_positions_.merge(0);
    uint64_t written = 0;
    Rank rank = 0;
    for (;;) {
      auto entry = entries.next();
      if (!entry) return entry.error();
      const Rank up_to = *entry ? (*entry)->rank : static_cast<Rank>(index_.position_ends_.size());
      for (; rank < up_to; ++rank) index_.position_ends_[rank] = written;
      if (!*entry) return positions.flush();
      if (Status s = positions.add(band_begins_[(*entry)->band] + (*entry)->position); !s.ok())
        return s;
      ++written;
    }
  }

  SpilledBandIndex& index_;
  const compare::RankedTexts& texts_;
  SortedRuns<PositionEntry> sorted_positions_;
  NumberWriter<uint32_t> buckets_;
  std::vector<uint64_t> band_begins_;
  uint64_t members_ = 0;  // in buckets, so far
};

Result<std::unique_ptr<SpilledBandIndex>> SpilledBandIndex::create(
    KeyRuns keys, const compare::RankedTexts& texts, uint32_t hot_limit,
    const std::string& folder_prefix, uint64_t memory_bytes, TableMemory* memory) {
  auto buckets = io::TemporaryFile::create(folder_prefix + "buckets");
  if (!buckets) return buckets.error();
  auto positions = io::TemporaryFile::create(folder_prefix + "positions");
  if (!positions) return positions.error();
  auto sort_file = io::TemporaryFile::create(folder_prefix + "positions-runs");
  if (!sort_file) return sort_file.error();
  std::unique_ptr<SpilledBandIndex> index(new SpilledBandIndex(
      *std::move(buckets), *std::move(positions), hot_limit, texts.by_rank.size(), memory));
  Builder builder(*index, texts, *sort_file, memory_bytes);
  if (Status s = builder.build(keys); !s.ok()) return s;
  return index;
}

Status SpilledBandIndex::append_earlier(Rank text, std::vector<Rank>& out) const {
  const uint64_t begin = text == 0 ? 0 : position_ends_[text - 1];
  std::array<uint64_t, kMostBands> held;
  const std::span<uint64_t> positions = std::span(held).first(position_ends_[text] - begin);
  const std::span<char> position_bytes(reinterpret_cast<char*>(positions.data()),
                                       positions.size_bytes());
  if (Status s = positions_.read(begin * sizeof(uint64_t), position_bytes); !s.ok()) return s;
  std::array<Rank, 64> members;
  for (uint64_t position : positions) {
    // Backwards from the text itself, up to the first text of its bucket.
    for (bool at_first = false; !at_first;) {
      const size_t count = std::min<uint64_t>(position + 1, members.size());
      const std::span<char> bytes(reinterpret_cast<char*>(members.data()), count * sizeof(Rank));
      if (Status s = buckets_.read((position + 1 - count) * sizeof(Rank), bytes); !s.ok()) return s;
      for (size_t i = count; i-- > 0 && !at_first;) {
        at_first = members[i] & kFirst;
        if ((members[i] & ~kFirst) != text) out.push_back(members[i] & ~kFirst);
      }
      position -= count;
    }
  }
  return {};
}

}  // namespace doppel::spill
