#include "cli/marks.h"

#include <algorithm>

namespace doppel::cli {
namespace {

constexpr size_t kContext = 6;         // equal words shown on each side of a difference
constexpr size_t kMostDifferent = 40;  // words shown of one side of a difference
constexpr size_t kColumns = 96;

using Words = std::vector<std::string>;

// Wraps pieces into lines.
class Flow {
 public:
  void add(const std::string& piece) {
    if (!line_.empty() && line_.size() + 1 + piece.size() > kColumns - 2) end_line();
    if (!line_.empty()) line_ += ' ';
    line_ += piece;
  }
  std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  void end_line() {
    if (!line_.empty()) out_ += "  " + line_ + "\n";
    line_.clear();
  }
  std::string out_, line_;
};

std::string left_out(size_t words) { return "... " + std::to_string(words) + " words ..."; }

void add_words(Flow& flow, const Words& words, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) flow.add(words[i]);
}

// Adds the words of an equal stretch that are next to a difference; the rest is left out.
void add_same(Flow& flow, const Words& words, size_t begin, size_t end, bool first, bool last) {
  const size_t head = first ? 0 : kContext, tail = last ? 0 : kContext;
  if (end - begin <= head + tail + 1) return add_words(flow, words, begin, end);
  add_words(flow, words, begin, begin + head);
  flow.add(left_out(end - begin - head - tail));
  add_words(flow, words, end - tail, end);
}

void add_marked(Flow& flow, const Words& words, size_t begin, size_t end, const char* open,
                const char* close) {
  if (begin == end) return;
  const size_t shown = std::min(end - begin, kMostDifferent);
  for (size_t i = 0; i < shown; ++i) {
    std::string piece = words[begin + i];
    if (i == 0) piece.insert(0, open);
    if (i + 1 == end - begin) piece += close;
    flow.add(piece);
  }
  if (shown < end - begin) flow.add(left_out(end - begin - shown) + close);
}

}  // namespace

std::string marked_differences(const Words& left, const Words& right,
                               const std::vector<similarity::Stretch>& stretches) {
  if (std::none_of(stretches.begin(), stretches.end(), [](const auto& s) { return !s.same; }))
    return "";
  Flow flow;
  for (size_t i = 0; i < stretches.size(); ++i) {
    const similarity::Stretch& s = stretches[i];
    if (s.same) {
      add_same(flow, left, s.left_begin, s.left_end, i == 0, i + 1 == stretches.size());
    } else {
      add_marked(flow, left, s.left_begin, s.left_end, "[-", "-]");
      add_marked(flow, right, s.right_begin, s.right_end, "{+", "+}");
    }
  }
  return flow.take();
}

}  // namespace doppel::cli
