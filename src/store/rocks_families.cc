// Tested by rocks_families_test.cc, and by the suite of all stores.
#include "store/rocks_families.h"

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

namespace doppel::store {
namespace {

constexpr size_t kMegabyte = size_t{1} << 20;

struct FamilyRule {
  std::string_view name;
  std::string_view letters;
  rocksdb::CompressionType compression;
};

// Words are compressed already, and signatures are hashes: compressing them again only costs time.
constexpr std::array<FamilyRule, kFamilies> kRules = {{
    {"default", "", rocksdb::kLZ4Compression},
    {"pages", "prn", rocksdb::kLZ4Compression},
    {"texts", "FW", rocksdb::kNoCompression},
    {"signatures", "S", rocksdb::kNoCompression},
    {"groups", "tgmiaxscdk", rocksdb::kLZ4Compression},
    {"events", "e", rocksdb::kLZ4Compression},
}};

constexpr std::array<Family, 256> kFamilyOfByte = [] {
  std::array<Family, 256> out = {};
  for (size_t i = 0; i < kFamilies; ++i) {
    for (char letter : kRules[i].letters) {
      out[static_cast<unsigned char>(letter)] = static_cast<Family>(i);
    }
  }
  return out;
}();

rocksdb::ColumnFamilyOptions family_options(const FamilyRule& rule,
                                            const rocksdb::BlockBasedTableOptions& table) {
  rocksdb::ColumnFamilyOptions out;
  out.compression = rule.compression;
  out.write_buffer_size = 64 * kMegabyte;
  out.max_write_buffer_number = 4;
  out.max_bytes_for_level_base = 512 * kMegabyte;
  out.target_file_size_base = 64 * kMegabyte;
  out.level_compaction_dynamic_level_bytes = true;
  out.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return out;
}

}  // namespace

std::string_view name(Family family) { return kRules[static_cast<size_t>(family)].name; }

Family family_of(std::string_view key) {
  return key.empty() ? Family::kDefault : kFamilyOfByte[static_cast<unsigned char>(key[0])];
}

std::vector<FamilyRange> family_ranges(std::string_view from, std::string_view end) {
  std::vector<FamilyRange> out;
  std::string begin(from);
  size_t byte = from.empty() ? 0 : static_cast<unsigned char>(from[0]);
  while (byte < kFamilyOfByte.size() && (end.empty() || begin < end)) {
    const Family family = kFamilyOfByte[byte];
    while (byte < kFamilyOfByte.size() && kFamilyOfByte[byte] == family) ++byte;
    std::string next(byte < kFamilyOfByte.size() ? 1 : 0, static_cast<char>(byte));
    const bool ends_here = !end.empty() && (next.empty() || end <= next);
    out.push_back({family, begin, ends_here ? std::string(end) : next});
    if (ends_here) break;
    begin = std::move(next);
  }
  return out;
}

rocksdb::DBOptions database_options() {
  rocksdb::DBOptions out;
  // The default opens a damaged log as if it ended before the damage. This one refuses it, and
  // still opens a log whose last record was cut by a crash.
  out.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  out.atomic_flush = true;  // tables of all families end at the same batch
  out.max_total_wal_size = 128 * kMegabyte;
  out.max_open_files = -1;  // a reader keeps the tables that a writer deletes
  out.max_background_jobs = 2;
  out.bytes_per_sync = kMegabyte;
  out.allow_concurrent_memtable_write = false;  // one thread writes
  out.max_bgerror_resume_count = 0;             // an error is reported, not worked around
  out.db_host_id = "";                          // tables do not name the machine
  out.keep_log_file_num = 3;
  out.max_log_file_size = 4 * kMegabyte;
  out.stats_dump_period_sec = 0;
  out.stats_persist_period_sec = 0;
  return out;
}

std::vector<rocksdb::ColumnFamilyDescriptor> family_descriptors(size_t cache_bytes) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(cache_bytes);
  table.block_size = 4 * 1024;
  table.format_version = 5;
  table.checksum = rocksdb::kXXH3;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  std::vector<rocksdb::ColumnFamilyDescriptor> out;
  for (const FamilyRule& rule : kRules) {
    out.emplace_back(std::string(rule.name), family_options(rule, table));
  }
  return out;
}

}  // namespace doppel::store
