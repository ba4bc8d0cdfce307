// Pages in memory: the Deduplicator of the public API.
#include "base/arena.h"
#include "compare/signer.h"
#include "compare/text_table.h"
#include "doppel/dedup.h"
#include "engine/decide.h"

namespace doppel {

struct Deduplicator::Pages {
  explicit Pages(Predicate p)
      : predicate(p), valid(engine::supported(p)), signer(p.rules), table(p.rules) {}

  Predicate predicate;
  Status valid;
  compare::Signer signer;
  compare::TextTable table;
  Arena strings;
  std::vector<PageFacts> facts;
  std::vector<TextId> texts;
  std::vector<FormId> forms;
};

Deduplicator::Deduplicator(Predicate predicate) : pages_(std::make_unique<Pages>(predicate)) {}
Deduplicator::~Deduplicator() = default;
Deduplicator::Deduplicator(Deduplicator&&) noexcept = default;
Deduplicator& Deduplicator::operator=(Deduplicator&&) noexcept = default;

uint64_t Deduplicator::add(std::string_view text, const PageFacts& facts) {
  Pages& p = *pages_;
  p.facts.push_back({p.strings.copy(facts.url), facts.score});
  if (p.valid.ok()) {
    auto place = p.table.add(text, p.signer.sign(text));
    p.texts.push_back(place.text);
    p.forms.push_back(place.form);
  }
  return p.facts.size() - 1;
}

Result<std::vector<Certificate>> Deduplicator::finish() {
  Pages& p = *pages_;
  if (!p.valid.ok()) return p.valid;
  ThreadPool pool(1);
  ProgressMeter silent({});
  auto cover =
      engine::decide({p.facts, p.texts, p.forms}, p.table, p.predicate.threshold, pool, silent);
  if (!cover) return cover.error();
  std::vector<uint64_t> group_of(p.facts.size(), 0);
  for (size_t g = 0; g < cover->groups.size(); ++g) {
    for (PageId page : cover->groups[g]) group_of[page.index()] = g + 1;
  }
  std::vector<Certificate> out;
  for (size_t i = 0; i < p.facts.size(); ++i) {
    if (const auto& r = cover->removals[i]) {
      out.push_back({i, r->kept.index(), r->level, r->similarity, group_of[i]});
    }
  }
  return out;
}

}  // namespace doppel
