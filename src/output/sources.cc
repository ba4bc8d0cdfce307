#include "output/sources.h"

#include "doppel/url.h"

namespace doppel::output {
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

}  // namespace

const std::string& SourceCounts::domain(std::string_view url) {
  std::string_view site = site_of(url);
  auto at = domains_.find(site);
  if (at == domains_.end()) at = domains_.emplace(site, registrable_domain(site)).first;
  return at->second;
}

Books& SourceCounts::books(std::string_view source) {
  auto at = books_.find(source);
  if (at == books_.end()) at = books_.emplace(source, Books()).first;
  return at->second;
}

void SourceCounts::add_page(std::string_view url, std::string_view input, bool removed) {
  const std::string& name = domain(url);
  Books& of = books(name.empty() ? input : name);
  ++of.read;
  ++(removed ? of.removed : of.kept);
}

void SourceCounts::add_rejected(std::string_view input) {
  Books& of = books(input);
  ++of.read;
  ++of.rejected;
}

std::vector<SourceBooks> SourceCounts::take() {
  std::vector<SourceBooks> out;
  for (auto& [source, records] : books_) out.push_back({source, records});
  books_.clear();
  return out;
}

std::vector<SourceBooks> books_of_sources(const corpus::Corpus& corpus, const group::Cover& cover) {
  SourceCounts counts;
  for (size_t i = 0; i < corpus.pages.size(); ++i) {
    const corpus::Page& page = corpus.pages[i];
    counts.add_page(page.url, corpus.inputs[page.at.input].path, cover.removals[i].has_value());
  }
  for (const corpus::RejectedRecord& record : corpus.rejected) {
    counts.add_rejected(corpus.inputs[record.at.input].path);
  }
  return counts.take();
}

}  // namespace doppel::output
