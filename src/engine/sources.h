// Where do the records come from? The books of a run, by source.
//
// A page's source is the registrable domain of its URL; where there is none (no URL, an IP address)
// and for rejected records it is the input file.
#pragma once

#include <vector>

#include "doppel/dedup.h"
#include "engine/corpus.h"
#include "group/cover.h"

namespace doppel::engine {

// In byte order of the name. The books of each balance, and together they are those of the run.
std::vector<SourceBooks> books_of_sources(const Corpus& corpus, const group::Cover& cover);

}  // namespace doppel::engine
