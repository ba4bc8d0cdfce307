#include "corpus/source_texts.h"

#include <algorithm>
#include <span>

#include "base/arena.h"
#include "corpus/page_words_reader.h"
#include "ingest/format.h"
#include "ingest/json_record.h"
#include "io/file.h"

namespace doppel::corpus {
namespace {

// What is at a texts::TextLocation: a JSON string, whose offset is that of the byte after the
// opening quote.
enum Encoding : uint8_t { kTextString = 0, kPageString = 1 };  // a text; a page in HTML

}  // namespace

// Holds a window of one file: the string that was asked for and, if the previous string was shortly
// before it, some bytes that follow.
class SourceTexts::Reader : public texts::TextReader {
 public:
  explicit Reader(const SourceTexts& store)
      : store_(store),
        others_(store.others_->reader()),
        decoder_(store.options_.fields),
        words_reader_(store.options_.view) {}

  Result<std::string_view> text(FormId form) override {
    const FormLocation& location = store_.forms_[form.index()];
    if (location.length == 0) return others_->text({static_cast<uint32_t>(location.offset)});
    auto encoded = read_string(location);
    if (!encoded) return encoded;
    arena_.clear();
    Record record;
    std::string_view& decoded = location.encoding == kPageString ? record.payload : record.text;
    if (!decoder_.decode(*encoded, arena_, decoded)) return changed(location);
    if (location.encoding != kPageString) return record.text;
    record.kind = Kind::kHtml;
    record.charset_hint = "utf-8";
    return words_reader_.of(record, arena_).text;
  }

  // Equal JSON strings are equal texts; different JSON strings may be equal texts, too.
  Result<bool> equals(FormId form, std::string_view other,
                      const texts::TextLocation& source) override {
    const FormLocation& location = store_.forms_[form.index()];
    if (location.length > 0 && location.length == source.stored.size() &&
        location.encoding == source.encoding) {
      auto encoded = read_string(location);
      if (!encoded) return encoded.error();
      if (*encoded == source.stored) return true;
    }
    return TextReader::equals(form, other, source);
  }

 private:
  Status changed(const FormLocation& location) const {
    return io_error(store_.inputs_[location.input].path + ": changed while it was being read");
  }

  // The string without its quotes.
  Result<std::string_view> read_string(const FormLocation& location) {
    auto quoted = read_quoted(location);
    if (!quoted) return quoted;
    const bool is_string =
        quoted->size() == location.length + 2 && quoted->front() == '"' && quoted->back() == '"';
    if (!is_string) return changed(location);
    return quoted->substr(1, location.length);
  }

  // The string with its quotes, or as much of it as the file has.
  Result<std::string_view> read_quoted(const FormLocation& location) {
    constexpr uint64_t kWindow = uint64_t{32} << 10, kNear = uint64_t{1} << 10;
    const uint64_t begin = location.offset - 1, size = location.length + 2;
    const uint64_t window_end = window_begin_ + window_size_;
    const bool behind = location.input == window_input_ && begin >= window_begin_;
    if (!behind || begin + size > window_end) {
      const bool onward = behind && begin < window_end + kNear;
      auto file = open(location.input);
      if (!file) return file.error();
      window_.resize(std::max(size, onward ? kWindow : 0) + ingest::JsonRecordParser::kPadding);
      window_size_ = 0;
      auto read = (*file)->read_at(
          std::span(window_).first(window_.size() - ingest::JsonRecordParser::kPadding), begin);
      if (!read) return read.error();
      window_input_ = location.input;
      window_begin_ = begin;
      window_size_ = *read;
    }
    return std::string_view(window_.data(), window_size_).substr(begin - window_begin_, size);
  }

  Result<const io::File*> open(uint32_t input) {
    if (!file_ || file_input_ != input) {
      file_ = nullptr;
      auto file = store_.files_->open(input, store_.inputs_[input].data_path());
      if (!file) return file.error();
      file_ = *std::move(file);
      file_input_ = input;
    }
    return file_.get();
  }

  const SourceTexts& store_;
  std::unique_ptr<texts::TextReader> others_;
  ingest::JsonRecordParser decoder_;
  PageWordsReader words_reader_;
  Arena arena_;
  std::vector<char> window_;
  uint32_t window_input_ = UINT32_MAX;
  uint64_t window_begin_ = 0, window_size_ = 0;
  std::shared_ptr<const io::File> file_;
  uint32_t file_input_ = 0;
};

texts::TextLocation text_location(const Record& record, const Position& at) {
  if (record.encoded.empty()) return {.input = at.input};
  auto begin = static_cast<uint64_t>(record.encoded.data() - record.bytes.data());
  const Encoding encoding = record.kind == Kind::kHtml ? kPageString : kTextString;
  return {at.input, encoding, at.offset + begin, record.encoded};
}

Result<std::unique_ptr<SourceTexts>> SourceTexts::create(const std::vector<ingest::Input>& inputs,
                                                         const ReadOptions& options,
                                                         std::unique_ptr<texts::TextStore> others) {
  std::unique_ptr<SourceTexts> store(new SourceTexts(inputs, options, std::move(others)));
  for (const ingest::Input& input : inputs) {
    auto content = ingest::content_of(input);
    if (!content) return content.error();
    store->again_.push_back((*content)->has_texts_in_place());
  }
  return store;
}

Status SourceTexts::append(std::string_view text, const texts::TextLocation& source) {
  if (again_[source.input] && !source.stored.empty()) {
    forms_.push_back({source.offset, static_cast<uint32_t>(source.stored.size()),
                      source.input & 0x7FFFFFFF, source.encoding == kPageString});
    return {};
  }
  forms_.push_back({other_forms_++, 0, source.input & 0x7FFFFFFF, kTextString});
  return others_->append(text, source);
}

std::unique_ptr<texts::TextReader> SourceTexts::reader() const {
  return std::make_unique<Reader>(*this);
}

}  // namespace doppel::corpus
