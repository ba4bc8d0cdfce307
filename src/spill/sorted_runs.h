// An external sort within a given amount of memory.
//
// Records are collected in memory; when it is full, they are sorted and appended to the file as a
// run. RunMerger reads all runs at the same time, each through a small buffer, and always returns
// the smallest record. If the records never fill the memory, nothing is written.
//
//   file    | run 0, sorted | run 1, sorted | ... |        a run is records as they lie in memory
//
// A section is a separate sort that shares memory and file with the others: every run contains its
// sections one after the other, so that one of them can be merged without reading the rest.
//
// Record: trivially copyable, ordered by <, without padding. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "doppel/status.h"
#include "io/temporary_file.h"

namespace doppel::spill {

// The range of the file with the sorted records of one section of one run.
struct RunPart {
  uint64_t offset = 0;  // in bytes
  uint64_t records = 0;
};

template <typename Record>
class RunMerger;

template <typename Record>
class SortedRuns {
  static_assert(std::is_trivially_copyable_v<Record>);
  static_assert(std::has_unique_object_representations_v<Record>);

 public:
  // The file must outlive it. memory_bytes: for the records in memory, and for a merger's buffers.
  SortedRuns(io::TemporaryFile& file, uint32_t sections, uint64_t memory_bytes)
      : file_(file),
        memory_bytes_(memory_bytes),
        most_held_(std::max<uint64_t>(memory_bytes / sizeof(Record), 1)),
        held_(sections),
        parts_(sections) {}

  uint32_t sections() const { return static_cast<uint32_t>(held_.size()); }

  Status add(uint32_t section, const Record& record) {
    auto& records = held_[section];
    // Sections have similar sizes; a vector that doubles would take up to twice the memory.
    if (records.empty()) records.reserve(most_held_ / sections() + 1);
    records.push_back(record);
    return ++count_ < most_held_ ? Status() : write_run();
  }

  // Ends adding, so that sections can be merged. Frees the memory of the records if there is a run.
  Status finish() {
    if (!parts_.empty() && !parts_.front().empty()) {
      if (Status s = write_run(); !s.ok()) return s;
      for (auto& records : held_) std::vector<Record>().swap(records);
      return {};
    }
    for (auto& records : held_) std::sort(records.begin(), records.end());
    return {};
  }

  // REQUIRES: finish() was called. The merger must not outlive this.
  RunMerger<Record> merge(uint32_t section) const {
    return RunMerger<Record>(file_, parts_[section], held_[section], memory_bytes_);
  }

 private:
  Status write_run() {
    for (uint32_t section = 0; section < sections(); ++section) {
      auto& records = held_[section];
      std::sort(records.begin(), records.end());
      parts_[section].push_back({file_.size(), records.size()});
      const std::string_view bytes(reinterpret_cast<const char*>(records.data()),
                                   records.size() * sizeof(Record));
      if (Status s = file_.append(bytes); !s.ok()) return s;
      records.clear();
    }
    count_ = 0;
    return {};
  }

  io::TemporaryFile& file_;
  uint64_t memory_bytes_, most_held_;
  uint64_t count_ = 0;  // records held
  std::vector<std::vector<Record>> held_;
  std::vector<std::vector<RunPart>> parts_;  // by section, a part of each run
};

// Reads one section in order.
template <typename Record>
class RunMerger {
 public:
  RunMerger(const io::TemporaryFile& file, std::span<const RunPart> parts,
            std::span<const Record> in_memory, uint64_t memory_bytes)
      : file_(file), in_memory_(in_memory) {
    const uint64_t each = memory_bytes / std::max<size_t>(parts.size(), 1) / sizeof(Record);
    buffer_records_ = std::max<uint64_t>(each, kLeastBufferBytes / sizeof(Record));
    for (const RunPart& part : parts) sources_.push_back({part, {}, 0});
  }

  // The next record, or none at the end.
  Result<std::optional<Record>> next() {
    if (sources_.empty()) {
      if (in_memory_.empty()) return std::optional<Record>();
      const Record record = in_memory_.front();
      in_memory_ = in_memory_.subspan(1);
      return std::optional<Record>(record);
    }
    if (!started_) {
      if (Status s = start(); !s.ok()) return s;
    }
    if (heap_.empty()) return std::optional<Record>();
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const auto [record, source] = heap_.back();
    heap_.pop_back();
    if (Status s = push_next(source); !s.ok()) return s;
    return std::optional<Record>(record);
  }

 private:
  static constexpr uint64_t kLeastBufferBytes = 4096;

  struct Source {
    RunPart rest;  // not read yet
    std::vector<Record> buffer;
    size_t next = 0;
  };
  struct Head {
    Record record;
    size_t source;
  };
  static bool later(const Head& a, const Head& b) { return b.record < a.record; }

  Status start() {
    started_ = true;
    for (size_t i = 0; i < sources_.size(); ++i) {
      if (Status s = push_next(i); !s.ok()) return s;
    }
    return {};
  }

  Status push_next(size_t i) {
    Source& source = sources_[i];
    if (source.next == source.buffer.size()) {
      if (Status s = fill(source); !s.ok()) return s;
      if (source.buffer.empty()) return {};
    }
    heap_.push_back({source.buffer[source.next++], i});
    std::push_heap(heap_.begin(), heap_.end(), later);
    return {};
  }

  Status fill(Source& source) {
    const uint64_t count = std::min(buffer_records_, source.rest.records);
    source.buffer.resize(count);
    source.next = 0;
    const std::span<char> bytes(reinterpret_cast<char*>(source.buffer.data()),
                                count * sizeof(Record));
    if (Status s = file_.read(source.rest.offset, bytes); !s.ok()) return s;
    source.rest.offset += bytes.size();
    source.rest.records -= count;
    return {};
  }

  const io::TemporaryFile& file_;
  std::span<const Record> in_memory_;  // when there is no run
  uint64_t buffer_records_ = 0;
  std::vector<Source> sources_;
  std::vector<Head> heap_;
  bool started_ = false;
};

}  // namespace doppel::spill
