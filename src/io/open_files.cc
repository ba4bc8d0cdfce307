#include "io/open_files.h"

#include <utility>

namespace doppel::io {

Result<std::shared_ptr<const File>> OpenFiles::open(uint32_t number, const std::string& path) {
  std::lock_guard lock(mutex_);
  Slot& slot = slots_[number % kMost];
  if (!slot.file || slot.number != number) {
    slot.file = nullptr;  // close it first, because there may be no other descriptor left
    auto file = File::open(path);
    if (!file) return file.error();
    slot.file = std::make_shared<const File>(*std::move(file));
    slot.number = number;
  }
  return slot.file;
}

}  // namespace doppel::io
