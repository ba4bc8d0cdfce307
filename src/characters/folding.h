// Folding: NFKC and full case folding, repeated until nothing changes (docs/design/text.md).
//
// Cost: linear in the run, if the number of marks in a row is bounded (mark_run.h); a
// few ns for a plain code point, some 20 ns for a letter with marks that stays as it is, 200 ns for
// one that does not. Throws std::bad_alloc when memory runs out.
#pragma once

#include <string>
#include <string_view>

namespace doppel::characters {

// Folds one run after the other. Holds buffers, so that most runs allocate nothing; belongs to one
// thread.
class Folder {
 public:
  // Appends the fold of a run to `out`.
  void append(std::u32string_view run, std::string& out);

 private:
  void append_segment(std::u32string_view segment, std::string& out);
  void normalize(std::u32string_view from, std::u32string& to);
  void decompose(std::u32string_view from);
  void insert(char32_t c);
  void compose(std::u32string& to) const;

  std::u32string now_, next_, folded_;
  std::u32string apart_;  // decomposed and sorted; each code point with its class, see folding.cc
};

}  // namespace doppel::characters
