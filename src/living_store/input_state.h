// How far was an input read into a store, and is it still the same?
//
// Stored under I and the path of the input: never change. Errors: those of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "ingest/inputs.h"

namespace doppel::living_store {

struct InputState {
  uint64_t size = 0;  // of the file when it was opened
  int64_t time_ms = 0;
  // Of its first `size` bytes, when it was read to its end: tells a file that somebody appends to
  // from one that was written anew.
  Hash128 content = {};
  uint64_t records = 0, offset = 0;  // where to go on
  bool done = false;                 // it was read to its end

  std::string encode() const;
  // nullopt for bytes that are not a state.
  static std::optional<InputState> decode(std::string_view bytes);
};

// The input as it is now, of which nothing was read.
Result<InputState> present_state(const ingest::Input& input);

// The hash of the first bytes of a file, all of which are read.
Result<Hash128> hash_of_file(const std::string& path, uint64_t bytes);

// Where the line begins that ends before `offset` without a line end; `offset` if there is none.
Result<uint64_t> begin_of_open_line(const std::string& path, uint64_t offset);

}  // namespace doppel::living_store
