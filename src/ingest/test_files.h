// For the tests of this module: inputs in a folder that goes away, packed in every way.
#pragma once

#include <string>
#include <string_view>

#include "codec/test_files.h"
#include "ingest/inputs.h"
#include "io/test_files.h"

namespace doppel::ingest {

using codec::gzip;
using codec::zstd;
using codec::zstd_skippable;
using io::read_whole;

class TempFolder : public io::TempFolder {
 public:
  // Writes a file, as write() does, and gives it as an input.
  Input input(std::string_view name, std::string_view bytes) const {
    Input input;
    input.path = write(name, bytes);
    input.size = bytes.size();
    return input;
  }
};

}  // namespace doppel::ingest
