#include "group_state/page_event.h"

#include <array>

namespace doppel::group_state {

std::string_view name(Rejection rejection) {
  constexpr std::array<std::string_view, 7> kNames = {
      "older_version", "same_version", "unknown_page", "clock_backwards",
      "no_url",        "proof_holds",  "long_url"};
  return kNames.at(static_cast<size_t>(rejection));
}

}  // namespace doppel::group_state
