// Is this block content? The model is additive: every feature of a block has a curve, every tag and
// hint around it has a weight, and the sum is the logarithm of the odds that the block is main
// content, in 1024ths.
//
// The weights are in weights.inc, made by eval/main_content/train.py from the even half of the gold
// pages. Cost: about 60 additions per block. Thread safety: pure functions over constants.
#pragma once

#include <cstdint>

#include "main_content/features.h"

namespace doppel::main_content {

inline constexpr int32_t kLogit = 1024;  // a score of 1024 means odds of e to 1

// log(p / (1 - p)) of the probabilities from which a block is kept: .45 and, if that keeps too
// little, .2.
inline constexpr int32_t kKeep = -205;
inline constexpr int32_t kKeepMore = -1420;

int32_t content_score(const BlockFeatures& block);

}  // namespace doppel::main_content
