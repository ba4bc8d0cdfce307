// A folder that goes away, whose files are inputs of a run.
#pragma once

#include <string_view>

#include "ingest/inputs.h"
#include "support/temp_folder.h"

namespace doppel::support {

class InputFolder : public TempFolder {
 public:
  // Writes a file, as write() does, and gives it as an input.
  ingest::Input input(std::string_view name, std::string_view bytes) const {
    ingest::Input input;
    input.path = write(name, bytes);
    input.size = bytes.size();
    return input;
  }
};

}  // namespace doppel::support
