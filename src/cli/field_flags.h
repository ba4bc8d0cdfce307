// Flags that several verbs read records by: names of fields, sizes, the share of rejected records.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "doppel/read.h"
#include "doppel/types.h"

namespace doppel::cli {

void add_field_flag(CLI::App& app, std::vector<std::string>& fields);
// "text=body" renames the field that is read as text.
Status rename_field(const std::string& assignment, FieldNames& fields);

// "1000", "64K", "64M", "1G": powers of 1024. The error has no subject.
Result<uint64_t> parse_size(const std::string& text);

// The value of --max-rejected: a fraction of at most 1.
Result<Ratio> parse_rejected_share(const std::string& text);
// Prints a message and returns kTooManyRejected if a larger share of at least 20 records was
// rejected; otherwise kDone.
int code_for_rejected(uint64_t read, uint64_t rejected, Ratio limit);

}  // namespace doppel::cli
