// Which texts resemble each other at a given moment? For queries that must not wait for rounds.
//
// A reader is a snapshot of a NeighbourSource after one of its changes: whatever the source does
// afterwards, the reader returns the answers of that moment. Thread safety: any number of threads
// may share a reader; each uses a view of its own. Do not keep a reader for long: it keeps the
// memory of its snapshot alive.
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
  Similarity similarity;    // left is the text that was asked about
  View view = View::kMain;  // the view of these counts, if texts have two

  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

// The known texts that resemble a text.
struct SimilarTexts {
  std::optional<StoredTextId> equal;  // the living text with the same words
  std::vector<Neighbour> neighbours;  // other living texts that form a pair with it, the best first
};

// For queries of one thread. Must not outlive the reader's source of texts.
class NeighbourView : public NeighbourQueries {
 public:
  // Which texts resemble this text, whether it is known or not? Returns at most `limit` verified
  // neighbours, from the candidates that the text would have if it were added and came last in the
  // winner order of every market. Equally similar neighbours are in the order of their ids.
  virtual Result<SimilarTexts> similar(std::string_view text, size_t limit) = 0;
};

class NeighbourReader {
 public:
  virtual ~NeighbourReader() = default;
  // A view for one thread. It stays valid without the reader.
  virtual std::unique_ptr<NeighbourView> view() const = 0;
};

}  // namespace doppel::similarity
