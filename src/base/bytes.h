// Reading and writing numbers and strings as bytes: little-endian fixed widths, LEB128 varints,
// strings with their length before them.
//
// ByteReader never reads past its end: a read that does not fit fails, and so does every later one,
// so a decoder may read a whole struct and ask ok() once.
//
// Stored: never change. Thread safety: none needed, values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace doppel {

class ByteWriter {
 public:
  void u8(uint8_t v) { out_.push_back(static_cast<char>(v)); }
  void u32(uint32_t v) { fixed(v, 4); }
  void u64(uint64_t v) { fixed(v, 8); }
  void varint(uint64_t v);
  void string(std::string_view v);  // varint length, then the bytes
  void reserve(size_t bytes) { out_.reserve(bytes); }
  const std::string& bytes() const { return out_; }
  std::string take() && { return std::move(out_); }

 private:
  void fixed(uint64_t v, int width);

  std::string out_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  uint8_t u8() { return static_cast<uint8_t>(fixed(1)); }
  uint32_t u32() { return static_cast<uint32_t>(fixed(4)); }
  uint64_t u64() { return fixed(8); }
  uint64_t varint();  // fails on more than 64 bits
  std::string_view string();

  bool ok() const { return ok_; }
  // Everything was read and nothing failed.
  bool done() const { return ok_ && rest_.empty(); }

 private:
  uint64_t fixed(int width);
  void fail();

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace doppel
