#include "output/sources.h"

#include "doppel/url.h"

namespace doppel::output {
namespace {

// The beginning of a URL that determines its domain: "http://www.example.org/". Pages of one site
// share it, so most pages cost one lookup. A URL of any other form is returned whole.
std::string_view site_of(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"http://", "https://"};
  for (std::string_view scheme : kSchemes) {
    if (!url.starts_with(scheme) || url.size() == scheme.size()) continue;
    char first = url[scheme.size()];
    size_t slash = url.find('/', scheme.size());
    // The parser skips additional slashes and blanks.
    if (first <= ' ' || first == '/' || first == '\\' || slash == url.npos) return url;
    return url.substr(0, slash + 1);
  }
  return url;
}

}  // namespace

const std::string& SourceCounter::domain(std::string_view url) {
  std::string_view site = site_of(url);
  auto at = domains_.find(site);
  if (at == domains_.end()) at = domains_.emplace(site, registrable_domain(site)).first;
  return at->second;
}

RecordCounts& SourceCounter::counts(std::string_view source) {
  auto at = counts_.find(source);
  if (at == counts_.end()) at = counts_.emplace(source, RecordCounts()).first;
  return at->second;
}

void SourceCounter::add_page(std::string_view url, std::string_view input, bool removed) {
  const std::string& name = domain(url);
  RecordCounts& of = counts(name.empty() ? input : name);
  ++of.read;
  ++(removed ? of.removed : of.kept);
}

void SourceCounter::add_rejected(std::string_view input) {
  RecordCounts& of = counts(input);
  ++of.read;
  ++of.rejected;
}

std::vector<SourceCounts> SourceCounter::take() {
  std::vector<SourceCounts> out;
  for (auto& [source, records] : counts_) out.push_back({source, records});
  counts_.clear();
  return out;
}

std::vector<SourceCounts> counts_of_sources(const corpus::Corpus& corpus,
                                            const group::Cover& cover) {
  SourceCounter counts;
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
