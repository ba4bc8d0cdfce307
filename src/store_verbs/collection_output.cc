#include "store_verbs/collection_output.h"

#include "cli/terminal.h"
#include "store_verbs/store_output.h"

namespace doppel::cli {
namespace {

// "round 3", "rounds 3 to 5".
std::string rounds_text(const Collection& collection) {
  const std::string first = std::to_string(collection.first_round);
  if (collection.first_round == collection.last_round) return "round " + first;
  return "rounds " + first + " to " + std::to_string(collection.last_round);
}

std::string state_text(const Collection& collection) {
  if (collection.committed) {
    return collection.first_round == 0 ? "committed, nothing changed"
                                       : "committed in " + rounds_text(collection);
  }
  if (collection.waiting == collection.updates) return "staged";
  return "partly committed, " + std::to_string(collection.waiting) + " updates wait";
}

std::string_view state_name(const Collection& collection) {
  if (collection.committed) return "committed";
  return collection.waiting == collection.updates ? "staged" : "partly_committed";
}

}  // namespace

std::string collection_text(const Collection& collection) {
  std::string out = "collection " + collection.name + ": " + state_text(collection) + ", " +
                    count_text(collection.updates, "update") + " of " +
                    count_text(collection.pages, "page");
  if (collection.updates > 0) {
    out += ", " + bytes_text(collection.bytes) + ", seen " + time_text(collection.first_ms) +
           " to " + time_text(collection.last_ms);
  }
  return out + "\n";
}

void write_collection(json::JsonWriter& json, const Collection& collection) {
  json.key("collection").string(collection.name);
  json.key("state").string(state_name(collection));
  json.key("updates").number(collection.updates);
  json.key("waiting").number(collection.waiting);
  json.key("pages").number(collection.pages);
  json.key("bytes").number(collection.bytes);
  json.key("first_time").raw(std::to_string(collection.first_ms));
  json.key("last_time").raw(std::to_string(collection.last_ms));
  json.key("first_round").number(collection.first_round);
  json.key("last_round").number(collection.last_round);
}

std::string rejected_text(const std::map<std::string, uint64_t>& rejected) {
  std::string out;
  for (const auto& [reason, count] : rejected) {
    out += (out.empty() ? "rejected: " : ", ") + reason + " " + std::to_string(count);
  }
  return out.empty() ? out : out + "\n";
}

void write_rejected(json::JsonWriter& json, const std::map<std::string, uint64_t>& rejected) {
  json.key("rejected").begin_object();
  for (const auto& [reason, count] : rejected) json.key_of(reason).number(count);
  json.end_object();
}

}  // namespace doppel::cli
