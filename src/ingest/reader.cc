#include "ingest/reader.h"

#include <algorithm>
#include <utility>

#include "codec/byte_stream.h"
#include "ingest/format.h"
#include "io/byte_source.h"

namespace doppel::ingest {
namespace {

// The bytes of a pipe that were read to recognise it are given to its reader before the rest.
Result<std::unique_ptr<Reader>> open_pipe(const Input& input, const Split& split,
                                          const ReadOptions& options, TableMemory* memory) {
  Result<std::unique_ptr<io::ByteSource>> source = io::open_source(input.data_path());
  if (!source) return source.error();
  Result<std::unique_ptr<codec::ByteStream>> stream = codec::open_stream(*std::move(source));
  if (!stream) return stream.error();
  std::string beginning(kLookBytes, '\0');
  Result<size_t> n = (*stream)->read(beginning);
  if (!n) return n.error();
  beginning.resize(*n);
  const Recognised recognised = recognise_stream(input, beginning);
  if (recognised.other) return refusal(input.path, *recognised.other);
  auto whole = codec::prefixed_stream(std::move(beginning), *std::move(stream));
  return recognised.content->read_stream(std::move(whole), input, split, options, memory);
}

}  // namespace

Result<std::vector<Split>> plan_splits(std::span<const Input> inputs, const SplitOptions& options) {
  std::vector<Split> splits;
  uint64_t target = std::max<uint64_t>(options.target_bytes, 1);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Input& input = inputs[i];
    auto index = static_cast<uint32_t>(i);
    if (input.read_once || input.size / 2 < target) {
      splits.push_back({index});
      continue;
    }
    auto content = content_of(input);
    if (!content) return content.error();
    if (Status s = (*content)->plan_splits(input, index, target, splits); !s.ok()) return s;
  }
  return splits;
}

Status check_record_bytes(uint64_t bytes) {
  if (bytes <= kMaxRecordBytes) return {};
  return invalid_argument("a record may have at most " + std::to_string(kMaxRecordBytes) +
                          " bytes (got " + std::to_string(bytes) + ")");
}

Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                            const ReadOptions& options, TableMemory* memory) {
  if (Status s = check_record_bytes(options.max_record_bytes); !s.ok()) return s;
  if (input.read_once) return open_pipe(input, split, options, memory);
  auto content = content_of(input);
  if (!content) return content.error();
  return (*content)->open_reader(input, split, options, memory);
}

}  // namespace doppel::ingest
