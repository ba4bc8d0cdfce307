#include "base/bytes.h"

namespace doppel {

void ByteWriter::fixed(uint64_t v, int width) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(v >> (8 * i) & 0xFF);
  out_.append(bytes, static_cast<size_t>(width));
}

void ByteWriter::varint(uint64_t v) {
  for (; v >= 0x80; v >>= 7) out_.push_back(static_cast<char>(v | 0x80));
  out_.push_back(static_cast<char>(v));
}

void ByteWriter::string(std::string_view v) {
  varint(v.size());
  out_.append(v);
}

void ByteReader::fail() {
  ok_ = false;
  rest_ = {};
}

uint64_t ByteReader::fixed(int width) {
  if (rest_.size() < static_cast<size_t>(width)) {
    fail();
    return 0;
  }
  uint64_t v = 0;
  for (int i = 0; i < width; ++i) v |= uint64_t{static_cast<uint8_t>(rest_[i])} << (8 * i);
  rest_.remove_prefix(width);
  return v;
}

uint64_t ByteReader::varint() {
  uint64_t v = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint64_t byte = fixed(1);
    if (!ok_) return 0;
    if (shift == 63 && byte > 1) break;
    v |= (byte & 0x7F) << shift;
    if (byte < 0x80) return v;
  }
  fail();
  return 0;
}

std::string_view ByteReader::string() {
  uint64_t size = varint();
  if (!ok_ || size > rest_.size()) {
    fail();
    return {};
  }
  std::string_view v = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return v;
}

}  // namespace doppel
