// Files that are one page each: HTML and plain text, known by their names (documents.h).
#include <utility>

#include "ingest/documents.h"
#include "ingest/format.h"
#include "ingest/line_records.h"

namespace doppel::ingest {
namespace {

class DocumentReader final : public LineRecords {
 public:
  using LineRecords::LineRecords;

 private:
  void parse(bool, Arena&, Record& record) override {
    record.kind = is_html_document(path()) ? Kind::kHtml : Kind::kPlain;
    record.payload = record.bytes;
  }
};

class DocumentContent final : public Content {
 public:
  DocumentContent(const Format& format, codec::Compression compression, bool html)
      : Content(format, compression), html_(html) {}

  std::string_view suffix() const override { return html_ ? ".html" : ".txt"; }

  Status plan_splits(const Input&, uint32_t index, uint64_t,
                     std::vector<Split>& splits) const override {
    splits.push_back({index});
    return {};
  }

  Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory* memory) const override {
    return reader(
        LineReader::open(input.data_path(), whole(split), options.max_record_bytes, memory), input,
        split);
  }

  Result<std::unique_ptr<Reader>> read_stream(std::unique_ptr<codec::ByteStream> stream,
                                              const Input& input, const Split& split,
                                              const ReadOptions& options,
                                              TableMemory* memory) const override {
    return reader(
        LineReader::over(std::move(stream), whole(split), options.max_record_bytes, memory), input,
        split);
  }

 private:
  static LineRange whole(const Split& split) { return {split.begin, split.end, true}; }

  static Result<std::unique_ptr<Reader>> reader(Result<LineReader> lines, const Input& input,
                                                const Split& split) {
    if (!lines) return lines.error();
    return std::unique_ptr<Reader>(
        std::make_unique<DocumentReader>(input, split, *std::move(lines)));
  }

  const bool html_;
};

class DocumentFormat final : public Format {
 public:
  bool has_name(std::string_view path) const override { return is_document(path); }
  bool is_one_page() const override { return true; }

  Result<ContentPtr> recognise(const Input& input) const override {
    if (!is_document(input.path)) return ContentPtr();
    auto compression = codec::compression_of(input.data_path());
    if (!compression) return compression.error();
    return content(input.path, *compression);
  }

  ContentPtr recognise_stream(std::string_view path, std::string_view) const override {
    return is_document(path) ? content(path, codec::Compression::kNone) : nullptr;
  }

 private:
  ContentPtr content(std::string_view path, codec::Compression compression) const {
    return std::make_shared<DocumentContent>(*this, compression, is_html_document(path));
  }
};

}  // namespace

const Format& document_format() {
  static const DocumentFormat format;
  return format;
}

}  // namespace doppel::ingest
