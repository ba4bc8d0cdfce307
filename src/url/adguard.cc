#include "url/adguard.h"

#include <algorithm>
#include <optional>
#include <string>

namespace doppel::url {
namespace {

constexpr std::string_view kWord = "removeparam";

struct Option {
  std::string_view name, value;
};

bool is_option_letter(char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '~' || c == '_'; }

// The '$' after which the options begin: the first one that is followed by an option's name.
size_t find_options(std::string_view line) {
  for (size_t at = line.find('$'); at != line.npos; at = line.find('$', at + 1)) {
    size_t end = at + 1;
    while (end < line.size() && is_option_letter(line[end])) ++end;
    if (end > at + 1 && (end == line.size() || line[end] == '=' || line[end] == ',')) return at;
  }
  return line.npos;
}

// Options are separated by commas; /an expression/ may contain them.
std::vector<Option> split_options(std::string_view text) {
  std::vector<Option> out;
  for (size_t at = 0; at < text.size();) {
    size_t stop = std::min(text.find_first_of("=,", at), text.size());
    size_t end = stop;
    if (stop < text.size() && text[stop] == '=') {
      end = stop + 1;
      if (end < text.size() && text[end] == '/') {
        for (++end; end < text.size() && text[end] != '/'; ++end) end += text[end] == '\\';
      }
      end = end < text.size() ? std::min(text.find(',', end), text.size()) : text.size();
    }
    size_t value = std::min(stop + 1, end);
    out.push_back({text.substr(at, stop - at), text.substr(value, end - value)});
    at = end + 1;
  }
  return out;
}

void add_domains(std::string_view value, TrackerRule& rule) {
  for (size_t at = 0; at <= value.size();) {
    size_t end = std::min(value.find('|', at), value.size());
    std::string_view domain = value.substr(at, end - at);
    at = end + 1;
    if (domain.starts_with('~')) {
      rule.not_hosts.emplace_back(domain.substr(1));
    } else if (!domain.empty()) {
      rule.hosts.emplace_back(domain);
    }
  }
}

// The expression for an address pattern: * anything, ^ a separator, | an end, || the beginning of a
// host.
std::string expression_of(std::string_view pattern) {
  std::string out = "(?i)";
  if (pattern.starts_with("||")) {
    out += "^https?://(?:[^/?#]*\\.)?";
    pattern.remove_prefix(2);
  } else if (pattern.starts_with('|')) {
    out += '^';
    pattern.remove_prefix(1);
  }
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '*') {
      out += ".*";
    } else if (c == '^') {
      out += "(?:[^a-z0-9_.%-]|$)";
    } else if (c == '|' && i + 1 == pattern.size()) {
      out += '$';
    } else {
      bool plain = c == '/' || c == '-' || c == '_' || (c >= '0' && c <= '9') ||
                   (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                   static_cast<unsigned char>(c) >= 0x80;
      if (!plain) out += '\\';
      out += c;
    }
  }
  return out;
}

// "||example.org^" is a host; false for a pattern that is an expression itself.
bool set_address(std::string_view pattern, TrackerRule& rule) {
  if (pattern.empty() || pattern == "*") return true;
  if (pattern.size() > 1 && pattern.starts_with('/') && pattern.ends_with('/')) return false;
  std::string_view host = pattern;
  if (host.starts_with("||") && host.ends_with('^') && rule.hosts.empty()) {
    host = host.substr(2, host.size() - 3);
    if (host.find_first_of("*/^|:") == host.npos) {
      rule.hosts.emplace_back(host);
      return true;
    }
  }
  rule.address = expression_of(pattern);
  return true;
}

// False for a form that is not understood.
bool set_parameter(std::string_view value, TrackerRule& rule) {
  if (value.starts_with('~')) return false;
  if (!value.starts_with('/')) {
    if (value.empty()) {
      rule.parameters.emplace_back();  // found in everything
    } else {
      rule.names.emplace_back(value);
    }
    return true;
  }
  size_t end = value.rfind('/');
  if (end == 0) return false;
  std::string_view flags = value.substr(end + 1);
  if (!flags.empty() && flags != "i") return false;
  rule.parameters.push_back((flags.empty() ? "" : "(?i)") + std::string(value.substr(1, end - 1)));
  return true;
}

enum class Line { kRule, kNotForPages, kNotUnderstood };

Line read_rule(std::string_view line, size_t dollar, TrackerRule& rule) {
  bool names_types = false, names_pages = false;
  for (const Option& option : split_options(line.substr(dollar + 1))) {
    if (option.name == kWord) {
      if (!set_parameter(option.value, rule)) return Line::kNotUnderstood;
    } else if (option.name == "domain" || option.name == "from") {
      add_domains(option.value, rule);
    } else if (option.name == "document" || option.name == "doc" || option.name == "all") {
      names_types = names_pages = true;
    } else if (option.name == "badfilter" || option.name == "app" || option.name == "method") {
      return Line::kNotForPages;
    } else if (option.name != "important" && option.name != "match-case" &&
               !option.name.starts_with('~') && option.name != "third-party") {
      names_types = true;  // script, image, xmlhttprequest ...
    }
  }
  if (names_types && !names_pages) return Line::kNotForPages;
  std::string_view pattern = line.substr(0, dollar);
  if (pattern.starts_with("@@")) {
    rule.keeps = true;
    pattern.remove_prefix(2);
  }
  return set_address(pattern, rule) ? Line::kRule : Line::kNotUnderstood;
}

}  // namespace

AdguardRules parse_adguard(std::string_view text) {
  AdguardRules out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.starts_with('!') || line.find(kWord) == line.npos) continue;
    size_t dollar = find_options(line);
    if (dollar == line.npos) continue;
    TrackerRule rule;
    Line kind = read_rule(line, dollar, rule);
    if (kind == Line::kNotUnderstood) ++out.skipped;
    if (kind == Line::kRule && !(rule.names.empty() && rule.parameters.empty())) {
      out.rules.push_back(std::move(rule));
    }
  }
  return out;
}

}  // namespace doppel::url
