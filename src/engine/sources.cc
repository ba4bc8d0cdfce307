#include "engine/sources.h"

#include <map>
#include <unordered_map>

#include "base/keyed_hash.h"
#include "doppel/url.h"

namespace doppel::engine {
namespace {

// The beginning of a URL that decides about its domain: "http://www.example.org/". Pages of one
// site share it, so most pages cost one look-up. A URL in any other form is its own beginning.
std::string_view site_of(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"http://", "https://"};
  for (std::string_view scheme : kSchemes) {
    if (!url.starts_with(scheme) || url.size() == scheme.size()) continue;
    char first = url[scheme.size()];
    size_t slash = url.find('/', scheme.size());
    // The parser passes over more slashes and over blanks.
    if (first <= ' ' || first == '/' || first == '\\' || slash == url.npos) return url;
    return url.substr(0, slash + 1);
  }
  return url;
}

class SourceNames {
 public:
  // Empty for a URL without one.
  const std::string& domain(std::string_view url) {
    std::string_view site = site_of(url);
    auto at = domains_.find(site);
    if (at == domains_.end()) at = domains_.emplace(site, registrable_domain(site)).first;
    return at->second;
  }

 private:
  std::unordered_map<std::string_view, std::string, KeyedHash> domains_;  // keys in Corpus::strings
};

}  // namespace

std::vector<SourceBooks> books_of_sources(const Corpus& corpus, const group::Cover& cover) {
  std::map<std::string, Books> books;
  SourceNames names;
  for (size_t i = 0; i < corpus.pages.size(); ++i) {
    const Page& page = corpus.pages[i];
    const std::string& domain = names.domain(page.facts.url);
    Books& of = books[domain.empty() ? corpus.inputs[page.at.input].path : domain];
    ++of.read;
    ++(cover.removals[i] ? of.removed : of.kept);
  }
  for (const RejectedRecord& record : corpus.rejected) {
    Books& of = books[corpus.inputs[record.at.input].path];
    ++of.read;
    ++of.rejected;
  }
  std::vector<SourceBooks> out;
  for (auto& [source, records] : books) out.push_back({source, records});
  return out;
}

}  // namespace doppel::engine
