// Tested by backup_list_test.cc.
#include "backup/backup_list.h"

#include <algorithm>
#include <charconv>

namespace doppel::backup {
namespace {

constexpr std::string_view kFirstLine = "doppel backup 1\n";
constexpr size_t kHalf = 16;  // digits of 64 bits

// Cuts off the bytes up to a separator.
std::string_view take(std::string_view& rest, char separator) {
  const std::string_view out = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(rest.size(), out.size() + 1));
  return out;
}

template <typename Number>
bool read(std::string_view text, Number& out, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_plain_name(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
  });
  return plain && !name.empty() && name[0] != '.';
}

bool read_file(std::string_view line, StoredFile& out) {
  out.stored = take(line, ' ');
  const bool bytes = read(take(line, ' '), out.bytes);
  const auto hash = parse_hash(take(line, ' '));
  out.name = line;
  out.hash = hash.value_or(Hash128());
  return bytes && hash && is_plain_name(out.stored) && is_plain_name(out.name);
}

bool read_line(std::string_view line, BackupList& out) {
  const std::string_view key = take(line, ' ');
  if (key == "store") out.store = line == "-" ? std::string_view() : line;
  if (key == "time") return read(line, out.time_ms);
  if (key == "round") return read(line, out.round);
  if (key == "file") return read_file(line, out.files.emplace_back());
  return key == "store";
}

}  // namespace

std::string hexadecimal(const Hash128& hash) {
  std::string out(2 * kHalf, '0');
  for (size_t i = 0; i < kHalf; ++i) {
    const size_t shift = 4 * (kHalf - 1 - i);
    out[i] = "0123456789abcdef"[(hash.high >> shift) & 15];
    out[kHalf + i] = "0123456789abcdef"[(hash.low >> shift) & 15];
  }
  return out;
}

std::optional<Hash128> parse_hash(std::string_view text) {
  Hash128 out;
  const bool whole = text.size() == 2 * kHalf && read(text.substr(0, kHalf), out.high, 16) &&
                     read(text.substr(kHalf), out.low, 16);
  return whole ? std::optional(out) : std::nullopt;
}

uint64_t BackupList::bytes() const {
  uint64_t out = 0;
  for (const StoredFile& file : files) out += file.bytes;
  return out;
}

std::string BackupList::encode() const {
  std::string out(kFirstLine);
  out += "store " + (store.empty() ? "-" : store) + "\ntime " + std::to_string(time_ms) +
         "\nround " + std::to_string(round) + "\n";
  for (const StoredFile& file : files) {
    out += "file " + file.stored + " " + std::to_string(file.bytes) + " " + hexadecimal(file.hash) +
           " " + file.name + "\n";
  }
  return out + "end " + hexadecimal(hash128(out)) + "\n";
}

std::optional<BackupList> BackupList::decode(uint64_t number, std::string_view bytes) {
  constexpr size_t kEndLine = 4 + 2 * kHalf + 1;
  if (bytes.size() < kFirstLine.size() + kEndLine || !bytes.starts_with(kFirstLine)) return {};
  std::string_view lines = bytes.substr(0, bytes.size() - kEndLine);
  if (bytes.substr(lines.size()) != "end " + hexadecimal(hash128(lines)) + "\n") return {};
  lines.remove_prefix(kFirstLine.size());
  BackupList out;
  out.number = number;
  while (!lines.empty()) {
    if (!read_line(take(lines, '\n'), out)) return {};
  }
  return out;
}

}  // namespace doppel::backup
