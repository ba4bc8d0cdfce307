#include "generate/edits.h"

#include <algorithm>

namespace doppel::generate {
namespace {

constexpr uint64_t kWordsAnEdit = 40;
constexpr uint64_t kLargestShare = 4;  // of a banner or of what is trimmed: a quarter

// Writes the new text front to back and counts the windows of the runs that stay.
class Revision {
 public:
  Revision(std::span<const WordId> source, Words& out) : source_(source), out_(out) { out.clear(); }

  // The next words of the source up to (not including) this place stay.
  void keep_until(size_t place) {
    run_ += place - at_;
    out_.insert(out_.end(), source_.begin() + static_cast<ptrdiff_t>(at_),
                source_.begin() + static_cast<ptrdiff_t>(place));
    at_ = place;
  }
  void insert(WordId word) {
    end_run();
    out_.push_back(word);
  }
  void skip() {
    end_run();
    ++at_;
  }

  // REQUIRES: everything that stays was kept.
  Change finish(Change change) {
    end_run();
    change.common = common_;
    change.left_only = windows(out_.size()) - common_;
    change.right_only = windows(source_.size()) - common_;
    return change;
  }

 private:
  void end_run() {
    common_ += windows(run_);
    run_ = 0;
  }

  std::span<const WordId> source_;
  Words& out_;
  size_t at_ = 0;
  uint64_t run_ = 0, common_ = 0;
};

WordId drawn(const Vocabulary& vocabulary, Random& random) {
  return vocabulary.draw(static_cast<uint32_t>(random.next() >> (64 - Vocabulary::kDrawBits)));
}

// A word that is none of those at the place and next to it.
WordId other_word(std::span<const WordId> source, size_t place, const Vocabulary& vocabulary,
                  Random& random) {
  const auto near = source.subspan(place - 1, 3);
  WordId word = drawn(vocabulary, random);
  while (std::find(near.begin(), near.end(), word) != near.end()) {
    word = drawn(vocabulary, random);
  }
  return word;
}

// Could leaving out this word, or a new word before it, be mistaken for a change of its neighbour?
bool has_equal_neighbour(std::span<const WordId> source, size_t place) {
  return source[place] == source[place - 1] || source[place] == source[place + 1];
}

void edit_at(size_t place, std::span<const WordId> source, const Vocabulary& vocabulary,
             Random& random, Revision& revision, Change& change) {
  revision.keep_until(place);
  const uint64_t way = has_equal_neighbour(source, place) ? 0 : random.below(4);
  if (way == 2) {  // left out
    revision.skip();
    ++change.deleted;
    return;
  }
  revision.insert(other_word(source, place, vocabulary, random));
  if (way == 3) {
    ++change.inserted;
  } else {
    revision.skip();
    ++change.substituted;
  }
}

}  // namespace

Change no_change(std::span<const WordId> words) { return {.common = windows(words.size())}; }

// One edit in each of as many equal stretches of the text, so that places come in order; a place
// next to the one before is moved on by one, and dropped at the end of the text.
Change edit_words(std::span<const WordId> source, const Vocabulary& vocabulary, Random& random,
                  Words& out) {
  const uint64_t most = std::max<uint64_t>(source.size() / kWordsAnEdit, 1);
  const uint64_t edits = random.between(1, most);
  const uint64_t first = 1, end = source.size() - 1;  // both neighbours are there
  Revision revision(source, out);
  Change change;
  uint64_t free = first;
  for (uint64_t i = 0; i < edits; ++i) {
    const uint64_t low = first + i * (end - first) / edits;
    const uint64_t high = first + (i + 1) * (end - first) / edits;
    const uint64_t place = std::max(free, low + random.below(high - low));
    if (place >= end) break;
    edit_at(place, source, vocabulary, random, revision, change);
    free = place + 2;
  }
  revision.keep_until(source.size());
  return revision.finish(change);
}

Change add_banner(std::span<const WordId> source, const Vocabulary& vocabulary, Random& random,
                  Words& out) {
  Revision revision(source, out);
  Change change;
  change.inserted = random.between(1, source.size() / kLargestShare);
  for (uint64_t i = 0; i < change.inserted; ++i) revision.insert(drawn(vocabulary, random));
  revision.keep_until(source.size());
  return revision.finish(change);
}

Change trim(std::span<const WordId> source, Random& random, Words& out) {
  Revision revision(source, out);
  Change change;
  change.deleted = random.between(1, source.size() / kLargestShare);
  revision.keep_until(source.size() - change.deleted);
  return revision.finish(change);
}

}  // namespace doppel::generate
