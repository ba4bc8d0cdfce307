// Would this page be removed, and for which page? Answered while pages are still being added.
//
// The answer is that of a run over the added pages followed by the page of the query: candidates by
// the same rule (index/text_index.h), pairs counted on the same shingles, the same winner order.
// With `exact` the candidates differ, because a run orders shingles by frequency and the index
// orders them by hash; but neither misses a pair, so the answers agree.
//
// A query adds the texts that are new since the last query to the index, inserts its own page,
// walks from text to text as far as necessary (group/local_removal.h), and takes its page out
// again. So the added pages are never changed.
//
// Cost: one insertion for each text added since the last query, then the candidates, one or a few
// pairs, and the walk. A text in a hot bucket copies that bucket. Memory: that of the index and of
// page_standings.h. After an error the object must not be used again. Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/distinct_texts.h"
#include "corpus/run_plan.h"
#include "doppel/dedup.h"
#include "engine/added_pages.h"
#include "engine/page_standings.h"
#include "group/local_removal.h"
#include "index/text_index.h"
#include "similarity/neighbour_source.h"

namespace doppel::engine {

class RemovalQueries {
 public:
  // Pages and texts must outlive this; they may grow between two queries.
  RemovalQueries(const corpus::RunPlan& plan, const corpus::DistinctTexts& texts,
                 const AddedPages& pages);

  // Returns nothing if the page would be kept. `canonical_name` is what group::canonical_name()
  // returns.
  Result<std::optional<Removal>> ask(std::string_view text, const group::WinnerFacts& facts,
                                     const Hash128& canonical_name);

 private:
  // The added texts and the text of the query, as the index reads them.
  class IndexedTexts : public index::StoredTexts {
   public:
    explicit IndexedTexts(const corpus::DistinctTexts& texts) : texts_(texts) {}

    // While this is set, a text that is put is the text of the query.
    void set_asked(std::optional<std::string_view> text) { asked_ = text; }
    Status put(StoredTextId id, std::string_view text) override;
    void drop(StoredTextId) override {}
    Result<std::string_view> text(StoredTextId id, std::string& buffer) const override;
    std::shared_ptr<const index::StoredTextReader> reader() const override {
      return std::make_shared<const IndexedTexts>(*this);
    }

    size_t size() const { return ids_.size(); }
    StoredTextId id(TextId text) const { return ids_[text.index()]; }
    // If the text of the query is new, its number follows the last.
    TextId number(StoredTextId id) const;

   private:
    const corpus::DistinctTexts& texts_;
    std::vector<StoredTextId> ids_;  // by text, ascending
    std::optional<std::string_view> asked_;
    StoredTextId asked_id_;
  };

  class Ranks : public similarity::Standings {
   public:
    Ranks(const IndexedTexts& texts, const PageStandings& standings)
        : texts_(texts), standings_(standings) {}
    std::string rank(size_t, StoredTextId text) const override {
      return standings_.rank(texts_.number(text));
    }

   private:
    const IndexedTexts& texts_;
    const PageStandings& standings_;
  };

  Status update();
  Status index_texts(size_t first, size_t last, std::span<const StoredTextId> moved);
  std::vector<StoredTextId> ids_of(std::vector<TextId> texts) const;
  Result<std::optional<Removal>> decide(StoredTextId id, std::string_view text,
                                        group::DecidedTexts& decided);
  Result<Level> level_of_equals(std::string_view text, PageId page);

  const corpus::RunPlan& plan_;
  const corpus::DistinctTexts& texts_;
  const AddedPages& pages_;
  std::unique_ptr<texts::TextReader> reader_;
  IndexedTexts indexed_;
  index::TextIndex index_;
  PageStandings standings_;
  Ranks ranks_;
  group::DecidedTexts decided_;  // among the added pages only
};

}  // namespace doppel::engine
