#include "group/winner_rules.h"

#include <cmath>

namespace doppel::group {

int16_t score_bucket(double score) {
  if (!std::isfinite(score) || score < 0) return -1;
  return static_cast<int16_t>(std::ilogb(1 + score));
}

}  // namespace doppel::group
