// Bytes compressed by the libraries themselves, in every way that is read.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <string>
#include <string_view>

namespace doppel::support {

// Compresses all bytes with an initialised stream, and ends it. `header_bytes` is how long its
// header can be beyond the usual one.
inline std::string deflate_all(z_stream& z, std::string_view bytes, size_t header_bytes = 0) {
  std::string out(deflateBound(&z, bytes.size()) + header_bytes + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

// `window_bits` selects the format around the deflated bytes, as in zlib.
inline std::string deflated(std::string_view bytes, int window_bits, int level = 6) {
  z_stream z{};
  deflateInit2(&z, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  return deflate_all(z, bytes);
}

// One gzip member; its blocks are stored at level 0.
inline std::string gzip(std::string_view bytes, int level = 6) {
  return deflated(bytes, MAX_WBITS + 16, level);
}

// One zstd frame with a checksum.
inline std::string zstd(std::string_view bytes, int window_log = 0) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (window_log > 0) {
    // Without a known size the window is what was asked for.
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  }
  std::string out(ZSTD_compressBound(bytes.size()) + 64, '\0');
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer packed{out.data(), out.size(), 0};
  if (window_log > 0) {
    ZSTD_compressStream2(context, &packed, &in, ZSTD_e_flush);
  }
  ZSTD_compressStream2(context, &packed, &in, ZSTD_e_end);
  out.resize(packed.pos);
  ZSTD_freeCCtx(context);
  return out;
}

// A skippable zstd frame.
inline std::string zstd_skippable(std::string_view bytes) {
  std::string out("\x50\x2a\x4d\x18", 4);
  for (int shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<char>(bytes.size() >> shift & 0xff));
  }
  return out.append(bytes);
}

}  // namespace doppel::support
