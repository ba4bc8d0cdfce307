// The rule of pages (similarity/page_rule.h) on stored texts, with sets and words made here: what
// an index of texts with two views is checked by.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/arena.h"
#include "doppel/predicate.h"
#include "doppel/text.h"
#include "similarity/page_rule.h"
#include "similarity/sets.h"
#include "texts/text_views.h"

namespace doppel::support {

inline std::string stored_page(const std::string& main, const std::string& full,
                               const std::string& title) {
  Arena arena(size_t{1} << 16);
  return std::string(texts::store_views(main, full, title, arena));
}

struct TruePage {
  // Its words view by view: equal where texts are one. Of a view without words, its bytes.
  std::vector<std::vector<std::string>> words;
  // Equal for pages of one main content, and of one title where it is short.
  std::vector<std::vector<std::string>> mirror_set;
  std::vector<uint64_t> main, full;  // sets
  similarity::PageSubject subject;
};

class PageTruth {
 public:
  explicit PageTruth(const Predicate& predicate) : predicate_(predicate) {}

  const TruePage& page(const std::string& stored) {
    auto [at, is_new] = pages_.try_emplace(stored);
    if (is_new) at->second = read(stored);
    return at->second;
  }

  std::optional<similarity::VerifiedPair> pair(const std::string& left, const std::string& right) {
    const TruePage &a = page(left), &b = page(right);
    if (a.main.empty() || b.main.empty()) return std::nullopt;
    const auto at_least = [](const auto& own, const auto& other) {
      return [&](Ratio least) -> Result<std::optional<Similarity>> {
        return similarity::similarity_at_least(own, other, least);
      };
    };
    return *similarity::PageRule(predicate_.threshold)
                .verify(a.subject, b.subject, at_least(a.main, b.main), at_least(a.full, b.full));
  }

 private:
  static std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> out = tokens(text);
    if (out.empty()) out = {"no words, bytes:" + std::string(text)};
    return out;
  }

  TruePage read(const std::string& stored) {
    const texts::TextViews views = texts::read_views(stored);
    TruePage out;
    out.main = shingles(views.main, predicate_.rules);
    out.full = shingles(views.full, predicate_.rules);
    out.words = {words_of(views.main)};
    if (!views.two) return out;
    out.words = {words_of(views.main), words_of(views.title), words_of(views.full)};
    const std::vector<std::string> main = tokens(views.main);
    std::vector<std::string> title = tokens(views.title);
    if (title.size() > 32) title.resize(32);
    out.subject.two_views = true;
    out.subject.short_main = main.size() < 200;
    out.mirror_set = {main};
    if (out.subject.short_main) out.mirror_set.push_back(title);
    if (title.empty()) return out;
    out.subject.title = titles_.try_emplace(title, titles_.size() + 1).first->second;
    const std::set<std::string> in_main(main.begin(), main.end()),
        distinct(title.begin(), title.end());
    size_t named = 0;
    for (const std::string& word : distinct) named += in_main.contains(word);
    out.subject.names_title = 2 * named >= distinct.size();
    return out;
  }

  Predicate predicate_;
  std::map<std::string, TruePage> pages_;
  std::map<std::vector<std::string>, uint64_t> titles_;
};

}  // namespace doppel::support
