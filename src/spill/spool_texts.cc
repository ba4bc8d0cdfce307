#include "spill/spool_texts.h"

#include <utility>

namespace doppel::spill {
namespace {

constexpr size_t kTailBytes = size_t{256} << 10;

}  // namespace

// A text is in the file or in the tail, never partly in both: the tail is always written as a
// whole.
class SpoolTexts::Reader : public texts::TextReader {
 public:
  explicit Reader(const SpoolTexts& store) : store_(store) {}

  Result<std::string_view> text(FormId form) override {
    const uint64_t begin = store_.begin_of(form.index());
    const uint64_t length = store_.ends_[form.index()] - begin;
    const uint64_t written = store_.file_.size();
    if (begin >= written) return std::string_view(store_.tail_).substr(begin - written, length);
    buffer_.resize(length);
    if (Status s = store_.file_.read(begin, buffer_); !s.ok()) return s;
    return std::string_view(buffer_);
  }

 private:
  const SpoolTexts& store_;
  std::string buffer_;
};

Result<std::unique_ptr<SpoolTexts>> SpoolTexts::create(const std::string& path,
                                                       TableMemory* memory) {
  auto file = io::TemporaryFile::create(path);
  if (!file) return file.error();
  return std::unique_ptr<SpoolTexts>(new SpoolTexts(*std::move(file), memory));
}

Status SpoolTexts::append(std::string_view text, const texts::TextLocation&) {
  tail_ += text;
  ends_.push_back(file_.size() + tail_.size());
  if (tail_.size() < kTailBytes) return {};
  Status status = file_.append(tail_);
  tail_.clear();
  return status;
}

std::unique_ptr<texts::TextReader> SpoolTexts::reader() const {
  return std::make_unique<Reader>(*this);
}

}  // namespace doppel::spill
