#include "generate/lengths.h"

#include <iterator>

namespace doppel::generate {
namespace {

// Of sixteen equal parts of the pages, in order of size, the smallest size of each, and the largest
// of all: a log-normal curve with the median 280 and the deviation 0.85 of the logarithm, its ends
// cut.
constexpr uint64_t kSixteenths[] = {20,  76,  105, 132, 158, 185, 214,  245,         280,
                                    320, 367, 424, 497, 595, 744, 1031, kLongestPage};

// Sizes of pages of one kind: empty search results, forum entries, products, articles cut into
// pages.
constexpr uint64_t kSpikes[] = {48, 119, 404, 812};

constexpr uint64_t kConcentration = 237, kConcentrationWidth = 6;

}  // namespace

uint64_t draw_length(Random& random) {
  const uint64_t of_32 = random.below(32);
  if (of_32 < std::size(kSpikes)) return kSpikes[of_32];
  if (of_32 < 8) {
    return random.between(kConcentration - kConcentrationWidth,
                          kConcentration + kConcentrationWidth);
  }
  const uint64_t part = random.below(std::size(kSixteenths) - 1);
  return random.between(kSixteenths[part], kSixteenths[part + 1]);
}

}  // namespace doppel::generate
