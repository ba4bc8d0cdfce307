// What is an input, and what follows from it? The one place that answers.
//
// Each kind of input is a Format: it recognises files, and says by which names they are known in a
// folder. What it has recognised is a Content: how the file is packed, how it is cut into splits
// and read. recognise() asks the formats once an input, and the answer is remembered in
// Input::content; nobody looks at a file a second time to find out what it is.
//
//   ingest   recognise, plan splits, read           here; registered in formats.cc
//   engine   write what is kept of such an input    FormatWriter; registered in format_writers.cc
//   check    hold what was written against it       registered in kept_files.cc
//
// A new format is a source with a Format and a Content of its own, and one line in each of the
// three tables; rooms between do not learn of it. Formats are asked in the order of the table, and
// the last one, lines of JSON, takes what nobody else wants. Before that a file that is
// recognisably something else (other_files.h) is refused.
//
// Formats live as long as the process; contents are immutable. Both are safe to share between
// threads. Tested by format_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "codec/byte_stream.h"
#include "codec/compression.h"
#include "doppel/read.h"
#include "doppel/status.h"
#include "ingest/inputs.h"
#include "ingest/other_files.h"
#include "ingest/reader.h"

namespace doppel::ingest {

class Format;

class Content {
 public:
  virtual ~Content() = default;

  const Format& format() const { return format_; }
  codec::Compression compression() const { return compression_; }
  // How a file of such records is called, compression aside: ".jsonl".
  virtual std::string_view suffix() const = 0;
  // As its format says.
  bool is_one_page() const;
  // Whether Record::encoded stands in the file as it is, at the record's offset and its own place
  // in the record, so that a text can be read again alone.
  virtual bool has_texts_in_place() const { return false; }

  // Whether what is kept of it is packed anew as a whole, so that its packed bytes depend on the
  // version of a library.
  virtual bool is_packed_anew() const { return compression_ != codec::Compression::kNone; }

  // Splits of the input, appended; a single one where it cannot be cut. REQUIRES: a regular file,
  // or a spool.
  virtual Status plan_splits(const Input& input, uint32_t index, uint64_t target_bytes,
                             std::vector<Split>& splits) const = 0;
  // As ingest::open_reader().
  virtual Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                                      const ReadOptions& options,
                                                      TableMemory* memory) const = 0;
  // The same for what can be read only once: the stream has its first byte still to give.
  virtual Result<std::unique_ptr<Reader>> read_stream(std::unique_ptr<codec::ByteStream> stream,
                                                      const Input& input, const Split& split,
                                                      const ReadOptions& options,
                                                      TableMemory* memory) const = 0;

 protected:
  Content(const Format& format, codec::Compression compression)
      : format_(format), compression_(compression) {}

 private:
  const Format& format_;
  const codec::Compression compression_;
};
using ContentPtr = std::shared_ptr<const Content>;

class Format {
 public:
  virtual ~Format() = default;

  // Whether a file of this name, below a folder, is an input.
  virtual bool has_name(std::string_view path) const = 0;
  // Whether a file is one page as a whole, which is there or is not.
  virtual bool is_one_page() const { return false; }
  // Nothing when the file is not of this format. REQUIRES: a regular file, or a spool.
  virtual Result<ContentPtr> recognise(const Input& input) const = 0;
  // The same for what can be read only once, by its name and its first unpacked bytes.
  virtual ContentPtr recognise_stream(std::string_view path, std::string_view beginning) const = 0;
};

inline bool Content::is_one_page() const { return format_.is_one_page(); }

// In the order in which they are asked.
std::span<const Format* const> formats();

// WARC, WET and ARC; one page a file: HTML and plain text; lines of JSON.
const Format& archive_format();
const Format& document_format();
const Format& jsonl_format();

// Either what the input is, or what else it is.
struct Recognised {
  ContentPtr content;
  std::optional<OtherFile> other;  // when there is no content
};

// Asks the formats. REQUIRES: a regular file, or a spool.
Result<Recognised> recognise(const Input& input);
// The same for a pipe, by its first unpacked bytes: kLookBytes of them, or all.
inline constexpr size_t kLookBytes = size_t{64} << 10;
Recognised recognise_stream(const Input& input, std::string_view beginning);

// input.content where it is known; otherwise the formats are asked, and a file that is something
// else is kInvalidArgument, with advice.
Result<ContentPtr> content_of(const Input& input);
Status refusal(const std::string& path, const OtherFile& other);

// Sets input.content as content_of() has it.
Status set_content(Input& input);

}  // namespace doppel::ingest
