// Files that are recognisably something else than an input: what are they, and what helps?
//
// Read as lines of JSON they would give thousands of rejected records that say nothing. Told by
// their first unpacked bytes alone, and only when those leave no doubt: a line that is merely dirty
// is not a file of another kind. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace doppel::ingest {

struct OtherFile {
  std::string_view kind;  // as a count names it: "PDF", "JSON array"
  std::string what;       // "this is a PDF document"
  std::string advice;     // what to do with it
};

// As many bytes as decide; fewer only when the file has no more.
inline constexpr size_t kOtherLookBytes = size_t{16} << 10;

// Nothing for what may be lines of JSON.
std::optional<OtherFile> other_file(std::string_view beginning);

// What the end of a name tells of a file that is not looked at: "PDF" for .pdf; for a name nobody
// knows its last dot and what follows, or "other".
std::string kind_of_name(std::string_view path);

}  // namespace doppel::ingest
