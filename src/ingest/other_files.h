// Recognises files that are not inputs: what are they, and what should the user do?
//
// Read as lines of JSON, they would give thousands of meaningless rejected records. They are
// recognised by their first decompressed bytes alone, and only if those leave no doubt: a file
// whose first line is broken is still a file of lines. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::ingest {

struct OtherFile {
  std::string_view kind;  // for counts: "PDF", "JSON array"
  std::string what;       // "this is a PDF document"
  std::string advice;     // what to do with it
};

// The number of bytes that decide; fewer only if the file has no more.
inline constexpr size_t kOtherLookBytes = size_t{16} << 10;

// nullopt if the file may be lines of JSON.
std::optional<OtherFile> other_file(std::string_view beginning);

// The kind of a file by its name, for files whose content is not read: "PDF" for .pdf; for unknown
// names the last dot and what follows it, or "other".
std::string kind_of_name(std::string_view path);

}  // namespace doppel::ingest
