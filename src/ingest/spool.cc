#include "ingest/spool.h"

#include <vector>

#include "ingest/byte_source.h"
#include "ingest/file.h"

namespace doppel::ingest {

Status spool_input(Input& input, const std::string& file) {
  constexpr size_t kChunkBytes = size_t{256} << 10;
  Result<std::unique_ptr<ByteSource>> source = open_source(input);
  if (!source) return source.error();
  Result<File> copy = File::create(file);
  if (!copy) return copy.error();

  std::vector<char> chunk(kChunkBytes);
  uint64_t size = 0;
  for (size_t n = chunk.size(); n == chunk.size(); size += n) {
    Result<size_t> got = (*source)->read(chunk);
    if (!got) return got.error();
    n = *got;
    if (Status s = copy->write({chunk.data(), n}); !s.ok()) return s;
  }
  if (Status s = copy->close(); !s.ok()) return s;
  input.spool = file;
  input.size = size;
  input.read_once = false;
  return {};
}

}  // namespace doppel::ingest
