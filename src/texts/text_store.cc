#include "texts/text_store.h"

namespace doppel::texts {
namespace {

class MemoryReader : public TextReader {
 public:
  explicit MemoryReader(const std::vector<std::string_view>& forms) : forms_(forms) {}
  Result<std::string_view> text(FormId form) override { return forms_[form.index()]; }

 private:
  const std::vector<std::string_view>& forms_;
};

}  // namespace

Result<bool> TextReader::equals(FormId form, std::string_view other, const TextLocation&) {
  auto stored = text(form);
  if (!stored) return stored.error();
  return *stored == other;
}

Status MemoryTexts::append(std::string_view text, const TextLocation&) {
  forms_.push_back(arena_.copy(text));
  return {};
}

std::unique_ptr<TextReader> MemoryTexts::reader() const {
  return std::make_unique<MemoryReader>(forms_);
}

}  // namespace doppel::texts
