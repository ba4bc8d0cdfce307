#include "url/tracker_file.h"

#include "base/guard.h"
#include "doppel/url.h"
#include "io/file.h"
#include "json/json_value.h"
#include "url/adguard.h"

namespace doppel::url {
namespace {

constexpr size_t kLargestFile = size_t{64} << 20;  // the larger of the two lists has 0.2 MB

// The strings of an array; a key that is missing has none.
Result<std::vector<std::string>> strings(const json::JsonValue& object, std::string_view key) {
  std::vector<std::string> out;
  auto array = object.get(key);
  if (!array) return out;
  auto values = array->array();
  if (!values) return values.error();
  for (const json::JsonValue& value : *values) {
    auto text = value.string();
    if (!text) return text.error();
    out.push_back(std::move(*text));
  }
  return out;
}

// Its rules are expressions for the whole name, in any case.
Result<TrackerRule> clearurls_rule(const json::JsonValue& provider, std::string_view key) {
  auto address = provider.get_string("urlPattern");
  if (!address) return address.error();
  auto names = strings(provider, key), exceptions = strings(provider, "exceptions");
  if (!names) return names.error();
  if (!exceptions) return exceptions.error();
  TrackerRule rule;
  // The pattern of the rules for everyone; as no pattern they need no search.
  if (*address != ".*") rule.address = "(?i)" + *address;
  for (const std::string& exception : *exceptions) rule.exceptions.push_back("(?i)" + exception);
  for (const std::string& name : *names) rule.parameters.push_back("(?i)^(?:" + name + ")(?:=|$)");
  return rule;
}

Result<TrackerFile> parse_clearurls(std::string text) {
  auto document = json::JsonDocument::parse(std::move(text));
  if (!document) return invalid_argument(document.error().message());
  auto providers = document->root().get("providers");
  if (!providers) return invalid_argument(providers.error().message());
  auto values = providers->values();
  if (!values) return invalid_argument(values.error().message());
  TrackerFile out;
  for (const json::JsonValue& provider : *values) {
    for (std::string_view key : {"rules", "referralMarketing"}) {
      auto rule = clearurls_rule(provider, key);
      if (!rule) return invalid_argument(rule.error().message());
      // One by one, so that an invalid expression does not affect the others.
      for (std::string& parameter : std::exchange(rule->parameters, {})) {
        out.rules.push_back(*rule);
        out.rules.back().parameters.push_back(std::move(parameter));
      }
    }
  }
  return out;
}

Result<std::string> read_small_file(const std::string& path) {
  auto file = io::File::open(path);
  if (!file) return file.error();
  constexpr size_t kChunkBytes = size_t{64} << 10;
  std::string text;
  for (size_t size = 0; size <= kLargestFile;) {
    text.resize(size + kChunkBytes);
    auto got = file->read({text.data() + size, kChunkBytes});
    if (!got) return got.error();
    size += *got;
    if (*got == kChunkBytes) continue;
    text.resize(size);
    return text;
  }
  return invalid_argument(path + ": larger than 64 MiB");
}

}  // namespace

Result<TrackerFile> parse_tracker_file(std::string text) {
  size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != text.npos && text[first] == '{') return parse_clearurls(text.substr(first));
  AdguardRules lines = parse_adguard(text);
  if (lines.rules.empty() && lines.skipped == 0) {
    return invalid_argument("neither a ClearURLs object nor lines with $removeparam");
  }
  return TrackerFile{std::move(lines.rules), lines.skipped};
}

}  // namespace doppel::url

namespace doppel {

Result<TrackerList> load_trackers(const std::string& path) try {
  auto text = url::read_small_file(path);
  if (!text) return text.error();
  auto file = url::parse_tracker_file(std::move(*text));
  if (!file) return invalid_argument(path + ": " + file.error().message());
  return TrackerList(url::TrackerIndex::build(file->rules, file->skipped));
} catch (...) {
  return status_of_exception();
}

}  // namespace doppel
