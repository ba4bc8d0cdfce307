#include "io/spool.h"

#include <vector>

#include "io/file.h"

namespace doppel::io {

Result<uint64_t> spool(const std::string& path, const std::string& file,
                       const std::function<Status(uint64_t)>& advance) {
  constexpr size_t kChunkBytes = size_t{256} << 10;
  constexpr int kWaitMs = 100;  // the longest delay before a cancellation is noticed
  Result<File> source = path == "-" ? File::standard_input() : File::open_without_waiting(path);
  if (!source) return source.error();
  Result<File> copy = File::create(file);
  if (!copy) return copy.error();

  std::vector<char> chunk(kChunkBytes);
  uint64_t size = 0;
  while (true) {
    Result<std::optional<size_t>> got = source->read_some(chunk, kWaitMs);
    if (!got) return got.error();
    size_t n = got->value_or(0);
    if (Status s = advance(n); !s.ok()) return s;
    if (*got && n == 0) break;
    if (Status s = copy->write({chunk.data(), n}); !s.ok()) return s;
    size += n;
  }
  if (Status s = copy->close(); !s.ok()) return s;
  return size;
}

}  // namespace doppel::io
