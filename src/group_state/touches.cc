// Bytes of a row: the numbers of pages ascend, and versions and times of neighbours are close
// together, so each is written as the difference to the one before.
//
// Tested by touches_test.cc, and by every scenario and law, with restarts.
#include "group_state/touches.h"

#include "base/bytes.h"

namespace doppel::group_state {
namespace {

constexpr uint8_t kTouchesVersion = 1;

// Small differences, up or down, as small numbers: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
uint64_t zigzag(uint64_t difference) {
  return difference << 1 ^ (difference >> 63 != 0 ? UINT64_MAX : 0);
}
uint64_t from_zigzag(uint64_t bits) { return bits >> 1 ^ ((bits & 1) != 0 ? UINT64_MAX : 0); }

}  // namespace

std::string encode_touches(std::span<const Touch> touches) {
  ByteWriter out;
  out.u8(kTouchesVersion);
  out.varint(touches.size());
  Touch last{0, 0, 0};
  for (const Touch& touch : touches) {
    out.varint(touch.page - last.page);
    out.varint(zigzag(touch.version - last.version));
    out.varint(
        zigzag(static_cast<uint64_t>(touch.last_seen) - static_cast<uint64_t>(last.last_seen)));
    last = touch;
  }
  return std::move(out).take();
}

std::optional<std::vector<Touch>> decode_touches(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.u8() != kTouchesVersion) return std::nullopt;
  std::vector<Touch> out;
  Touch last{0, 0, 0};
  for (uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    const uint64_t step = in.varint();
    if (step == 0 || step > UINT64_MAX - last.page) return std::nullopt;
    last.page += step;
    last.version += from_zigzag(in.varint());
    last.last_seen =
        static_cast<int64_t>(static_cast<uint64_t>(last.last_seen) + from_zigzag(in.varint()));
    out.push_back(last);
  }
  if (!in.done()) return std::nullopt;
  return out;
}

Status Touches::add(std::string_view key, const std::optional<std::string_view>& value) {
  constexpr size_t kKey = 17;  // letter, run, first page
  if (key == "z" && value) {
    const std::optional<MetaRow> meta = MetaRow::decode(*value);
    if (!meta) return corrupt("the row of table z is damaged");
    pages_ = meta->pages;
  }
  if (!key.starts_with('v') || key.size() != kKey) return {};
  const uint64_t run = number_at_end(key.substr(0, kKey - 8), 8);
  if (!value) {
    runs_.erase(run);
    return {};
  }
  const std::optional<std::vector<Touch>> touches = decode_touches(*value);
  if (!touches || (!touches->empty() && touches->back().page > pages_)) {
    return corrupt("a row of table v is damaged");
  }
  if (touches->empty()) return {};
  runs_[run] += touches->size();
  seen_.grow_to(touches->back().page + 1);
  for (const Touch& touch : *touches) {
    Seen& seen = seen_.change(touch.page);
    seen.version = std::max(seen.version, touch.version);
    seen.last_seen = std::max(seen.last_seen, touch.last_seen);
  }
  return {};
}

Result<Touches> Touches::load(const store::Snapshot& snapshot) {
  Touches out;
  for (std::string_view table : {"z", "v"}) {  // the meta row first: it limits page numbers
    auto cursor = snapshot.seek(table, store::prefix_end(table));
    for (; cursor->valid(); cursor->next()) {
      Status added = out.add(cursor->key(), cursor->value());
      if (!added.ok()) return added;
    }
    if (!cursor->status().ok()) return cursor->status();
  }
  return out;
}

Result<Touches> Touches::with(const store::Batch& batch) const {
  Touches out = *this;
  const store::Batch::Changes& changes = batch.changes();
  const auto before = [](const store::Batch::Change& change, std::string_view key) {
    return change.first < key;
  };
  for (auto at = std::lower_bound(changes.begin(), changes.end(), "v", before); at != changes.end();
       ++at) {
    Status added = out.add(at->first, at->second);
    if (!added.ok()) return added;
  }
  return out;
}

}  // namespace doppel::group_state
