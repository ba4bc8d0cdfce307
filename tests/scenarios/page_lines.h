// The steps of a scenario: lines that say what happens to pages.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/world.h"

namespace doppel::scenarios {

std::vector<std::string> words_of(const std::string& line);
// A whole number; nothing when the word is none.
std::optional<int64_t> number_in(const std::string& word);

// Labels of a scenario and the URLs they stand for.
class Labels {
 public:
  std::string url(const std::string& label);
  // The label of a URL, or the URL itself.
  std::string label(const std::string& url) const;
  void give(const std::string& label, const std::string& url);

 private:
  std::map<std::string, std::string> urls_, labels_;
};

// Turns lines into happenings; versions count up by label.
class PageLines {
 public:
  PageLines(Labels& labels, std::string folder) : labels_(labels), folder_(std::move(folder)) {}

  // Is this the first word of a step about a page?
  static bool is_step(const std::vector<std::string>& words);
  Result<Happening> parse(const std::string& line);

 private:
  // As it is stored.
  Result<std::string> text_of(const std::string& line);
  // The file that the first word names.
  Result<std::string> read_file(const std::string& rest) const;
  Status parse_options(const std::vector<std::string>& words, size_t from,
                       group_state::PageEvent& event);

  Labels& labels_;
  std::string folder_;
  std::map<std::string, uint64_t> versions_;
};

}  // namespace doppel::scenarios
