#include "cli/results_json.h"

#include <algorithm>

#include "json/json_scanner.h"
#include "json/json_string.h"
#include "json/json_value.h"
#include "json/json_writer.h"

namespace doppel::cli {
namespace {

using json::JsonDocument;
using json::JsonValue;
using json::JsonWriter;

constexpr uint32_t kMillion = 1'000'000;

// The key with its escapes decoded.
std::string plain_key(const JsonValue& value) {
  const std::string_view key = value.key();
  if (key.find('\\') == key.npos) return std::string(key);
  return json::decode_json_string("\"" + std::string(key) + "\"").value_or("");
}

// Fills one result; every problem is reported and leaves its field empty.
class ResultReader {
 public:
  ResultReader(size_t number, std::vector<std::string>& problems)
      : place_("result " + std::to_string(number) + ": "), problems_(problems) {}

  void read(const JsonValue& object, SearchResult& out) {
    const auto values = object.values();
    if (!values) return;  // the caller has checked that it is an object
    for (const JsonValue& value : *values) {
      if (value.raw() != "null") read_field(plain_key(value), value, out);
    }
  }

  void problem(const std::string& what) { problems_.push_back(place_ + what); }

 private:
  void read_field(const std::string& key, const JsonValue& value, SearchResult& out) {
    if (key == "rank") return read_rank(value, out.rank);
    if (key == "url") return read_string(value, out.url);
    if (key == "title") return read_string(value, out.title);
    if (key == "engine") return read_string(value, out.engine);
    if (key == "text") return read_string(value, out.text);
    if (key == "html") return read_string(value, out.html);
    if (key == "filter") return read_filter(value, false, out.filter);
    if (key == "link_filter") return read_filter(value, true, out.links);
    if (key == "links") return read_links(value, out.links);
  }

  void read_rank(const JsonValue& value, std::optional<uint64_t>& out) {
    const auto rank = value.u64();
    out.reset();
    if (!rank) return problem(rank.error().message());
    if (*rank > kMaxRank)
      return problem("\"rank\" is too large (got " + std::to_string(*rank) + ")");
    out = *rank;
  }

  void read_string(const JsonValue& value, std::string& out) {
    auto text = value.string();
    out.clear();
    if (!text) return problem(text.error().message());
    out = *std::move(text);
  }

  void read_filter(const JsonValue& value, bool links, std::optional<PageFilter>& out) {
    std::string text;
    out.reset();
    read_string(value, text);
    if (text.empty()) return;
    auto filter = parse_filter(text);
    if (!filter) return problem(filter.error().message());
    if ((filter->rules.kind == FilterKind::kLinks) != links) {
      return problem("\"" + std::string(value.key()) + "\" holds a filter of " +
                     std::string(name(filter->rules.kind)));
    }
    out = *std::move(filter);
  }

  void read_links(const JsonValue& value, std::optional<PageFilter>& out) {
    const auto elements = value.array();
    out.reset();
    if (!elements) return problem(elements.error().message());
    std::vector<std::string> links;
    for (const JsonValue& element : *elements) read_string(element, links.emplace_back());
    out = link_filter(links);
  }

  std::string place_;
  std::vector<std::string>& problems_;
};

void write_place(JsonWriter& json, const RefineRequest& request, const RefinedResult& result) {
  json.key("rank").number(result.rank);
  json.key("url").string(request.results[result.index].url);
}

void write_container(JsonWriter& json, const RefinedResult& result) {
  json.key("contained_in");
  if (result.contained_in) {
    json.number(*result.contained_in);
  } else {
    json.null();
  }
}

// The engines that returned this URL, sorted by name.
std::vector<std::string> engines_of(const RefineRequest& request, const RefinedResult& result) {
  std::vector<std::string> out{request.results[result.index].engine};
  for (size_t index : result.merged) out.push_back(request.results[index].engine);
  std::erase(out, "");
  std::sort(out.begin(), out.end());
  return out;
}

void write_anchor(JsonWriter& json, const RefineRequest& request, const RefinedResult& anchor) {
  json.begin_object();
  write_place(json, request, anchor);
  json.key("title").string(request.results[anchor.index].title);
  json.key("engines").begin_array();
  for (const std::string& engine : engines_of(request, anchor)) json.string(engine);
  json.end_array();
  json.key("basis").string(name(anchor.basis));
  write_container(json, anchor);
  json.end_object();
}

void write_member(JsonWriter& json, const RefineRequest& request, const RefinedResult& member) {
  json.begin_object();
  write_place(json, request, member);
  json.key("similarity").decimal6(member.similarity, kMillion);
  write_container(json, member);
  json.end_object();
}

void write_group(JsonWriter& json, const RefineRequest& request, const RefinedGroup& group) {
  json.begin_object().key("anchor");
  write_anchor(json, request, group.anchor);
  json.key("members").begin_array();
  for (const RefinedResult& member : group.members) write_member(json, request, member);
  json.end_array().end_object();
}

// Writes every result in its place; "same_as" is the rank of its anchor.
void write_marked(JsonWriter& json, const RefineRequest& request, const Refined& refined) {
  struct Marked {
    const RefinedResult* result;
    const RefinedResult* anchor;
  };
  std::vector<Marked> all;
  for (const RefinedGroup& group : refined.groups) {
    all.push_back({&group.anchor, nullptr});
    for (const RefinedResult& member : group.members) all.push_back({&member, &group.anchor});
  }
  std::sort(all.begin(), all.end(),
            [](const Marked& a, const Marked& b) { return a.result->rank < b.result->rank; });
  json.key("results").begin_array();
  for (const Marked& marked : all) {
    json.begin_object();
    write_place(json, request, *marked.result);
    json.key("same_as");
    if (marked.anchor) {
      json.number(marked.anchor->rank);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

Result<ReadRequest> read_refine_request(std::string text) {
  const auto document = JsonDocument::parse(std::move(text));
  if (!document) return document.error();
  const auto results = document->root().get_array("results");
  if (!results) return results.error();
  ReadRequest out;
  if (const auto query = document->root().get("query"); query && query->raw() != "null") {
    auto words = query->string();
    if (!words) out.problems.push_back(words.error().message());
    if (words) out.request.query = *std::move(words);
  }
  for (size_t i = 0; i < results->size(); ++i) {
    const JsonValue& value = (*results)[i];
    ResultReader reader(i + 1, out.problems);
    if (value.raw()[0] != '{') {
      reader.problem("skipped: expected an object (got " +
                     std::string(json::json_kind(value.raw())) + ")");
      continue;
    }
    reader.read(value, out.request.results.emplace_back());
  }
  return out;
}

std::string refined_json(const RefineRequest& request, const Refined& refined,
                         std::span<const RefinedGroup> groups, Presentation presentation) {
  JsonWriter json;
  json.begin_object().key("groups").begin_array();
  for (const RefinedGroup& group : groups) write_group(json, request, group);
  json.end_array();
  if (presentation == Presentation::kMark) write_marked(json, request, refined);
  json.key("totals").begin_object();
  json.key("shown").number(refined.totals.shown);
  json.key("hidden").number(refined.totals.hidden);
  json.key("groups").number(refined.totals.groups);
  json.end_object().end_object();
  return json.take_line();
}

}  // namespace doppel::cli
