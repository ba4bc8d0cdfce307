#include "main_content/hints.h"

#include <array>
#include <vector>

#include "main_content/hint_roots.h"

// Finds all roots in one pass, with an Aho-Corasick automaton.
//
// The alphabet is the 26 letters, without case, and a bar for everything else, so that "nav-main",
// "nav_main" and "NAV main" are read alike. A bar is inserted before a capital that follows a
// lower-case letter ("postBody" is post|body). A value begins and ends with a bar. A bar in a root
// requires the edge of a word there: "|ad|" is found in "ad-slot" but not in "header", while
// "comment" is found in "mainComments".
//
// The automaton is a trie of the roots, in which a missing edge leads where the longest proper
// suffix that is a prefix of some root leads. A state has the hints of every root that ends there.
// The automaton is built once, on first use, from hint_roots.h: about 1,000 states of 27 edges.
//
// Tested by hints_test.cc, which searches for the roots one by one.

namespace doppel::main_content {
namespace {

constexpr std::string_view kNames[kHints] = {
    "navigation", "footer",   "header",  "sidebar", "comment", "share", "related",
    "advert",     "dialog",   "meta",    "tags",    "caption", "form",  "pager",
    "content",    "article",  "title",   "message", "hidden",  "legal", "summary",
    "list",       "language", "product", "text",    "tool"};

constexpr unsigned kBar = 26;
constexpr unsigned kSymbols = 32;  // 27 are used; a power of two makes the index a shift

constexpr unsigned symbol(char c) {
  const unsigned letter = (static_cast<unsigned char>(c) | 0x20u) - 'a';
  return letter < 26 ? letter : kBar;
}
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }

class Automaton {
 public:
  Automaton() {
    add_state();
    for_each_hint_root([this](std::string_view root, Hint hint) { insert(root, hint); });
    link();
  }

  uint16_t step(uint16_t state, unsigned symbol) const { return edges_[state][symbol]; }
  HintSet hints(uint16_t state) const { return hints_[state]; }

 private:
  uint16_t add_state() {
    edges_.emplace_back();
    hints_.push_back(0);
    return static_cast<uint16_t>(edges_.size() - 1);
  }

  void insert(std::string_view root, Hint hint) {
    uint16_t state = 0;
    for (char c : root) {
      if (edges_[state][symbol(c)] == 0) {
        const uint16_t made = add_state();
        edges_[state][symbol(c)] = made;
      }
      state = edges_[state][symbol(c)];
    }
    hints_[state] |= bit(hint);
  }

  // In breadth-first order, because the suffix of a state is shorter than the state and then
  // already complete.
  void link() {
    std::vector<uint16_t> suffix(edges_.size(), 0), queue;
    for (uint16_t next : edges_[0]) {
      if (next != 0) queue.push_back(next);
    }
    for (size_t head = 0; head < queue.size(); ++head) {
      const uint16_t state = queue[head];
      hints_[state] |= hints_[suffix[state]];
      for (unsigned s = 0; s <= kBar; ++s) {
        uint16_t& next = edges_[state][s];
        const uint16_t other = edges_[suffix[state]][s];
        if (next == 0) {
          next = other;
        } else {
          suffix[next] = other;
          queue.push_back(next);
        }
      }
    }
  }

  std::vector<std::array<uint16_t, kSymbols>> edges_;
  std::vector<HintSet> hints_;
};

const Automaton& automaton() {
  static const Automaton made;
  return made;
}

}  // namespace

HintSet find_hints(std::string_view value) {
  const Automaton& names = automaton();
  uint16_t state = names.step(0, kBar);
  HintSet found = 0;
  bool small = false;
  for (char c : value) {
    if (small && is_capital(c)) {
      state = names.step(state, kBar);
      found |= names.hints(state);
    }
    small = is_small(c);
    state = names.step(state, symbol(c));
    found |= names.hints(state);
  }
  return found | names.hints(names.step(state, kBar));
}

std::string_view name(Hint hint) { return kNames[static_cast<unsigned>(hint)]; }

}  // namespace doppel::main_content
