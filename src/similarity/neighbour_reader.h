// What resembled these texts at one moment? For queries, which must not wait for rounds.
//
// A reader is a snapshot of a NeighbourSource after one of its changes: whatever the source does
// afterwards, the reader gives the answers of that moment. Thread safety: any number of threads may
// share a reader; each of them asks through a view of its own. Short-lived, please: a reader keeps
// the memory of what it sees.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "similarity/neighbour_source.h"

namespace doppel::similarity {

struct Neighbour {
  StoredTextId text;
  Similarity similarity;    // of the text that was asked about, on the left
  View view = View::kMain;  // of which these are the counts, where texts have two

  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

// What is known that resembles a text.
struct SimilarTexts {
  std::optional<StoredTextId> equal;  // the living text of the same words
  std::vector<Neighbour> neighbours;  // other living texts that form a pair with it, the best first
};

// The questions of one thread. Must not outlive the reader's source of texts.
class NeighbourView : public NeighbourQueries {
 public:
  // What resembles a text, known or not? At most `limit` neighbours. They are verified, out of the
  // candidates that the text would have if it came and every market preferred all others to it.
  // Equally similar ones stand in the order of their ids.
  virtual Result<SimilarTexts> similar(std::string_view text, size_t limit) = 0;
};

class NeighbourReader {
 public:
  virtual ~NeighbourReader() = default;
  // For one thread; keeps what it needs of the reader.
  virtual std::unique_ptr<NeighbourView> view() const = 0;
};

}  // namespace doppel::similarity
