#include "doppel/doppel.h"

namespace doppel {

std::string_view version() { return DOPPEL_VERSION; }

}  // namespace doppel
