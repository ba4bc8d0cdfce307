#include "engine/source_texts.h"

#include <array>
#include <cstring>
#include <optional>

#include "base/arena.h"
#include "engine/page_text.h"
#include "ingest/archive_input.h"
#include "ingest/compression.h"
#include "ingest/documents.h"
#include "ingest/file.h"
#include "ingest/json_record.h"

namespace doppel::engine {

class SourceTexts::Reader : public compare::TextReader {
 public:
  explicit Reader(const SourceTexts& store)
      : store_(store),
        others_(store.others_->reader()),
        parser_(store.options_.fields),
        page_text_(store.options_.view) {}

  Result<std::string_view> text(FormId form) override {
    const Place& place = store_.forms_[form.index()];
    if (!store_.again_[place.input]) return others_->text({static_cast<uint32_t>(place.offset)});
    const ingest::Input& input = store_.inputs_[place.input];
    auto file = open(place.input);
    if (!file) return file.error();
    arena_.clear();
    char* line = arena_.allocate(place.length + ingest::JsonRecordParser::kPadding);
    auto read = (*file)->read_at({line, place.length}, place.offset);
    if (!read) return read.error();
    std::memset(line + *read, 0, place.length - *read + ingest::JsonRecordParser::kPadding);
    Record record;
    // It was a good record before, so a byte order mark can only stand where it may.
    parser_.parse({line, place.length}, true, arena_, record);
    if (*read < place.length || record.reject != Reject::kNone) {
      return io_error(input.path + ": changed while it was read");
    }
    return page_text_.of(record, arena_).text;
  }

 private:
  struct Open {
    uint32_t input;
    ingest::File file;
  };

  // Some files stay open, so that a run over thousands needs few descriptors.
  Result<ingest::File*> open(uint32_t input) {
    std::optional<Open>& slot = open_[input % open_.size()];
    if (!slot || slot->input != input) {
      auto file = ingest::File::open(store_.inputs_[input].data_path());
      if (!file) return file.error();
      slot.emplace(Open{input, *std::move(file)});
    }
    return &slot->file;
  }

  const SourceTexts& store_;
  std::unique_ptr<compare::TextReader> others_;
  ingest::JsonRecordParser parser_;
  PageText page_text_;
  Arena arena_;
  std::array<std::optional<Open>, 16> open_;
};

Result<std::unique_ptr<SourceTexts>> SourceTexts::create(
    const std::vector<ingest::Input>& inputs, const ReadOptions& options,
    std::unique_ptr<compare::TextStore> others) {
  std::unique_ptr<SourceTexts> store(new SourceTexts(inputs, options, std::move(others)));
  for (const ingest::Input& input : inputs) {
    auto compression = ingest::compression_of(input.data_path());
    if (!compression) return compression.error();
    // A document is no line of JSON.
    bool again = options.max_record_bytes < UINT32_MAX && !ingest::is_document(input.path);
    if (again && *compression == ingest::Compression::kNone) {
      auto archive = ingest::open_archive(input);
      if (!archive) return archive.error();
      again = !*archive;
    }
    store->again_.push_back(again && *compression == ingest::Compression::kNone);
  }
  return store;
}

Status SourceTexts::append(std::string_view text, const Position& at) {
  if (again_[at.input]) {
    forms_.push_back({at.offset, at.input, static_cast<uint32_t>(at.length)});
    return {};
  }
  forms_.push_back({other_forms_++, at.input, 0});
  return others_->append(text, at);
}

std::unique_ptr<compare::TextReader> SourceTexts::reader() const {
  return std::make_unique<Reader>(*this);
}

}  // namespace doppel::engine
