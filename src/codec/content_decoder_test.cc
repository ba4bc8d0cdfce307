#include "codec/content_decoder.h"

#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <vector>

#include "codec/pack.h"
#include "support/packed.h"

namespace doppel::codec {
namespace {

using support::deflated;

std::string brotli(std::string_view bytes) {
  std::string out(BrotliEncoderMaxCompressedSize(bytes.size()) + 64, '\0');
  size_t size = out.size();
  BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                        reinterpret_cast<const uint8_t*>(bytes.data()), &size,
                        reinterpret_cast<uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(std::string_view bytes) {
  std::string out;
  Packer(Compression::kZstd).pack(bytes, out);
  return out;
}

struct Coding {
  const char* name;
  std::string bytes;
};

std::vector<Coding> codings(std::string_view plain) {
  return {{"gzip", deflated(plain, MAX_WBITS + 16)},
          {"x-gzip", deflated(plain, MAX_WBITS + 16)},
          {"deflate", deflated(plain, MAX_WBITS)},
          {"Deflate", deflated(plain, -MAX_WBITS)},
          {"br", brotli(plain)},
          {"zstd", zstd(plain)},
          {"br, gzip", deflated(brotli(plain), MAX_WBITS + 16)},
          {"identity", std::string(plain)},
          {"", std::string(plain)}};
}

struct Outcome {
  DecodeEnd end;
  std::string bytes;
};

Outcome run(std::string_view coding, std::string_view bytes, size_t limit = size_t{1} << 24) {
  std::vector<std::string> blocks;
  Decoded out = ContentDecoder().decode(coding, bytes, limit, [&](size_t n) {
    EXPECT_LE(n, limit);
    blocks.emplace_back(n, '\0');
    return Unpacker::Room{blocks.back().data(), n};
  });
  return {out.end, std::string(out.bytes)};
}

std::string page() {
  std::string out;
  for (int i = 0; i < 2000; ++i) out += "<p>paragraph " + std::to_string(i * i) + "</p>\n";
  return out;
}

TEST(ContentDecoder, undoes_every_coding) {
  for (const Coding& coding : codings(page())) {
    Outcome out = run(coding.name, coding.bytes);
    EXPECT_EQ(out.end, DecodeEnd::kWhole) << coding.name;
    EXPECT_EQ(out.bytes, page()) << coding.name;
  }
}

TEST(ContentDecoder, gives_what_stands_before_a_cut) {
  std::string plain = page();
  for (const Coding& coding : codings(plain)) {
    bool several = std::string_view(coding.name).find(',') != std::string_view::npos;
    if (several || coding.bytes == plain) continue;
    for (size_t n = 1; n < coding.bytes.size(); n += 97) {
      Outcome out = run(coding.name, std::string_view(coding.bytes).substr(0, n));
      ASSERT_NE(out.end, DecodeEnd::kWhole) << coding.name << " " << n;
      if (out.end == DecodeEnd::kTruncated) {
        ASSERT_TRUE(plain.starts_with(out.bytes)) << coding.name << " " << n;
      }
    }
  }
}

TEST(ContentDecoder, leaves_alone_what_is_not_packed) {
  for (const char* coding : {"gzip", "deflate", "br", "zstd"}) {
    Outcome out = run(coding, page());
    EXPECT_EQ(out.end, DecodeEnd::kAsIs) << coding;
    EXPECT_EQ(out.bytes, page()) << coding;
  }
  EXPECT_EQ(run("compress", page()).end, DecodeEnd::kUnknown);
  EXPECT_EQ(run("gzip", "").end, DecodeEnd::kWhole);
}

TEST(ContentDecoder, several_codings_of_which_one_was_undone) {
  Outcome out = run("br, gzip", deflated(page(), MAX_WBITS + 16));
  EXPECT_EQ(out.end, DecodeEnd::kAsIs);
  EXPECT_EQ(out.bytes, page());
}

TEST(ContentDecoder, a_bomb_is_too_large) {
  for (const Coding& coding : codings(std::string(5'000'000, 'x'))) {
    if (coding.bytes.size() == 5'000'000) continue;
    EXPECT_EQ(run(coding.name, coding.bytes, 100'000).end, DecodeEnd::kTooLarge) << coding.name;
  }
}

}  // namespace
}  // namespace doppel::codec
