#include "scenarios/page_lines.h"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/arena.h"
#include "corpus/page_words_reader.h"
#include "doppel/extract.h"
#include "group_state/rank.h"
#include "texts/text_views.h"

namespace doppel::scenarios {
namespace {

using group_state::PageEvent;
using Kind = PageEvent::Kind;

const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> out = {
      {"page", Kind::kUpsert},   {"redirect", Kind::kRedirect}, {"dead", Kind::kDead},
      {"delete", Kind::kDelete}, {"touch", Kind::kTouch},       {"flag", Kind::kFlag},
      {"report", Kind::kReport}};
  return out;
}

// The last two labels of the host: good enough for the hosts of scenarios; `domain` says otherwise.
std::string domain_of(const std::string& url) {
  std::string host = group_state::host_of(url);
  size_t dot = host.rfind('.');
  if (dot != host.npos && dot > 0) dot = host.rfind('.', dot - 1);
  return dot == host.npos ? host : host.substr(dot + 1);
}

// As a run over archives reads a page.
std::string text_of_html(const std::string& html) {
  Arena arena(size_t{1} << 16);
  Record record;
  record.kind = doppel::Kind::kHtml;
  record.payload = html;
  return std::string(corpus::PageWordsReader(View::kAny).of(record, arena).text);
}

// TITLE | MAIN | FULL, where a * in FULL stands for MAIN.
Result<std::string> text_of_views(const std::string& rest) {
  const size_t first = rest.find('|'), second = rest.find('|', first + 1);
  if (first == rest.npos || second == rest.npos) {
    return invalid_argument("views: title | main | full");
  }
  const std::string main = rest.substr(first + 1, second - first - 1);
  std::string full = rest.substr(second + 1);
  if (const size_t star = full.find('*'); star != full.npos) full.replace(star, 1, main);
  Arena arena(size_t{1} << 16);
  return std::string(texts::store_views(main, full, rest.substr(0, first), arena));
}

}  // namespace

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

std::optional<int64_t> number_in(const std::string& word) {
  int64_t value = 0;
  const char* end = word.data() + word.size();
  auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string Labels::url(const std::string& label) {
  if (!urls_.contains(label)) give(label, "http://" + label + ".example/");
  return urls_[label];
}

std::string Labels::label(const std::string& url) const {
  auto found = labels_.find(url);
  return found == labels_.end() ? url : found->second;
}

void Labels::give(const std::string& label, const std::string& url) {
  urls_.emplace(label, url);
  labels_.emplace(url, label);
}

// `dead a 404` is a step; `dead a` says what must hold.
bool PageLines::is_step(const std::vector<std::string>& words) {
  if (words.empty() || !kinds().contains(words[0])) return false;
  return words[0] != "dead" || words.size() > 2;
}

Result<std::string> PageLines::text_of(const std::string& line) {
  if (size_t at = line.find(" views:"); at != line.npos) return text_of_views(line.substr(at + 7));
  if (size_t at = line.find(" html:"); at != line.npos) {
    auto html = read_file(line.substr(at + 6));
    if (!html) return html;
    return text_of_html(*html);
  }
  if (size_t at = line.find(" text:"); at != line.npos) {
    std::string text = line.substr(at + 6);
    return text.starts_with(' ') ? text.substr(1) : text;
  }
  size_t at = line.find(" file:");
  if (at == line.npos) return invalid_argument("a page needs text:, file:, html: or views:");
  auto bytes = read_file(line.substr(at + 6));
  if (!bytes || !words_of(line.substr(at + 6))[0].ends_with(".html")) return bytes;
  return extract_html(*bytes).main;
}

Result<std::string> PageLines::read_file(const std::string& rest) const {
  std::vector<std::string> words = words_of(rest);
  std::ifstream in(folder_ + "/texts/" + (words.empty() ? "" : words[0]), std::ios::binary);
  if (!in || words.empty()) return not_found("no such file");
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

Status PageLines::parse_options(const std::vector<std::string>& words, size_t from,
                                PageEvent& event) {
  for (size_t i = from; i < words.size(); i += 2) {
    const std::string& name = words[i];
    for (const char* form : {"text:", "file:", "html:", "views:"}) {
      if (name.starts_with(form)) return {};
    }
    if (i + 1 == words.size()) return invalid_argument("\"" + name + "\" needs a value");
    const std::string& value = words[i + 1];
    if (name == "field") {
      if (i + 2 == words.size()) return invalid_argument("a field needs a name and a value");
      event.fields[value] = words[i++ + 2];
      continue;
    }
    std::optional<int64_t> number = number_in(value);
    if ((name == "version" || name == "at") && !number) {
      return invalid_argument("\"" + value + "\" is no number");
    }
    if (name == "version")
      event.version = static_cast<uint64_t>(*number);
    else if (name == "at")
      event.time_ms = *number;
    else if (name == "score")
      event.score = std::strtod(value.c_str(), nullptr);
    else if (name == "canonical")
      event.canonical = labels_.url(value);
    else if (name == "domain")
      event.domain = value;
    else if (name == "lang")
      event.fields["lang"] = value;
    else if (name == "url")
      event.url = value;
    else
      return invalid_argument("unknown word \"" + name + "\"");
  }
  return {};
}

Result<Happening> PageLines::parse(const std::string& line) {
  std::vector<std::string> words = words_of(line);
  Happening out;
  PageEvent& event = out.event;
  event.kind = kinds().at(words[0]);
  if (words.size() < 2) return invalid_argument("which page?");
  const std::string& label = words[1];
  size_t next = 2;
  if (event.kind == Kind::kUpsert) {
    if (next < words.size() && words[next].find("://") != std::string::npos) {
      labels_.give(label, words[next++]);
    }
    auto text = text_of(line);
    if (!text) return text.error();
    out.text = *text;
  } else if (event.kind == Kind::kRedirect) {
    if (words.size() < 5 || words[2] != "->") return invalid_argument("redirect b -> a permanent");
    event.target = words[3] == "nowhere" ? "" : labels_.url(words[3]);
    event.permanent = words[4] == "permanent";
    next = 5;
  } else if (event.kind == Kind::kDead) {
    if (words[2] != "expired" && !number_in(words[2])) return invalid_argument("dead a 404");
    event.http_status = static_cast<uint16_t>(number_in(words[2]).value_or(0));
    next = 3;
  } else if (event.kind == Kind::kFlag) {
    if (words.size() < 3) return invalid_argument("flag a spam");
    event.flag = words[next++];
  }
  event.key = labels_.url(label);
  event.domain = domain_of(event.key);
  if (event.kind <= Kind::kDelete) event.version = versions_[label] + 1;
  Status options = parse_options(words, next, event);
  if (!options.ok()) return options;
  if (event.kind <= Kind::kDelete) versions_[label] = event.version;
  return out;
}

}  // namespace doppel::scenarios
