// Any bytes as a packed file: the stream ends, with a reason or without, within its buffers.
// The first byte chooses how much is pulled at once; the lines of the same bytes are read as well.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "codec/byte_stream.h"
#include "ingest/line_reader.h"

namespace {

using namespace doppel;
using namespace doppel::codec;
using namespace doppel::ingest;
using namespace doppel::io;

// What a small input may unpack to before it is left alone: zstd and gzip reach factors of a
// thousand.
constexpr uint64_t kEnough = uint64_t{16} << 20;

void require(bool condition) {
  if (!condition) std::abort();
}

uint64_t pull(const std::string& packed, size_t step) {
  auto stream = open_stream(memory_source(packed));
  require(stream.has_value());
  uint64_t total = 0;
  while (total < kEnough) {
    // A buffer of exactly that size, so that a byte too many is seen.
    auto buffer = std::make_unique<char[]>(step);
    Result<size_t> n = (*stream)->read({buffer.get(), step});
    require(n.has_value() && *n <= step);
    total += *n;
    if (*n == step) continue;
    require(*(*stream)->read({buffer.get(), step}) == 0);
    break;
  }
  return total;
}

void read_lines(const std::string& packed, uint64_t total) {
  auto stream = open_stream(memory_source(packed));
  auto lines = LineReader::over(*std::move(stream), {}, 100);
  Line line;
  uint64_t end = 0;
  bool broken = false;
  while (end < kEnough) {
    Result<bool> more = lines->next(line);
    require(more.has_value());
    if (!*more) break;
    require(!broken && line.offset >= end);
    broken = line.reject == Reject::kTruncated || line.reject == Reject::kCorrupt;
    require((line.reject == Reject::kNone) == (line.bytes.size() == line.length && !broken) ||
            line.length == 0);
    end = line.offset + line.length;
  }
  require(total >= kEnough || end <= total);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  size_t step = data[0] == 0 ? 100000 : data[0];
  std::string packed(reinterpret_cast<const char*>(data) + 1, size - 1);
  read_lines(packed, pull(packed, step));
  return 0;
}
