// Which column family a key belongs to, and how each family is stored.
//
// The first byte of a key is the letter of its table. Tables that are read and written alike share
// a family. docs/design/storage_format.md has the reasons and the figures.
//
// Stored: never change. A letter that moves to another family is another format.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::store {

enum class Family : uint8_t { kDefault, kPages, kTexts, kSignatures, kGroups, kEvents };
inline constexpr size_t kFamilies = 6;

std::string_view name(Family family);

Family family_of(std::string_view key);

// A range of keys that are all in one family; an empty end is past all keys.
struct FamilyRange {
  Family family;
  std::string from, end;
};

// The ranges that make up a range of keys, in key order. Most scans are in one.
std::vector<FamilyRange> family_ranges(std::string_view from, std::string_view end);

rocksdb::DBOptions database_options();

// In the order of Family. The cache is shared.
std::vector<rocksdb::ColumnFamilyDescriptor> family_descriptors(size_t cache_bytes);

}  // namespace doppel::store
