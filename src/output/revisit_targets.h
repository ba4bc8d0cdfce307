// Which record has the payload of a revisit of the input?
//
// A revisit names that record by its id, by its URL and date, or by both; the id is tried first. If
// it names another revisit, that one is followed in turn. The path ends at a page of the inputs, at
// a name that no page of the inputs has (usually of an earlier crawl), or in a cycle, which has no
// target.
//
// Cost: linear in the pages, and nothing without a revisit among them. Immutable once made; safe to
// share between threads.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "corpus/archive_page.h"

namespace doppel::output {

// What is needed about a page here.
struct RevisitPage {
  const corpus::ArchivePage* stored = nullptr;
  bool removed = false;
};

class RevisitTargets {
 public:
  struct Target {
    enum class End : uint8_t { kPage, kOutside, kNowhere };
    End end = End::kNowhere;
    size_t page = 0;  // of kPage: the one that has the payload
    size_t last = 0;  // the revisit that names it: itself, unless it names another revisit
  };

  // The pages' views must outlive this.
  explicit RevisitTargets(std::span<const RevisitPage> pages);

  // REQUIRES: a page of kind kRevisit.
  const Target& of(size_t page) const { return targets_.at(page); }
  const std::unordered_map<size_t, Target>& all() const { return targets_; }

 private:
  void index(std::span<const RevisitPage> pages);
  size_t named_by(const corpus::RefersTo& other) const;
  void follow(std::span<const RevisitPage> pages, size_t first);

  static constexpr size_t kNoPage = SIZE_MAX;

  std::unordered_map<Hash128, size_t> by_id_, by_capture_;
  std::unordered_map<size_t, Target> targets_;  // of each revisit
};

}  // namespace doppel::output
