// The bytes of a text as a store keeps it: docs/design/stored_rows.md, section 3.
//
// Stored: never change. Cost: linear. Thread safety: pure functions.
#pragma once

#include <string>
#include <string_view>

#include "codec/packed_text.h"
#include "doppel/status.h"

namespace doppel::living_store {

std::string words_row(std::string_view text, const codec::TextPacker& packer);

// The text, in `buffer`. kCorrupt for bytes that are not such a row.
Result<std::string_view> read_words_row(std::string_view row, const codec::TextUnpacker& unpacker,
                                        std::string& buffer);

}  // namespace doppel::living_store
