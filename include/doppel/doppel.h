// Includes all public headers of doppel.
#pragma once

#include <cstdint>
#include <string_view>

#include "doppel/check.h"
#include "doppel/compare.h"
#include "doppel/dedup.h"
#include "doppel/extract.h"
#include "doppel/maintenance.h"
#include "doppel/predicate.h"
#include "doppel/read.h"
#include "doppel/refine.h"
#include "doppel/signature.h"
#include "doppel/status.h"
#include "doppel/store.h"
#include "doppel/text.h"
#include "doppel/types.h"
#include "doppel/url.h"

namespace doppel {

// Stored: never renumber. The version of the signature record.
inline constexpr uint32_t kSignatureVersion = 1;

// The version of the program: "0.1.0".
std::string_view version();

}  // namespace doppel
