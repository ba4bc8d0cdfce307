// Input formats: how the format of an input is recognised, and how such an input is read.
//
// A Format recognises files, and knows their names in a folder. The result is a Content: how this
// file is compressed, how it is split and how it is read. recognise() tries the formats once for
// each input and the result is kept in Input::content, so that no other code has to look at a file
// to find out what it is.
//
//   ingest   recognise, plan splits, read           here; registered in formats.cc
//   output   write what is kept of such an input    FormatWriter; registered in format_writers.cc
//   check    compare what was written with it       registered in kept_files.cc
//
// A new format is a source with its own Format and Content, and one line in each of the three
// tables; no other code changes. Formats are tried in the order of the table. The last one, lines
// of JSON, accepts every file, but a file that is recognisably something else (other_files.h) is
// refused before that.
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
  // The suffix of a file of such records, without that of its compression: ".jsonl".
  virtual std::string_view suffix() const = 0;
  // As its format says.
  bool is_one_page() const;
  // Whether Record::encoded is in the file unchanged, at the record's offset plus its position in
  // the record, so that a single text can be read again.
  virtual bool has_texts_in_place() const { return false; }

  // Whether the file of its kept records is compressed as a whole, so that its compressed bytes
  // depend on the version of a library.
  virtual bool is_packed_anew() const { return compression_ != codec::Compression::kNone; }

  // Appends the splits of the input; a single one if it cannot be split. REQUIRES: a regular file,
  // or a spooled one.
  virtual Status plan_splits(const Input& input, uint32_t index, uint64_t target_bytes,
                             std::vector<Split>& splits) const = 0;
  // As ingest::open_reader().
  virtual Result<std::unique_ptr<Reader>> open_reader(const Input& input, const Split& split,
                                                      const ReadOptions& options,
                                                      TableMemory* memory) const = 0;
  // The same for an input that can be read only once. The stream is at its first byte.
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
  // Whether each file is one page, which is kept or removed as a whole.
  virtual bool is_one_page() const { return false; }
  // Null if the file does not have this format. REQUIRES: a regular file, or a spooled one.
  virtual Result<ContentPtr> recognise(const Input& input) const = 0;
  // The same for an input that can be read only once, by its name and its first decompressed bytes.
  virtual ContentPtr recognise_stream(std::string_view path, std::string_view beginning) const = 0;
};

inline bool Content::is_one_page() const { return format_.is_one_page(); }

// In the order in which they are tried.
std::span<const Format* const> formats();

// WARC, WET and ARC; files of HTML and plain text, one page each; lines of JSON.
const Format& archive_format();
const Format& document_format();
const Format& jsonl_format();

// Either the content of the input, or what the file is instead.
struct Recognised {
  ContentPtr content;
  std::optional<OtherFile> other;  // when there is no content
};

// Tries the formats. REQUIRES: a regular file, or a spooled one.
Result<Recognised> recognise(const Input& input);
// The same for a pipe, by its first kLookBytes decompressed bytes, or all if there are fewer.
inline constexpr size_t kLookBytes = size_t{64} << 10;
Recognised recognise_stream(const Input& input, std::string_view beginning);

// input.content if it is known; otherwise tries the formats. kInvalidArgument, with advice, if the
// file is something else.
Result<ContentPtr> content_of(const Input& input);
Status refusal(const std::string& path, const OtherFile& other);

// Sets input.content as content_of() has it.
Status set_content(Input& input);

}  // namespace doppel::ingest
