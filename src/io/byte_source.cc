#include "io/byte_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/file.h"

namespace doppel::io {
namespace {

class FileSource : public ByteSource {
 public:
  explicit FileSource(File file) : file_(std::move(file)) {}
  Result<size_t> read(std::span<char> into) override { return file_.read(into); }

 private:
  File file_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

  Result<size_t> read(std::span<char> into) override {
    size_t n = std::min(into.size(), bytes_.size() - at_);
    if (n > 0) std::memcpy(into.data(), bytes_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path, uint64_t begin) {
  Result<File> file = path == "-" ? File::standard_input() : File::open(path);
  if (!file) return file.error();
  if (begin > 0) {
    if (Status s = file->seek(begin); !s.ok()) return s;
  }
  return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(*std::move(file)));
}

std::unique_ptr<ByteSource> memory_source(std::string bytes) {
  return std::make_unique<MemorySource>(std::move(bytes));
}

}  // namespace doppel::io
