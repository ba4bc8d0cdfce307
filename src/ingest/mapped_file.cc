#include "ingest/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "ingest/file.h"

namespace doppel::ingest {

Result<MappedFile> MappedFile::open(const std::string& path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(path, errno);
  struct stat info;
  if (fstat(descriptor, &info) != 0) {
    Status failure = system_error(path, errno);
    ::close(descriptor);
    return failure;
  }
  auto size = static_cast<size_t>(info.st_size);
  void* begin = nullptr;
  if (size > 0) {
    begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (begin == MAP_FAILED) {
      Status failure = system_error(path, errno);
      ::close(descriptor);
      return failure;
    }
    madvise(begin, size, MADV_SEQUENTIAL);
  }
  ::close(descriptor);
  return MappedFile({static_cast<const char*>(begin), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace doppel::ingest
