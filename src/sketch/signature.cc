// The signature record, version 1: docs/design/signature.md draws it.
//
// The encoder writes one form only, and the decoder accepts nothing else: whatever it understood is
// encoded again and must give the same bytes. So there is one record for one signature, records can
// be compared as bytes, and a stray bit anywhere is kCorrupt, by the checksum or by that.
//
// Tested by signature_test.cc and by the golden records of tests/golden/signature.tsv; fuzzed by
// signature_fuzz.cc.
#include "doppel/signature.h"

#include "base/bytes.h"
#include "base/guard.h"
#include "base/hash.h"
#include "doppel/doppel.h"
#include "sketch/bloom.h"
#include "sketch/chunks.h"
#include "sketch/one_permutation_minhash.h"
#include "sketch/reductions.h"

namespace doppel {
namespace {

constexpr std::string_view kMagic = "dsig";
constexpr uint8_t kPadded = 1, kMasked = 2;
constexpr size_t kChecksumBytes = 8;
constexpr uint32_t kMaxPermutations = 4096, kMaxBottom = 65536, kMaxBloomBits = uint32_t{1} << 20;

// Stored: never renumber. In a record they stand in this order, each at most once.
enum class Section : uint8_t {
  kMinHash = 1,
  kBbit = 2,
  kClassic = 3,
  kBottom = 4,
  kMod = 5,
  kSimHash = 6,
  kBloom = 7,
};

void put(ByteWriter& out, const std::vector<uint32_t>& values) {
  for (uint32_t value : values) out.u32(value);
}

void put(ByteWriter& out, const std::vector<uint64_t>& values) {
  for (uint64_t value : values) out.u64(value);
}

void put_section(ByteWriter& out, Section section, const ByteWriter& body) {
  out.u8(static_cast<uint8_t>(section));
  out.string(body.bytes());
}

void put_sections(ByteWriter& out, const Signature& s) {
  const SignatureRules& rules = s.rules;
  auto section = [&](Section tag, auto fill) {
    ByteWriter body;
    fill(body);
    put_section(out, tag, body);
  };
  if (rules.bins > 0) {
    section(Section::kMinHash, [&](ByteWriter& body) { put(body, s.minhash); });
  }
  if (rules.bbit > 0) {
    section(Section::kBbit, [&](ByteWriter& body) {
      body.u8(static_cast<uint8_t>(rules.bbit));
      put(body, s.bbit);
    });
  }
  if (rules.permutations > 0) {
    section(Section::kClassic, [&](ByteWriter& body) { put(body, s.classic); });
  }
  if (rules.bottom > 0) {
    section(Section::kBottom, [&](ByteWriter& body) {
      body.u32(rules.bottom);
      put(body, s.bottom);
    });
  }
  if (rules.mod > 0) {
    section(Section::kMod, [&](ByteWriter& body) {
      body.u64(rules.mod);
      put(body, s.mod);
    });
  }
  if (rules.simhash_bits > 0) {
    section(Section::kSimHash, [&](ByteWriter& body) {
      body.u8(static_cast<uint8_t>(rules.simhash_k));
      body.u64(s.simhash_low);
      if (rules.simhash_bits == 128) body.u64(s.simhash_high);
    });
  }
  if (rules.bloom_bits > 0) {
    section(Section::kBloom, [&](ByteWriter& body) {
      body.u8(static_cast<uint8_t>(rules.bloom_hashes));
      body.u8(static_cast<uint8_t>(rules.chunker));
      body.u8(static_cast<uint8_t>(rules.chunk_hash));
      body.u32(rules.chunk_bytes);
      put(body, s.bloom);
    });
  }
}

// Reads the rest of a section as numbers; false when it is not a whole number of them.
template <typename T>
bool take(ByteReader& body, size_t bytes, std::vector<T>& out) {
  if (bytes % sizeof(T) != 0) return false;
  out.resize(bytes / sizeof(T));
  for (T& value : out) value = static_cast<T>(sizeof(T) == 4 ? body.u32() : body.u64());
  return body.done();
}

// False when the section is unknown or its bytes do not fit it.
bool take_section(Section section, std::string_view bytes, Signature& s) {
  ByteReader body(bytes);
  SignatureRules& rules = s.rules;
  auto rest = [&](size_t head) { return bytes.size() < head ? 0 : bytes.size() - head; };
  switch (section) {
    case Section::kMinHash:
      rules.bins = static_cast<uint32_t>(bytes.size() / 4);
      return take(body, bytes.size(), s.minhash);
    case Section::kBbit: rules.bbit = body.u8(); return take(body, rest(1), s.bbit);
    case Section::kClassic:
      rules.permutations = static_cast<uint32_t>(bytes.size() / 4);
      return take(body, bytes.size(), s.classic);
    case Section::kBottom: rules.bottom = body.u32(); return take(body, rest(4), s.bottom);
    case Section::kMod: rules.mod = body.u64(); return take(body, rest(8), s.mod);
    case Section::kSimHash:
      rules.simhash_k = body.u8();
      rules.simhash_bits = static_cast<uint32_t>(rest(1) * 8);
      s.simhash_low = body.u64();
      if (rules.simhash_bits == 128) s.simhash_high = body.u64();
      return body.done();
    case Section::kBloom:
      rules.bloom_hashes = body.u8();
      rules.chunker = static_cast<Chunker>(body.u8());
      rules.chunk_hash = static_cast<ChunkHash>(body.u8());
      rules.chunk_bytes = body.u32();
      rules.bloom_bits = static_cast<uint32_t>(rest(7) * 8);
      return take(body, rest(7), s.bloom);
  }
  return false;
}

bool ascending(const std::vector<uint64_t>& values) {
  for (size_t i = 1; i < values.size(); ++i) {
    if (values[i - 1] >= values[i]) return false;
  }
  return true;
}

// Do the values have the sizes and the order that the rules give them?
bool consistent(const Signature& s) {
  const SignatureRules& rules = s.rules;
  if (s.bbit.size() * 64 != uint64_t{rules.bins} * rules.bbit) return false;
  if (s.bottom.size() > rules.bottom || !ascending(s.bottom) || !ascending(s.mod)) return false;
  if (rules.mod == 0) return s.mod.empty();
  for (uint64_t value : s.mod) {
    if (value % rules.mod != 0) return false;
  }
  return true;
}

Status take_record(std::string_view record, Signature& s) {
  if (record.size() < kMagic.size() + kChecksumBytes || !record.starts_with(kMagic)) {
    return corrupt("signature: does not begin with dsig");
  }
  const std::string_view content = record.substr(0, record.size() - kChecksumBytes);
  if (ByteReader(record.substr(content.size())).u64() != hash64(content)) {
    return corrupt("signature: the checksum does not match");
  }
  ByteReader in(content.substr(kMagic.size()));
  if (uint32_t version = in.u8(); version != kSignatureVersion) {
    return corrupt("signature: unknown version " + std::to_string(version));
  }
  if (uint32_t version = in.u8(); version != kTextRulesVersion) {
    return corrupt("signature: made under text rules " + std::to_string(version));
  }
  s.rules = {.bins = 0, .simhash_bits = 0};
  s.rules.text.unit = static_cast<Unit>(in.u8());
  s.rules.text.k = in.u8();
  const uint8_t flags = in.u8();
  s.rules.text.padding = flags & kPadded ? Padding::kAlways : Padding::kNone;
  s.rules.text.mask_numbers = (flags & kMasked) != 0;
  s.rules.seed = in.u64();
  s.words_hash_high = in.u64();
  s.words_hash_low = in.u64();
  s.tokens = in.varint();
  s.windows = in.varint();
  const uint8_t sections = in.u8();
  for (uint8_t i = 0; i < sections; ++i) {
    const uint8_t section = in.u8();
    const std::string_view body = in.string();
    if (!in.ok() || !take_section(static_cast<Section>(section), body, s)) {
      return corrupt("signature: section " + std::to_string(section) + " is damaged");
    }
  }
  return in.done() ? Status() : corrupt("signature: cut short");
}

bool any_of(uint64_t value, std::initializer_list<uint64_t> allowed) {
  for (uint64_t a : allowed) {
    if (a == value) return true;
  }
  return false;
}

}  // namespace

Status SignatureRules::check() const try {
  auto fault = [](const char* what, uint64_t value) {
    return invalid_argument(std::string(what) + " (got " + std::to_string(value) + ")");
  };
  if (text.unit != Unit::kWord && text.unit != Unit::kChar)
    return fault("unknown unit", static_cast<uint64_t>(text.unit));
  if (text.k < 1 || text.k > TextRules::kMaxWindow)
    return fault("k must be between 1 and 64", text.k);
  if (bins != 0 && !sketch::is_bin_count(bins)) return fault("bins must be 64, 128 or 256", bins);
  if (bbit != 0 && !sketch::is_bbit_width(bbit)) return fault("b must be 1, 2, 4 or 8", bbit);
  if (bbit != 0 && bins == 0) return fault("b-bit MinHash needs bins", bins);
  if (permutations > kMaxPermutations)
    return fault("there can be at most 4096 permutations", permutations);
  if (bottom > kMaxBottom) return fault("bottom m must be at most 65536", bottom);
  if (!any_of(simhash_bits, {0, 64, 128})) return fault("SimHash has 64 or 128 bits", simhash_bits);
  if (simhash_k < 1 || simhash_k > TextRules::kMaxWindow) {
    return fault("SimHash features have 1 to 64 tokens", simhash_k);
  }
  if (bloom_bits % 64 != 0 || bloom_bits > kMaxBloomBits) {
    return fault("bits of a Bloom filter must be a multiple of 64, at most 1048576", bloom_bits);
  }
  if (bloom_hashes < 1 || bloom_hashes > sketch::BloomFilter::kMaxHashes) {
    return fault("a Bloom filter must have between 1 and 32 hashes", bloom_hashes);
  }
  if (chunker > Chunker::kRabin) return fault("unknown chunker", static_cast<uint64_t>(chunker));
  if (chunk_hash > ChunkHash::kSha1)
    return fault("unknown chunk hash", static_cast<uint64_t>(chunk_hash));
  if (!sketch::ChunkRules{.expected_bytes = chunk_bytes}.valid()) {
    return fault("the expected chunk size must be a power of two between 64 and 65536",
                 chunk_bytes);
  }
  return {};
} catch (...) {
  return status_of_exception();
}

std::string encode(const Signature& s) {
  ByteWriter out;
  for (char c : kMagic) out.u8(static_cast<uint8_t>(c));
  out.u8(static_cast<uint8_t>(kSignatureVersion));
  out.u8(static_cast<uint8_t>(kTextRulesVersion));
  const SignatureRules& rules = s.rules;
  out.u8(static_cast<uint8_t>(rules.text.unit));
  out.u8(static_cast<uint8_t>(rules.text.k));
  out.u8(static_cast<uint8_t>((rules.text.padding == Padding::kAlways ? kPadded : 0) |
                              (rules.text.mask_numbers ? kMasked : 0)));
  out.u64(rules.seed);
  out.u64(s.words_hash_high);
  out.u64(s.words_hash_low);
  out.varint(s.tokens);
  out.varint(s.windows);
  out.u8(static_cast<uint8_t>((rules.bins > 0) + (rules.bbit > 0) + (rules.permutations > 0) +
                              (rules.bottom > 0) + (rules.mod > 0) + (rules.simhash_bits > 0) +
                              (rules.bloom_bits > 0)));
  put_sections(out, s);
  ByteWriter checksum;
  checksum.u64(hash64(out.bytes()));
  return out.bytes() + checksum.bytes();
}

Result<Signature> decode_signature(std::string_view record) try {
  Signature out;
  if (Status status = take_record(record, out); !status.ok()) return status;
  if (Status status = out.rules.check(); !status.ok())
    return corrupt("signature: " + status.message());
  if (!consistent(out)) return corrupt("signature: the values do not match the rules");
  if (encode(out) != record) return corrupt("signature: not in canonical form");
  return out;
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
