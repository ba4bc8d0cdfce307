// Tested by ingest_test.cc.
#include "living_store/input_state.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "base/bytes.h"
#include "io/file.h"

namespace doppel::living_store {

std::string InputState::encode() const {
  ByteWriter out;
  out.u8(1);
  out.varint(size);
  out.u64(static_cast<uint64_t>(time_ms));
  out.u64(content.high);
  out.u64(content.low);
  out.varint(records);
  out.varint(offset);
  out.u8(done ? 1 : 0);
  return out.bytes();
}

std::optional<InputState> InputState::decode(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.u8() != 1) return std::nullopt;
  InputState out;
  out.size = in.varint();
  out.time_ms = static_cast<int64_t>(in.u64());
  out.content.high = in.u64();
  out.content.low = in.u64();
  out.records = in.varint();
  out.offset = in.varint();
  out.done = in.u8() == 1;
  return in.done() ? std::optional(out) : std::nullopt;
}

Result<InputState> present_state(const ingest::Input& input) {
  InputState out;
  std::error_code failed;
  const auto changed = std::filesystem::last_write_time(input.data_path(), failed);
  if (failed) return io::system_error(input.path, failed.value());
  out.time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                    std::chrono::file_clock::to_sys(changed).time_since_epoch())
                    .count();
  auto file = io::File::open(input.data_path());
  if (!file) return file.error();
  auto size = file->size();
  if (!size) return size.error();
  out.size = *size;
  return out;
}

// The hash of the hashes of its pieces, so that no more than one piece is in memory.
Result<Hash128> hash_of_file(const std::string& path, uint64_t bytes) {
  constexpr size_t kPiece = size_t{1} << 20;
  auto file = io::File::open(path);
  if (!file) return file.error();
  std::string piece(kPiece, '\0');
  std::vector<uint64_t> hashes = {bytes};
  for (uint64_t left = bytes; left > 0;) {
    auto read = file->read(std::span(piece).first(std::min<uint64_t>(left, kPiece)));
    if (!read) return read.error();
    if (*read == 0) break;  // it has become shorter
    const Hash128 hash = hash128(std::string_view(piece).substr(0, *read));
    hashes.push_back(hash.high);
    hashes.push_back(hash.low);
    left -= *read;
  }
  return hash128(hashes);
}

Result<uint64_t> begin_of_open_line(const std::string& path, uint64_t offset) {
  auto file = io::File::open(path);
  if (!file) return file.error();
  std::string bytes(size_t{64} << 10, '\0');
  for (uint64_t at = offset; at > 0;) {
    const uint64_t from = at - std::min<uint64_t>(at, bytes.size());
    auto read = file->read_at(std::span(bytes).first(at - from), from);
    if (!read) return read.error();
    const size_t line_end = std::string_view(bytes).substr(0, *read).rfind('\n');
    if (line_end != std::string_view::npos) return from + line_end + 1;
    at = from;
  }
  return 0;
}

}  // namespace doppel::living_store
