// For the tests of this module: an output folder, and forged copies of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "doppel/check.h"
#include "doppel/dedup.h"
#include "support/temp_folder.h"

namespace doppel::checks {

using Lines = std::vector<std::string>;

inline std::string text_of(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) out.append(line).push_back('\n');
  return out;
}

inline Lines lines_of(const std::string& text) {
  Lines out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// Words that are the same for the same numbers and occur nowhere else.
inline std::string words(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i) out.append("w").append(std::to_string(i)).push_back(' ');
  return out;
}

inline std::string json_page(const std::string& url, const std::string& text) {
  return "{\"id\": \"" + url + "\", \"url\": \"" + url + "\", \"text\": \"" + text + "\"}";
}

// A copy of a folder that a test may falsify.
class ForgedFolder {
 public:
  ForgedFolder(const support::TempFolder& temp, const std::string& name, const std::string& truth)
      : dir(temp.path(name)) {
    std::filesystem::remove_all(dir);
    std::filesystem::copy(truth, dir, std::filesystem::copy_options::recursive);
  }

  std::string read(const std::string& file) const { return support::read_whole(dir + "/" + file); }
  void write(const std::string& file, const std::string& bytes) const {
    std::ofstream(dir + "/" + file, std::ios::binary) << bytes;
  }
  // Replaces every `from` by `to`; there must be at least one.
  void replace(const std::string& file, const std::string& from, const std::string& to,
               bool all = true) const {
    std::string bytes = read(file);
    size_t at = bytes.find(from);
    ASSERT_NE(at, bytes.npos) << file << " has no " << from;
    for (; at != bytes.npos; at = all ? bytes.find(from, at + to.size()) : bytes.npos) {
      bytes.replace(at, from.size(), to);
    }
    write(file, bytes);
  }
  void edit_lines(const std::string& file, const std::function<void(Lines&)>& edit) const {
    Lines lines = lines_of(read(file));
    edit(lines);
    write(file, text_of(lines));
  }

  // The faults, or the error.
  std::vector<std::string> faults(const CheckOptions& options = {}) const {
    auto report = check(dir, options);
    if (!report) return {"error: " + report.error().message()};
    return report->faults;
  }

  const std::string dir;
};

// Expects a fault that contains this part.
inline void expect_fault(const std::vector<std::string>& found, const std::string& part) {
  for (const std::string& fault : found) {
    if (fault.find(part) != fault.npos) return;
  }
  ADD_FAILURE() << "no fault says: " << part << (found.empty() ? "" : "; first: " + found[0]);
}

}  // namespace doppel::checks
