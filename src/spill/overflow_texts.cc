#include "spill/overflow_texts.h"

namespace doppel::spill {

// A reader that was made before the first text went to disk can read texts on disk as well.
class OverflowTexts::Reader : public texts::TextReader {
 public:
  explicit Reader(const OverflowTexts& store)
      : store_(store), in_memory_(store.in_memory_.reader()) {}

  Result<std::string_view> text(FormId form) override {
    if (form.index() < store_.forms_) return in_memory_->text(form);
    if (!on_disk_) on_disk_ = store_.on_disk_->reader();
    return on_disk_->text({static_cast<uint32_t>(form.index()) - store_.forms_});
  }

 private:
  const OverflowTexts& store_;
  std::unique_ptr<texts::TextReader> in_memory_, on_disk_;
};

Status OverflowTexts::append(std::string_view text, const texts::TextLocation& location) {
  if (!on_disk_ && text.size() <= most_bytes_ - bytes_) {
    bytes_ += text.size();
    ++forms_;
    return in_memory_.append(text, location);
  }
  if (!on_disk_) {
    auto made = SpoolTexts::create(path_);
    if (!made) return made.error();
    on_disk_ = *std::move(made);
  }
  return on_disk_->append(text, location);
}

std::unique_ptr<texts::TextReader> OverflowTexts::reader() const {
  return std::make_unique<Reader>(*this);
}

}  // namespace doppel::spill
